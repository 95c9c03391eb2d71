"""The only package of the referee that builds and reads protobuf messages."""

from google.protobuf.internal import api_implementation

SERVER = "paiju 0.1.0"
PROTOCOL = 1


def check_runtime() -> None:
    """Refuse the pure-Python protobuf parser: it is slow and has known faults."""
    if api_implementation.Type() != "upb":
        raise RuntimeError("the protobuf runtime is not upb: unset PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION")
