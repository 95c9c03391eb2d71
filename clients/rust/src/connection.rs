//! One player's line to the referee: hello, one stream for all its tables, and back again after a
//! loss.

use std::collections::HashMap;
use std::time::Duration;
use std::{iter, mem};

use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, sleep, timeout_at};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

use crate::desk::Desk;
use crate::start::Start;
use crate::v1::item::Item;
use crate::v1::referee_service_client::RefereeServiceClient;
use crate::v1::{
    Answer, Heartbeat, HelloRequest, PlayRequest, PlayResponse, StreamSettings, Views,
};
use crate::{Bot, Stop};

const FIRST_ANSWER: Duration = Duration::from_secs(10);
const RECONNECT: Duration = Duration::from_secs(30);
const SHORTEST_HELLO: Duration = Duration::from_secs(1);
const LONGEST_HELLO: Duration = Duration::from_secs(10);
const HEARTBEAT: Duration = Duration::from_secs(5);
const SHORTEST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
/// A stream that holds so long was a return, even if it brought nothing.
const SETTLED: Duration = Duration::from_secs(3);
/// In a message; the referee takes 64 KiB.
const MOST_ANSWERS: usize = 200;

type Referee = RefereeServiceClient<InterceptedService<Channel, Authorization>>;

/// Says on each call who is playing.
#[derive(Clone)]
struct Authorization(MetadataValue<Ascii>);

impl Interceptor for Authorization {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        request
            .metadata_mut()
            .insert("authorization", self.0.clone());
        Ok(request)
    }
}

/// How a line ended, if the referee did not end it in peace.
enum Fault {
    Lost,
    Stop(Stop),
}

pub struct Connection<B> {
    address: String,
    endpoint: Endpoint,
    authorization: Authorization,
    desk: Desk<B>,
    /// How long each open table waits for us after a loss.
    windows: HashMap<String, Duration>,
    draining: bool,
    /// The last stream brought a frame, or did not fail soon.
    held: bool,
}

impl<B: Bot> Connection<B> {
    pub fn new(bot: B, start: Start) -> Self {
        let endpoint = start
            .endpoint
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_timeout(Duration::from_secs(5))
            .keep_alive_while_idle(true);
        Self {
            address: start.address,
            endpoint,
            authorization: Authorization(start.authorization),
            desk: Desk::new(bot),
            windows: HashMap::new(),
            draining: false,
            held: false,
        }
    }

