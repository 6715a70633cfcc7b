//! The `git` program, run on a repository that is not trusted.
//!
//! Settings of a repository can start programs (file-system monitors, external diffs, text converters, filters, hooks).
//! Every call switches them off, writes nothing, opens no connection, asks nothing and ends within [`TIME_LIMIT`].

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

/// How long one call may take.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// How much one call may print.
const MAX_OUTPUT: u64 = 512 << 20;

/// A work tree, seen from a folder in it.
#[derive(Debug)]
pub(crate) struct Git {
    dir: PathBuf,
    /// Settings that switch off the filters of the repository.
    no_filters: Vec<OsString>,
}

/// What a call printed and how it ended.
struct Answer {
    status: ExitStatus,
    stdout: Vec<u8>,
    stderr: String,
}

impl Git {
    /// The work tree around `dir`.
    pub(crate) fn open(dir: &Path) -> anyhow::Result<Self> {
        let mut git = Self {
            dir: dir.to_path_buf(),
            no_filters: Vec::new(),
        };
        let answer = git.call(&["rev-parse", "--is-inside-work-tree"])?;
        if !answer.status.success() || answer.stdout.trim_ascii() != b"true" {
            let why = answer.stderr.lines().next().unwrap_or("it is no work tree").to_owned();
            bail!("`{}` is not in a git repository that git reads: {why}", dir.display());
        }
        let filters = git.call(&[
            "config",
            "--null",
            "--name-only",
            "--get-regexp",
            r"^filter\..*\.(clean|process|smudge|required)$",
        ])?;
        for name in filters.stdout.split(|b| *b == 0).filter(|name| !name.is_empty()) {
            let value = if name.ends_with(b".required") { "=false" } else { "=" };
            git.no_filters.push("-c".into());
            git.no_filters
                .push(format!("{}{value}", String::from_utf8_lossy(name)).into());
        }
        Ok(git)
    }

    /// Runs a command that must succeed.
    pub(crate) fn output(&self, args: &[&str]) -> anyhow::Result<Vec<u8>> {
        let answer = self.call(args)?;
        if !answer.status.success() {
            bail!("git {} failed: {}", args.first().unwrap_or(&""), answer.stderr.trim());
        }
        Ok(answer.stdout)
    }

    /// Runs a command whose failure is an answer: `None`.
    pub(crate) fn question(&self, args: &[&str]) -> anyhow::Result<Option<Vec<u8>>> {
        let answer = self.call(args)?;
        Ok(answer.status.success().then_some(answer.stdout))
    }

    fn call(&self, args: &[&str]) -> anyhow::Result<Answer> {
        let mut child = self.command(args).stdin(Stdio::null()).spawn().map_err(not_started)?;
        let stdout = read_aside(child.stdout.take(), MAX_OUTPUT);
        let stderr = read_aside(child.stderr.take(), 64 << 10);
        let start = Instant::now();
        let stdout = match stdout.recv_timeout(TIME_LIMIT) {
            Ok(stdout) => stdout.context("the answer of git could not be read")?,
            Err(_) => {
                end(&mut child);
                bail!(
                    "git {} did not end within {} seconds",
                    args.first().unwrap_or(&""),
                    TIME_LIMIT.as_secs()
                );
            }
        };
        if stdout.len() as u64 > MAX_OUTPUT {
            end(&mut child);
            bail!(
                "git {} printed more than {} MiB",
                args.first().unwrap_or(&""),
                MAX_OUTPUT >> 20
            );
        }
        let stderr = stderr.recv_timeout(TIME_LIMIT.saturating_sub(start.elapsed()));
        let stderr = stderr.ok().and_then(Result::ok).unwrap_or_default();
        let status = child.wait().context("git did not end")?;
        Ok(Answer {
            status,
            stdout,
            stderr: String::from_utf8_lossy(&stderr).into_owned(),
        })
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("git");
        command
            .arg("-C")
            .arg(&self.dir)
            .arg("--no-pager")
            .arg("--literal-pathspecs");
        for setting in [
            "core.fsmonitor=false", "core.untrackedCache=false", "core.hooksPath=/dev/null", "core.quotePath=true",
            "diff.external=", "diff.submodule=short", "submodule.recurse=false", "protocol.allow=never",
        ] {
            command.arg("-c").arg(setting);
        }
        command.args(&self.no_filters).args(args);
        command
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C")
            .env_remove("GIT_EXTERNAL_DIFF")
            .env_remove("GIT_DIFF_OPTS")
            .env_remove("GIT_TRACE")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts a process that reads objects.
    pub(crate) fn objects(&self) -> anyhow::Result<Objects> {
        let mut child = self
            .command(&["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .spawn()
            .map_err(not_started)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("git has no pipes")
        };
        // Nobody reads stderr: let it go nowhere, so that git never waits for a reader.
        drop(read_aside(child.stderr.take(), 0));
        Ok(Objects {
            process: Mutex::new(Process {
                stdin,
                stdout: Lines::new(stdout),
                child,
            }),
        })
    }
}

fn not_started(error: io::Error) -> anyhow::Error {
    let hint = if error.kind() == io::ErrorKind::NotFound {
        ": install git, or scan without --staged and --diff"
    } else {
        ""
    };
    anyhow::Error::new(error).context(format!("git could not be started{hint}"))
}

fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads up to one byte more than `limit` on a thread of its own.
fn read_aside(pipe: Option<impl Read + Send + 'static>, limit: u64) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut rest = Ok(0);
        if let Some(mut pipe) = pipe {
            rest = pipe.by_ref().take(limit + 1).read_to_end(&mut bytes);
            if rest.is_ok() && limit < MAX_OUTPUT {
                rest = io::copy(&mut pipe, &mut io::sink()).map(|_| 0);
            }
        }
        // The receiver may have given up.
        let _ = sender.send(rest.map(|_| bytes));
    });
    receiver
}

