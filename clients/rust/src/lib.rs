//! Plays at a paiju referee: write a [`Bot`] and [`run`] it.

mod connection;
mod desk;
mod start;

use std::process::ExitCode;

use tokio::runtime;
use tokio::signal::unix::{SignalKind, signal};

use connection::Connection;
use start::Start;

/// The messages of the protocol, made from its `.proto` files.
pub mod v1 {
    tonic::include_proto!("paiju.v1");
}

/// A player. One bot plays all tables, one decision at a time.
pub trait Bot {
    /// Answers a decision: `decision.view` is everything your seat may know, `legal` what you may
    /// do, `default` what is done for you when time is up.
    fn act(&mut self, decision: &v1::Decision) -> v1::Action;
}

/// Why a player stops before the referee does.
struct Stop {
    exit_code: u8,
    text: String,
}

impl Stop {
    const FAILED: u8 = 1;
    const WRONG_START: u8 = 2;
    const NO_REFEREE: u8 = 3;
    const NOT_ADMITTED: u8 = 4;
    const SUPERSEDED: u8 = 5;

    fn new(exit_code: u8, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { exit_code, text }
    }
}

/// Plays until the referee ends or a signal comes; the exit code is 0, or as [`Stop`] has them.
///
/// The referee's address and the file with the token come from `PAIJU_ADDRESS` and
/// `PAIJU_TOKEN_FILE`, or `--address` and `--token-file`.
pub fn run(bot: impl Bot + Send + 'static) -> ExitCode {
    let Err(stop) = Start::read().and_then(|start| serve(bot, start)) else {
        return ExitCode::SUCCESS;
    };
    eprintln!("paiju: {}", stop.text);
    ExitCode::from(stop.exit_code)
}

fn serve(bot: impl Bot + Send + 'static, start: Start) -> Result<(), Stop> {
    // One thread for the bot, one for the wire, which answers pings while the bot thinks.
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(fault)?;
    let end = runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate()).map_err(fault)?;
        let mut interrupt = signal(SignalKind::interrupt()).map_err(fault)?;
        let line = tokio::spawn(Connection::new(bot, start).run());
        tokio::select! {
            end = line => end.map_err(fault)?,
            _ = terminate.recv() => Ok(()),
            _ = interrupt.recv() => Ok(()),
        }
    });
    runtime.shutdown_background();
    end
}

#[allow(clippy::needless_pass_by_value)] // so that it fits `map_err`
fn fault(error: impl ToString) -> Stop {
    Stop::new(Stop::FAILED, error.to_string())
}
