"""Generates the stubs of `proto/`, and its descriptor set, into the package `paiju` at every install.

Both distributions use it: `paiju`, built at the top of the repository, and `paiju-client`, built in `clients/python`.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Stubs(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        from grpc_tools import protoc  # noqa: PLC0415

        root = Path(self.root)
        out = next(folder for folder in (root / "clients" / "python", root) if (folder / "paiju").is_dir())
        (out / "paiju" / "v1").mkdir(exist_ok=True)
        status = protoc.main(
            [
                "protoc",
                f"-I{root / 'proto'}",
                f"--python_out={out}",
                f"--grpc_python_out={out}",
                f"--mypy_out={out}",
                f"--mypy_grpc_out={out}",
                f"--descriptor_set_out={out / 'paiju' / 'v1' / 'descriptors.binpb'}",
                "--include_imports",
                "--include_source_info",
                *map(str, sorted((root / "proto" / "paiju" / "v1").glob("*.proto"))),
            ]
        )
        if status:
            raise RuntimeError("protoc could not read proto/paiju/v1")
        (out / "paiju" / "v1" / "__init__.py").touch()
