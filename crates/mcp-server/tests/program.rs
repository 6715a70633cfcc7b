//! The real program, over its real standard input and output.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_security-review-mcp");

/// The program with a home of its own and none of the variables of the machine.
fn program(home: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.env_clear().env("HOME", home).current_dir(home);
    command
}

fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A session of raw lines.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(command: &mut Command) -> Self {
        let mut child = command
            .arg("local")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self { child, input, output }
    }

    fn initialized(command: &mut Command, version: &str) -> (Self, Value) {
        let mut session = Self::start(command);
        let params =
            json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "raw", "version": "0"}});
        session.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string());
        let answer = session.receive();
        session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        (session, answer)
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("open");
        input
            .write_all(line)
            .and_then(|()| input.write_all(b"\n"))
            .and_then(|()| input.flush())
            .expect("written");
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("read");
        assert!(line.ends_with('\n'), "the program ended: {line:?}");
        serde_json::from_str(&line).expect("a frame")
    }

    fn request(&mut self, id: i64, method: &str, params: Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, id: i64, tool: &str, arguments: Value) -> Value {
        let answer = self.request(id, "tools/call", json!({"name": tool, "arguments": arguments}));
        answer["result"].clone()
    }

    /// Ends the input; the code, what was still written to stdout, and stderr.
    fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("read");
        let mut log = String::new();
        self.child
            .stderr
            .take()
            .expect("piped")
            .read_to_string(&mut log)
            .expect("read");
        (self.child.wait().expect("ends").code(), rest, log)
    }
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn help_is_printed_and_everything_else_without_a_command_is_bad_usage() {
    let home = home();
    let help = run(program(home.path()).arg("--help"));
    assert_eq!(help.status.code(), Some(0));
    assert!(text(&help.stdout).contains("local  Serve one workstation"));
    let local = run(program(home.path()).args(["local", "--help"]));
    assert!(local.status.success() && text(&local.stdout).contains("SECREVIEW_MAX_CONTENT_CHARS"));

    for (args, says) in [
        (&[][..], "a command is missing"),
        (&["--port", "8000"], "stands before a command"),
        (&["start"], "there is no command \"start\""),
        (&["local", "--port"], "`local` takes no argument \"--port\""),
    ] {
        let refused = run(program(home.path()).args(args));
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&refused.stdout), "", "{args:?}");
        assert!(
            text(&refused.stderr).contains(says),
            "{args:?}: {}",
            text(&refused.stderr)
        );
    }
}

#[test]
fn a_bad_variable_is_named_with_its_bounds_and_its_value_is_not_repeated() {
    let home = home();
    for (name, value, says) in [
        (
            "SECREVIEW_MAX_CONTENT_CHARS",
            "hunter2x",
            "a whole number from 1000 to 10000000",
        ),
        ("SECREVIEW_LOG_LEVEL", "hunter2x", "error, warn, info, debug or trace"),
        ("SECREVIEW_DB_AUTO_UPGRADE", "hunter2x", "true or false"),
        ("SECREVIEW_REPORT_LANGUAGE", "hunter2x\u{7b}", "language"),
    ] {
        let refused = run(program(home.path()).arg("local").env(name, value));
        let log = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{name}: {log}");
        assert!(log.contains(name) && log.contains(says), "{name}: {log}");
        assert!(!log.contains("hunter2x") && log.lines().count() == 1, "{name}: {log}");
    }
}

#[test]
fn a_database_that_cannot_be_opened_ends_the_start_with_one_line() {
    let home = home();
    std::fs::create_dir_all(home.path().join(".local/share/security-review-mcp/security_reports.db")).expect("made");
    let refused = run(program(home.path()).arg("local"));
    let log = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{log}");
    assert!(
        log.contains("security_reports.db cannot be opened") && log.lines().count() == 1,
        "{log}"
    );

    let other = tempfile::tempdir().expect("a folder");
    let file = other.path().join("security-review-mcp/security_reports.db");
    std::fs::create_dir_all(file.parent().expect("a parent")).expect("made");
    std::fs::write(
        &file,
        "this is no database, whatever its name says; it has some text in it",
    )
    .expect("written");
    let refused = run(program(home.path()).arg("local").env("XDG_DATA_HOME", other.path()));
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert!(
        std::fs::read_to_string(&file)
            .expect("still there")
            .starts_with("this is no database")
    );
}

