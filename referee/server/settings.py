"""How the service is run, and what gRPC is told."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    address: str = "127.0.0.1:50051"
    """host:port or unix:PATH for players."""
    admin: str = "127.0.0.1:50052"
    """The same for the organiser."""
    admin_token: str | None = None
    """None only where the admin address is a UNIX socket, which its file's mode guards."""
    spectators: bool = False
    reflection: bool = False
    """Describe the player port to tools such as grpcurl."""
    embedded: bool = False
    """Stop when standard input ends, as the parent process has."""
    grace_ms: int = 10_000
    """From SIGTERM to the end of open tables."""


MAX_MESSAGE_BYTES = 65_536
MAX_LEGAL = 1_024
LIST_MOVES = 4_096

GRPC: tuple[tuple[str, int], ...] = (
    ("grpc.so_reuseport", 0),  # else a second referee on the port starts without an error
    ("grpc.max_concurrent_streams", 32),  # a flood of resets finds little to reset
    ("grpc.http2.bdp_probe", 0),  # else one stream may push megabytes that nobody reads
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", 1_048_576),
    ("grpc.max_metadata_size", 4_096),
    ("grpc.absolute_max_metadata_size", 8_192),
    ("grpc.compression_enabled_algorithms_bitset", 1),  # identity only: no bombs, no lengths that tell
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),  # this one, not keepalive_timeout, finds a frozen peer
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),  # clients ping every 10 s
    ("grpc.http2.max_ping_strikes", 2),
    ("grpc.server_handshake_timeout_ms", 10_000),
    ("grpc.max_allowed_incoming_connections", 1_024),
    ("grpc.max_connection_idle_ms", 300_000),
    ("grpc.enable_channelz", 0),
)
"""Options of the player port; each is there for a fault that was seen without it."""

ADMIN_GRPC: tuple[tuple[str, int], ...] = (
    *(option for option in GRPC if "message_length" not in option[0]),
    ("grpc.max_receive_message_length", 4_194_304),
    ("grpc.max_send_message_length", 1 << 28),  # a result has a transcript of a thousand deals, and all notes of bots
)
