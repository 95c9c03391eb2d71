"""`python -m benchmarks NAME [--json] ...` measures one thing, with the bare limit beside it in the same run."""

import os
import sys
from importlib import import_module

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # its own log of streams that end would drown the table

BENCHMARKS = {
    "rules": "benchmarks.rules",
    "following": "benchmarks.following",
    "wire": "benchmarks.wire",
    "deals": "benchmarks.deals",
    "clients": "benchmarks.clients",
    "manager": "benchmarks.manager",
    "rate": "benchmarks.rate",
    "batch": "benchmarks.batch",
}
"""Where each is; every module has `main(arguments)`."""


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in BENCHMARKS:
        sys.exit(f"usage: python -m benchmarks {{{','.join(BENCHMARKS)}}} [--json]")
    import_module(BENCHMARKS[name]).main(sys.argv[2:])


if __name__ == "__main__":
    main()