    /// Plays until the referee ends the stream.
    pub async fn run(mut self) -> Result<(), Stop> {
        let seconds = FIRST_ANSWER.as_secs();
        let mut failure = format!("no answer from {} within {seconds} s", self.address);
        let mut deadline = Instant::now() + FIRST_ANSWER;
        let mut pause = SHORTEST_PAUSE;
        loop {
            self.held = false;
            match self.attach(deadline).await {
                Ok(()) => return Ok(()),
                Err(Fault::Stop(stop)) => return Err(stop),
                Err(Fault::Lost) if self.draining => return Ok(()),
                Err(Fault::Lost) => {}
            }
            if self.held {
                let window = self.windows.values().max().copied().unwrap_or(RECONNECT);
                let (address, seconds) = (&self.address, window.as_secs_f64());
                eprintln!("lost the referee at {address}, looking for it for {seconds} s");
                failure =
                    format!("the referee at {address} went away and was not found for {seconds} s");
                deadline = Instant::now() + window;
                pause = SHORTEST_PAUSE;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Stop::new(Stop::NO_REFEREE, failure));
            }
            sleep(pause.min(left)).await;
            pause = LONGEST_PAUSE.min(2 * pause);
        }
    }

    async fn attach(&mut self, deadline: Instant) -> Result<(), Fault> {
        let referee = self.hello(deadline).await?;
        let opened = Instant::now();
        let end = self.play(referee).await;
        self.held |= opened.elapsed() >= SETTLED;
        end
    }

    async fn hello(&mut self, deadline: Instant) -> Result<Referee, Fault> {
        let now = Instant::now();
        let deadline = deadline.clamp(now + SHORTEST_HELLO, now + LONGEST_HELLO);
        timeout_at(deadline, self.greet())
            .await
            .unwrap_or(Err(Fault::Lost))
    }

    async fn greet(&mut self) -> Result<Referee, Fault> {
        let channel = self.endpoint.connect().await.map_err(|_| Fault::Lost)?;
        let mut referee =
            RefereeServiceClient::with_interceptor(channel, self.authorization.clone());
        let hello = HelloRequest {
            client: "paiju-rust 0.1".to_owned(),
            protocol_min: 1,
            protocol_max: 1,
        };
        let welcome = referee
            .hello(hello)
            .await
            .map_err(|status| self.fault(&status))?
            .into_inner();
        eprintln!("I am {}, referee {}", welcome.player, welcome.server);
        Ok(referee)
    }

    async fn play(&mut self, mut referee: Referee) -> Result<(), Fault> {
        let (line, outbox) = mpsc::unbounded_channel();
        let _ = line.send(first());
        let outbox = UnboundedReceiverStream::new(outbox);
        let answer = referee.play(outbox).await;
        let mut frames = answer.map_err(|status| self.fault(&status))?.into_inner();
        let mut beat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        let mut last_frame = 0;
        loop {
            tokio::select! {
                frame = frames.message() => {
                    let Some(frame) = frame.map_err(|status| self.fault(&status))? else {
                        return Ok(());
                    };
                    self.held = true;
                    last_frame = frame.frame;
                    for request in requests(self.answers(frame)?) {
                        // Fails only with the stream, whose reader learns why.
                        let _ = line.send(request);
                    }
                }
                _ = beat.tick() => {
                    let _ = line.send(heartbeat(last_frame));
                }
            }
        }
    }

    fn answers(&mut self, frame: PlayResponse) -> Result<Vec<Answer>, Fault> {
        let mut answers = Vec::new();
        for item in frame.items.into_iter().filter_map(|item| item.item) {
            self.note(&item)?;
            answers.extend(self.desk.take(item));
        }
        Ok(answers)
    }

    fn note(&mut self, item: &Item) -> Result<(), Fault> {
        match item {
            Item::Seated(seated) => {
                let clocks = seated.clocks.unwrap_or_default();
                let window = Duration::from_millis(clocks.reconnect_ms.into());
                self.windows.insert(seated.table.clone(), window);
            }
            Item::Ended(ended) => {
                self.windows.remove(&ended.table);
            }
            Item::Draining(_) => self.draining = true,
            Item::Superseded(_) => {
                let address = &self.address;
                let text = format!("a newer process of this player has taken over at {address}");
                return Err(Fault::Stop(Stop::new(Stop::SUPERSEDED, text)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Statuses of a line that may come back are losses; any other is an answer.
    fn fault(&self, status: &Status) -> Fault {
        let reason = match status.code() {
            Code::Unavailable
            | Code::Cancelled
            | Code::Unknown
            | Code::Internal
            | Code::DeadlineExceeded => return Fault::Lost,
            Code::Unauthenticated | Code::PermissionDenied => "refused the token",
            Code::FailedPrecondition => "does not speak version 1",
            _ => "closed the line",
        };
        let text = format!(
            "the referee at {} {reason}: {}",
            self.address,
            status.message()
        );
        Fault::Stop(Stop::new(Stop::NOT_ADMITTED, text))
    }
}

/// Asks for decisions with views, and nothing else.
fn first() -> PlayRequest {
    PlayRequest {
        settings: Some(StreamSettings {
            views: Views::OnDecision.into(),
            without_events: true,
            ..StreamSettings::default()
        }),
        ..PlayRequest::default()
    }
}

/// Puts as many answers together as a message may hold.
fn requests(mut answers: Vec<Answer>) -> impl Iterator<Item = PlayRequest> {
    iter::from_fn(move || {
        let rest = answers.split_off(MOST_ANSWERS.min(answers.len()));
        let answers = mem::replace(&mut answers, rest);
        (!answers.is_empty()).then(|| PlayRequest {
            answers,
            ..PlayRequest::default()
        })
    })
}

fn heartbeat(last_frame: u32) -> PlayRequest {
    PlayRequest {
        heartbeat: Some(Heartbeat { last_frame }),
        ..PlayRequest::default()
    }
}
