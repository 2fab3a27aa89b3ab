//! The services that are measured: started here, stopped here, on ports that are free.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

/// A service that runs until this is dropped.
pub struct Service {
    pub address: SocketAddr,
    child: Child,
}

impl Service {
    /// Asks it to stop, and waits until it has.
    pub fn stop(mut self) -> Result<()> {
        self.ask_to_stop()?;
        let status = self.child.wait()?;
        ensure!(status.success(), "the service ended with {status}");
        Ok(())
    }

    fn ask_to_stop(&self) -> Result<()> {
        done(Command::new("kill").args(["-TERM", &self.child.id().to_string()]))
    }

    /// Its memory, in kilobytes.
    pub fn resident(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        line.trim().trim_end_matches(" kB").trim().parse().context("VmRSS")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Asked first: the twin ends its own processes then, and killed it would leave them behind.
        if matches!(self.child.try_wait(), Ok(None)) && self.ask_to_stop().is_ok() {
            let began = Instant::now();
            while matches!(self.child.try_wait(), Ok(None)) && began.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ours.
pub fn pellucid(program: &Path) -> Result<Service> {
    // With its log, as people run it; it goes nowhere after the first line.
    let mut child = Command::new(program)
        .args(["serve", "--listen", "127.0.0.1:0"])
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| program.display().to_string())?;
    let mut log = BufReader::new(child.stderr.take().context("no standard error")?);
    let mut line = String::new();
    log.read_line(&mut line)?;
    let address = line.trim().rsplit("http://").next().and_then(|address| address.parse().ok());
    std::thread::spawn(move || log.lines().for_each(drop));
    Ok(Service { address: address.with_context(|| format!("no address in {line:?}"))?, child })
}

/// The twin: the same three lines of code that people write with FastAPI and trafilatura, with a process for each processor.
pub fn twin(root: &Path) -> Result<Service> {
    let venv = root.join("target/load-venv");
    let python = venv.join("bin/python");
    if !python.is_file() {
        done(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    let wanted = root.join("crates/serve/load/requirements.txt");
    done(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"])
            .arg(&wanted),
    )
    .context("cannot install the twin; --alone goes without it")?;
    // uvicorn starts a worker that fails again and again, for ever.
    let folder = root.join("crates/serve/load");
    done(Command::new(&python).args(["-B", "-c", "import twin"]).current_dir(&folder))?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let workers = std::thread::available_parallelism().map_or(1, usize::from).to_string();
    let child = Command::new(&python)
        .args(["-B", "-m", "uvicorn", "twin:app", "--host", "127.0.0.1", "--log-level", "warning"])
        .args(["--port", &port.to_string(), "--workers", &workers, "--no-access-log"])
        .current_dir(folder)
        .spawn()?;
    let service = Service { address: SocketAddr::from(([127, 0, 0, 1], port)), child };
    let began = Instant::now();
    while TcpStream::connect(service.address).is_err() {
        if began.elapsed() > Duration::from_secs(60) {
            bail!("the twin does not listen");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(service)
}

fn done(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}
