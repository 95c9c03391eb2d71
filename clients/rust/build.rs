use std::error::Error;
use std::path::Path;

const PROTO: &str = "../../proto";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={PROTO}");
    let files = [Path::new(PROTO).join("paiju/v1/referee.proto")];
    let stubs = protox::compile(files, [PROTO])?;
    tonic_prost_build::configure()
        .build_server(false)
        .compile_fds(stubs)?;
    Ok(())
}
