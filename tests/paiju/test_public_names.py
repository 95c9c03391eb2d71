from types import ModuleType

import paiju


def test_all_names_exactly_what_is_public() -> None:
    public = [
        name for name, value in vars(paiju).items() if not (name.startswith("_") or isinstance(value, ModuleType))
    ]
    assert paiju.__all__ == sorted(public)
