//! From what the referee says to what the bot answers, without any network.

use std::collections::HashMap;

use crate::Bot;
use crate::v1::item::Item;
use crate::v1::verdict::Verdict as Kind;
use crate::v1::{Action, Answer, Decision, Verdict};

/// A decision until its verdict: what was answered, and what is safe if that is refused.
struct Asked {
    action: Action,
    fallback: Action,
}

pub struct Desk<B> {
    bot: B,
    /// By table and decision id.
    asked: HashMap<(String, u32), Asked>,
}

impl<B: Bot> Desk<B> {
    pub fn new(bot: B) -> Self {
        let asked = HashMap::new();
        Self { bot, asked }
    }

    pub fn take(&mut self, item: Item) -> Option<Answer> {
        match item {
            Item::Decision(decision) => Some(self.ask(decision)),
            Item::Verdict(verdict) => self.judge(verdict),
            Item::Ended(ended) => {
                self.asked.retain(|(table, _), _| *table != ended.table);
                None
            }
            _ => None,
        }
    }

    fn ask(&mut self, mut decision: Decision) -> Answer {
        let key = (decision.table.clone(), decision.decision_id);
        // One that is known is asked again after a loss: the answer may have been lost.
        let asked = self.asked.entry(key).or_insert_with(|| Asked {
            action: self.bot.act(&decision),
            fallback: decision.default.take().unwrap_or_default(),
        });
        answer(decision.table, decision.decision_id, &asked.action)
    }

    fn judge(&mut self, verdict: Verdict) -> Option<Answer> {
        let (table, id) = (verdict.table, verdict.decision_id);
        let key = (table.clone(), id);
        let asked = self.asked.get_mut(&key)?;
        let reason = match verdict.verdict {
            Some(Kind::Refused(refused)) => format!("refused: {}: {}", refused.rule, refused.text),
            Some(Kind::Stale(stale)) if stale.open_decision_id == id => {
                format!("stale: {}", stale.text)
            }
            _ => {
                self.asked.remove(&key);
                return None;
            }
        };
        eprintln!("table {table}, decision {id}: {reason}");
        if asked.action == asked.fallback {
            return None; // nothing better is known: the clock decides
        }
        asked.action = asked.fallback.clone();
        Some(answer(table, id, &asked.action))
    }
}

fn answer(table: String, decision_id: u32, action: &Action) -> Answer {
    Answer {
        table,
        decision_id,
        action: Some(action.clone()),
        ..Answer::default()
    }
}
