"""The `referee` command."""

import asyncio
import os
from pathlib import Path
from typing import Annotated, NoReturn

import typer

# gRPC's own log would drown the one line that says what is wrong.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def about() -> None:
    """Referee card games over gRPC, and check what was refereed."""


@app.command()
def serve(
    address: Annotated[str, typer.Option(help="Player port: host:port or unix:PATH.")] = "127.0.0.1:50051",
    admin: Annotated[str, typer.Option(help="Organiser's port, likewise.")] = "127.0.0.1:50052",
    admin_token_file: Annotated[
        Path | None, typer.Option(help="File with the organiser's token; needed unless admin is unix:PATH.")
    ] = None,
    spectators: Annotated[bool, typer.Option(help="Let players watch tables, deals of one sitting live.")] = False,
    reflection: Annotated[bool, typer.Option(help="Describe the player port to tools such as grpcurl.")] = False,
    embedded: Annotated[bool, typer.Option(hidden=True, help="Stop when standard input ends.")] = False,
    grace_ms: Annotated[int, typer.Option(min=0, help="From SIGTERM to the end of open tables.")] = 10_000,
) -> None:
    """Serve tables until SIGTERM or Ctrl-C."""
    from referee.games import GAMES
    from referee.server.serve import ServeError, announce
    from referee.server.serve import serve as run
    from referee.server.settings import Settings

    token = admin_token(admin, admin_token_file)
    settings = Settings(address, admin, token, spectators, reflection, embedded, grace_ms)
    try:
        asyncio.run(run(GAMES, settings, announce))
    except ServeError as error:
        fail(str(error))


@app.command()
def health(address: Annotated[str, typer.Argument(help="Player port: host:port or unix:PATH.")]) -> None:
    """Ask a running referee whether it takes players; exit 1 if not."""
    import grpc
    from grpc_health.v1 import health_pb2

    with grpc.insecure_channel(address) as channel:
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        try:
            status = check(health_pb2.HealthCheckRequest(), timeout=3).status
        except grpc.RpcError as error:
            fail(f"{address} does not answer: {error.code().name.lower()}", code=1)
    name = health_pb2.HealthCheckResponse.ServingStatus.Name(status)
    typer.echo(name.lower())
    raise typer.Exit(status != health_pb2.HealthCheckResponse.SERVING)


def admin_token(admin: str, file: Path | None) -> str | None:
    """Read the organiser's token; only a UNIX socket may do without."""
    if file is None:
        if not admin.startswith("unix:"):
            fail(f"--admin {admin} needs --admin-token-file: write a long secret into a file of mode 0600")
        return None
    token = read(file).decode(errors="replace").strip()
    if len(token) < 16 or not (token.isascii() and token.isprintable()):
        fail(f"{file}: an admin token has at least 16 characters, all printable ASCII: no other could be sent")
    return token


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A transcript, .txt or .txt.gz.")]) -> None:
    """Show a match: hands in suits, then trick by trick."""
    from referee.games import GAMES
    from referee.show import lines
    from referee.table import transcript

    try:
        for line in lines(transcript.read(transcript.decoded(read(file))), GAMES):
            typer.echo(line)
    except transcript.TranscriptError as error:
        fail(f"{file}: {error}", code=1)


@app.command()
def verify(files: Annotated[list[Path], typer.Argument(help="Transcripts, .txt or .txt.gz.")]) -> None:
    """Deal again from the revealed seed, judge every action again, score again; exit 1 if anything differs."""
    from referee.games import GAMES
    from referee.table import replay, transcript

    bad = 0
    for file in files:
        try:
            record = replay.verify(read(file), GAMES)
            actions = sum(len(deal.entries) for deal in record.deals)
            typer.echo(f"{file}: holds ({actions} actions, {transcript.end_line(record.ended)})")
        except transcript.TranscriptError as error:
            bad += 1
            typer.echo(f"{file}: DOES NOT HOLD: {error}")
    raise typer.Exit(1 if bad else 0)


@app.command()
def golden(paths: Annotated[list[Path], typer.Argument(help="Rule vectors, *.jsonl.")]) -> None:
    """Run rule vectors against the rules."""
    from referee.golden import golden as run

    try:
        raise typer.Exit(run(paths))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}")


@app.command()
def conformance(
    command: Annotated[list[str] | None, typer.Argument(help="What starts the client, after `--`.")] = None,
    by_hand: Annotated[bool, typer.Option(help="Start the client yourself, for each case anew.")] = False,
    case: Annotated[list[str] | None, typer.Option(help="Only this case; may be repeated.")] = None,
    show_cases: Annotated[bool, typer.Option("--list", help="Tell the cases and play none.")] = False,
    patience: Annotated[float, typer.Option(min=1, help="Seconds for a start, an answer, an end.")] = 20.0,
    jobs: Annotated[int, typer.Option(min=1, help="Cases at a time.")] = 4,
    unix: Annotated[bool, typer.Option(help="Serve a UNIX socket.")] = False,
    verbose: Annotated[bool, typer.Option(help="Show what the client prints.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a case.")] = False,
) -> None:
    """Try a client: is it right at what a referee may ever say? Exit 1 unless all cases pass."""
    from referee.conformance.command import ConformanceError, Wishes, listed, run

    wishes = Wishes(command or [], by_hand, case or [], patience, jobs, unix, verbose, as_json)
    try:
        if show_cases:
            listed(wishes, typer.echo)
        elif not run(wishes, typer.echo):
            raise typer.Exit(1)
    except ConformanceError as error:
        fail(str(error))


def read(file: Path) -> bytes:
    """Return the bytes of a file, unpacked if it is gzipped; exit 2 if it cannot be read. Raise TranscriptError."""
    from referee.table.transcript import unpacked

    try:
        return unpacked(file.read_bytes())
    except OSError as error:
        fail(f"{file}: {error.strerror}")


def fail(message: str, code: int = 2) -> NoReturn:
    typer.echo(f"referee: {message}", err=True)
    raise SystemExit(code)


if __name__ == "__main__":
    app(prog_name="referee")