/// Reads objects of a repository, one at a time.
pub(crate) struct Objects {
    process: Mutex<Process>,
}

struct Process {
    stdin: ChildStdin,
    stdout: Lines,
    child: Child,
}

impl Objects {
    /// The content of a blob. Of one of more than `limit` bytes, only the first `limit + 1` are kept.
    pub(crate) fn blob(&self, id: &str, limit: u64) -> io::Result<Vec<u8>> {
        let mut process = self
            .process
            .lock()
            .map_err(|_| io::Error::other("git was interrupted"))?;
        let answer = process.ask(id, limit);
        if answer.is_err() {
            end(&mut process.child);
        }
        answer
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        if let Ok(process) = self.process.get_mut() {
            end(&mut process.child);
        }
    }
}

impl Process {
    fn ask(&mut self, id: &str, limit: u64) -> io::Result<Vec<u8>> {
        writeln!(self.stdin, "{id}")?;
        self.stdin.flush()?;
        self.stdout.answer(limit)
    }
}

/// The answers of `cat-file --batch`, read on a thread of their own so that waiting for one has an end.
struct Lines {
    wanted: mpsc::Sender<u64>,
    answers: Receiver<io::Result<Vec<u8>>>,
}

impl Lines {
    fn new(stdout: impl Read + Send + 'static) -> Self {
        let (wanted, requests) = mpsc::channel::<u64>();
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            for limit in requests {
                if sender.send(read_blob(&mut stdout, limit)).is_err() {
                    return;
                }
            }
        });
        Self { wanted, answers }
    }

    fn answer(&mut self, limit: u64) -> io::Result<Vec<u8>> {
        let gone = || io::Error::other("git ended early");
        self.wanted.send(limit).map_err(|_| gone())?;
        match self.answers.recv_timeout(TIME_LIMIT) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => Err(io::Error::new(
                io::ErrorKind::TimedOut,
                "git did not answer within 60 seconds",
            )),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }
}

/// Reads `<id> blob <size>`, the content and a line end.
fn read_blob(stdout: &mut impl BufRead, limit: u64) -> io::Result<Vec<u8>> {
    let mut header = String::new();
    stdout.by_ref().take(200).read_line(&mut header)?;
    let mut words = header.split_whitespace();
    let size = match (
        words.next(),
        words.next(),
        words.next().and_then(|size| size.parse::<u64>().ok()),
    ) {
        (Some(_), Some("blob"), Some(size)) => size,
        (_, Some("missing"), _) => {
            return Err(io::Error::other("git does not have the staged content"));
        }
        _ => return Err(io::Error::other("git gave an answer of an unknown form")),
    };
    let kept = size.min(limit.saturating_add(1));
    let mut content = Vec::new();
    stdout.by_ref().take(kept).read_to_end(&mut content)?;
    io::copy(&mut stdout.by_ref().take(size - kept + 1), &mut io::sink())?;
    if content.len() as u64 != kept {
        return Err(io::Error::other("git ended early"));
    }
    Ok(content)
}

/// A path as git gives it. Bytes that are no UTF-8 are replaced where the system has no other paths.
pub(crate) fn path_of(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        PathBuf::from(OsStr::from_bytes(bytes))
    }
    #[cfg(not(unix))]
    {
        PathBuf::from(OsStr::new(String::from_utf8_lossy(bytes).as_ref()))
    }
}
