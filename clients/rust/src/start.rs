//! Where the referee is and who is playing.

use std::{env, fs};

use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::Endpoint;

use crate::Stop;

pub struct Start {
    pub address: String,
    pub endpoint: Endpoint,
    pub authorization: MetadataValue<Ascii>,
}

impl Start {
    pub fn read() -> Result<Self, Stop> {
        let mut address = env::var("PAIJU_ADDRESS").unwrap_or_default();
        let mut token_file = env::var("PAIJU_TOKEN_FILE").unwrap_or_default();
        let mut words = env::args().skip(1);
        while let Some(name) = words.next() {
            match (name.as_str(), words.next()) {
                ("--address", Some(value)) => address = value,
                ("--token-file", Some(value)) => token_file = value,
                _ => {
                    let text = format!("give [--address ADDRESS] [--token-file FILE], not {name}");
                    return Err(wrong(text));
                }
            }
        }
        if address.is_empty() {
            return Err(wrong(
                "where is the referee? set PAIJU_ADDRESS or --address",
            ));
        }
        if token_file.is_empty() {
            return Err(wrong(
                "who is playing? set PAIJU_TOKEN_FILE or --token-file",
            ));
        }
        Ok(Self {
            endpoint: endpoint(&address)?,
            authorization: authorization(&token_file)?,
            address,
        })
    }
}

fn endpoint(address: &str) -> Result<Endpoint, Stop> {
    let uri = match address.strip_prefix("unix:") {
        Some(_) => address.to_owned(),
        None => format!("http://{address}"),
    };
    Endpoint::from_shared(uri).map_err(|_| wrong(format!("{address} is no address")))
}

fn authorization(file: &str) -> Result<MetadataValue<Ascii>, Stop> {
    let text = fs::read(file)
        .map_err(|error| wrong(format!("cannot read a token from {file}: {error}")))?;
    let text = String::from_utf8_lossy(&text);
    let token = text.split_whitespace().next();
    let token = token.ok_or_else(|| wrong(format!("there is no token in {file}")))?;
    Some(token)
        .filter(|token| token.bytes().all(|sign| sign.is_ascii_graphic()))
        .and_then(|token| format!("Bearer {token}").parse().ok())
        .ok_or_else(|| wrong(format!("the token in {file} is not printable ASCII")))
}

fn wrong(text: impl Into<String>) -> Stop {
    Stop::new(Stop::WRONG_START, text)
}