#[test]
fn a_host_that_says_nothing_is_a_normal_end() {
    let home = home();
    assert_eq!(run(program(home.path()).arg("local")).status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn the_database_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = home();
    run(program(home.path()).arg("local"));
    let folder = home.path().join(".local/share/security-review-mcp");
    let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&folder.join("security_reports.db")), 0o600);
}

#[test]
fn every_dated_revision_is_spoken_by_handshake_and_the_newest_without() {
    let home = home();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let (mut session, answer) = Session::initialized(&mut program(home.path()), version);
        assert_eq!(answer["result"]["protocolVersion"], version);
        assert_eq!(answer["result"]["serverInfo"]["name"], "security-review");
        let tools = session.request(1, "tools/list", json!({}));
        let tools = tools["result"]["tools"].as_array().expect("tools").clone();
        assert_eq!(tools.len(), 17, "{version}");
        assert!(
            tools.iter().all(|tool| tool["outputSchema"]["type"] == "object"),
            "{version}"
        );
        assert_eq!(session.end().0, Some(0));
    }
    let mut session = Session::start(&mut program(home.path()));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let discovered = session.request(1, "server/discover", json!({"_meta": meta}));
    assert!(
        discovered["result"]["supportedVersions"]
            .as_array()
            .expect("versions")
            .contains(&json!("2026-07-28"))
    );
    assert!(
        discovered["result"]["instructions"]
            .as_str()
            .expect("text")
            .contains("save_security_report")
    );
    let listed = session.request(2, "tools/list", json!({"_meta": meta}));
    assert_eq!(listed["result"]["resultType"], "complete");
    assert_eq!(listed["result"]["cacheScope"], "private");
    let called = session.request(
        3,
        "tools/call",
        json!({"_meta": meta, "name": "list_checklists", "arguments": {}}),
    );
    assert_eq!(called["result"]["structuredContent"]["python"], 13);
    let unknown = json!({
        "io.modelcontextprotocol/protocolVersion": "2030-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let refused = session.request(4, "tools/list", json!({"_meta": unknown}));
    assert_eq!(refused["error"]["code"], -32022);
}

#[test]
fn a_line_that_is_no_message_is_answered_and_the_session_goes_on() {
    let home = home();
    let mut command = program(home.path());
    command.env("SECREVIEW_MAX_MCP_REQUEST_MB", "1");
    let mut early = Session::start(&mut program(home.path()));
    early.send(r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
    early.send("{nope");
    assert_eq!(early.receive()["error"]["code"], -32700);

    let (mut session, _) = Session::initialized(&mut command, "2025-06-18");
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":9,"method":"x","params":{}}}"#,
        "[".repeat(200_000)
    );
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":9,"method":"x","params":"{}"}}"#,
        "y".repeat(2 << 20)
    );
    let surrogate = r#"{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"\ud83d"}}"#;
    for (line, code, id) in [
        (&b"{nope"[..], -32700, Value::Null),
        (b"42", -32600, Value::Null),
        (br#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#, -32600, Value::Null),
        (b"\xff\xfe", -32700, Value::Null),
        // Where the id can be read, the caller that waits for it gets the answer.
        (deep.as_bytes(), -32700, json!(9)),
        (long.as_bytes(), -32600, json!(9)),
        (surrogate.as_bytes(), -32700, json!("s")),
    ] {
        session.send_bytes(line);
        let answer = session.receive();
        assert_eq!(answer["error"]["code"], code, "{:.60}", text(line));
        assert_eq!(answer["jsonrpc"], "2.0");
        assert_eq!(answer.get("id"), Some(&id), "{answer}");
    }
    session.send("");
    assert_eq!(session.request(10, "ping", json!({}))["result"], json!({}));
    // A known method with parameters of another shape is a mistake in the parameters, an unknown one is no method.
    assert_eq!(
        session.request(11, "tools/call", json!({"name": 5}))["error"]["code"],
        -32602
    );
    assert_eq!(session.request(12, "tools/destroy", json!({}))["error"]["code"], -32601);
    // The last line needs no line end.
    let input = session.input.as_mut().expect("open");
    input
        .write_all(br#"{"jsonrpc":"2.0","id":13,"method":"ping"}"#)
        .and_then(|()| input.flush())
        .expect("written");
    let (code, rest, _) = session.end();
    assert_eq!(code, Some(0));
    assert_eq!(serde_json::from_str::<Value>(rest.trim()).expect("a frame")["id"], 13);
}

#[test]
fn what_comes_before_the_first_request_ends_nothing_and_is_not_logged() {
    let home = home();
    let mut session = Session::start(&mut program(home.path()));
    session.send(r#"{"jsonrpc":"2.0","id":0,"error":{"code":1,"message":"correct-horse-battery"}}"#);
    session.send("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    assert_eq!(session.receive()["id"], 1);
    let (_, _, log) = session.end();
    assert!(!log.contains("correct-horse"), "{log}");
}

#[test]
fn lines_after_a_wrong_one_in_the_same_write_are_answered() {
    let home = home();
    let (mut session, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    session.send_bytes(b"\xff\xfe\n{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}");
    let ids = [session.receive()["id"].clone(), session.receive()["id"].clone()];
    assert!(ids.contains(&json!(5)) && ids.contains(&Value::Null), "{ids:?}");
}

#[test]
fn a_second_request_with_the_id_of_one_that_waits_is_refused() {
    let home = home();
    let (mut session, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    // Long enough to be waiting still when the next line is read.
    let content = "password = compute(request.args['a'], 1)\n".repeat(4_500);
    let arguments = json!({"content": content, "language": "python"});
    let first = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "scan_code", "arguments": arguments}});
    session.send(&format!(r#"{first}{}{{"jsonrpc":"2.0","id":7,"method":"ping"}}"#, '\n'));
    let answers = [session.receive(), session.receive()];
    assert!(answers.iter().all(|answer| answer["id"] == 7), "{answers:?}");
    let refused = answers
        .iter()
        .filter(|answer| answer["error"]["code"] == -32600)
        .count();
    assert_eq!(refused, 1, "{answers:?}");
}

/// A client that asks and does not read fills its own pipe: input is taken only while answers are.
#[cfg(target_os = "linux")]
#[test]
fn a_client_that_does_not_read_does_not_fill_the_memory() {
    let home = home();
    let (mut session, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    let mut input = session.input.take().expect("open");
    let writer = std::thread::spawn(move || {
        for id in 0..2_000 {
            let line = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"list_rules\",\"arguments\":{{\"limit\":500}}}}}}\n"
            );
            input.write_all(line.as_bytes()).expect("written");
        }
    });
    // Long enough for thousands of answers, were they made.
    std::thread::sleep(std::time::Duration::from_secs(3));
    let status = std::fs::read_to_string(format!("/proc/{}/status", session.child.id())).expect("running");
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .expect("a peak");
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kilobytes < 400_000, "{kilobytes} kB");
    for _ in 0..2_000 {
        assert!(session.receive()["result"].is_object());
    }
    writer.join().expect("all sent");
}

#[test]
fn the_last_answer_is_written_whole_however_late_it_is_read() {
    let home = home();
    let (mut session, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    // More than a pipe holds.
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_rules", "arguments": {"limit": 500}}});
    session.send(&call.to_string());
    drop(session.input.take());
    std::thread::sleep(std::time::Duration::from_secs(7));
    assert_eq!(session.receive()["id"], 1);
    assert_eq!(session.end().0, Some(0));
}

#[test]
fn a_database_that_is_removed_while_the_program_runs_takes_no_report() {
    let home = home();
    let (mut session, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    std::fs::remove_dir_all(home.path().join(".local/share/security-review-mcp")).expect("removed");
    let report = json!({"project": "p", "summary": "A review.", "findings": []});
    let refused = session.call(1, "save_security_report", report);
    assert_eq!(refused["isError"], true);
    assert!(
        refused["content"][0]["text"]
            .as_str()
            .expect("text")
            .contains("removed or replaced"),
        "{refused}"
    );
}

#[test]
fn without_a_home_there_is_no_database_in_the_working_folder() {
    let folder = home();
    let refused = run(Command::new(PROGRAM)
        .arg("local")
        .env_clear()
        .current_dir(folder.path()));
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("HOME: is not set"),
        "{}",
        text(&refused.stderr)
    );
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn stdout_carries_frames_only_and_the_log_no_content_at_the_loudest_level() {
    const SECRET: &str = "correct-horse-battery-Zx81";
    let home = home();
    let mut command = program(home.path());
    command
        .env("RUST_LOG", "trace")
        .env("SECREVIEW_LOG_LEVEL", "trace")
        .env("RUST_BACKTRACE", "1");
    let (mut session, _) = Session::initialized(&mut command, "2025-11-25");
    let code = format!("password = \"{SECRET}\"\nmarker_of_the_content = 1\n");
    let scan = session.call(1, "scan_code", json!({"content": code, "language": "python"}));
    assert_eq!(scan["isError"], false, "{scan}");
    assert!(!scan.to_string().contains(SECRET));
    let saved = session.call(
        2,
        "save_security_report",
        json!({"project": "p", "summary": format!("token = \"{SECRET}\""), "findings": [
            {"title": "marker_of_the_content", "severity": "low", "description": format!("password: {SECRET}")}
        ]}),
    );
    assert_eq!(saved["isError"], false, "{saved}");
    let refused = session.call(3, "get_security_report", json!({"report_id": SECRET}));
    assert_eq!(refused["isError"], true);
    assert!(!refused.to_string().contains(SECRET), "{refused}");
    session.call(4, "get_security_report", json!({"report_id": 1}));
    session.request(
        5,
        "prompts/get",
        json!({"name": "security-review", "arguments": {"code": code}}),
    );
    let (code, rest, log) = session.end();
    assert_eq!((code, rest.as_str()), (Some(0), ""));
    assert!(log.contains("report saved"), "the log is on: {log}");
    for content in [SECRET, "marker_of_the_content"] {
        assert!(!log.contains(content), "{log}");
    }
}

#[test]
fn reports_outlive_the_process_and_several_processes_share_them() {
    let home = home();
    let (mut first, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    let (mut second, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    let report = json!({"project": "Team/Shop", "summary": "First review.", "findings": [
        {"title": "Debug is on", "severity": "medium", "description": "The debug page shows settings."}
    ]});
    let saved = first.call(1, "save_security_report", report);
    assert_eq!(saved["structuredContent"]["report_id"], 1, "{saved}");
    let seen = second.call(1, "get_project_security_posture", json!({"project": "shop"}));
    assert_eq!(seen["structuredContent"]["open_findings_total"], 1);
    assert_eq!(first.end().0, Some(0));
    assert_eq!(second.end().0, Some(0));
    let (mut third, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    let listed = third.call(1, "list_security_reports", json!({"project": "shop"}));
    assert_eq!(listed["structuredContent"]["reports"][0]["summary"], "First review.");
}

#[test]
fn the_working_folder_has_no_say() {
    // A repository under review may hold settings of its own: they are not read.
    let home = home();
    std::fs::write(
        home.path().join(".env"),
        "SECREVIEW_LOG_LEVEL=nonsense\nXDG_DATA_HOME=/nonexistent\n",
    )
    .expect("written");
    let (mut session, _) = Session::initialized(&mut program(home.path()), "2025-06-18");
    assert_eq!(session.call(1, "list_checklists", json!({}))["isError"], false);
}

#[test]
fn the_official_python_client_runs_a_whole_session_in_every_mode() {
    let python = std::env::var("SECREVIEW_TEST_PYTHON")
        .expect("SECREVIEW_TEST_PYTHON is not set: `scripts/test` installs the official client and sets it");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/client/session.py");
    for mode in ["legacy", "auto", "2026-07-28"] {
        let home = home();
        let wrapper = home.path().join("server");
        let output = Command::new(&python)
            .args([script, mode, "env", "-i"])
            .arg(format!("HOME={}", wrapper.display()))
            .args([PROGRAM, "local"])
            .output()
            .expect("python runs");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(
            output.status.success() && out.ends_with("done\n"),
            "{mode}: {out}\n{err}"
        );
    }
}
