//! Plays any of the legal actions it is shown, each as likely as the others. Put your own bot here.

use std::process::ExitCode;

use paiju::Bot;
use paiju::v1::{Action, Decision};

struct Random;

impl Bot for Random {
    fn act(&mut self, decision: &Decision) -> Action {
        let action = fastrand::choice(&decision.legal).or(decision.default.as_ref());
        action.cloned().unwrap_or_default()
    }
}

fn main() -> ExitCode {
    paiju::run(Random)
}
