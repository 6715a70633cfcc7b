//! Any text as a rule file: it is read or refused, what is refused says where, and what is read can be made ready and run.
#![no_main]

use libfuzzer_sys::fuzz_target;
use opengrep::engine::{Engine, Input, MAX_PROGRAMS_BYTES};
use opengrep::rule::{parse_rule, parse_rules};
use syntax::Language;

const CODE: &str = "import os\n\n@app.route('/x')\ndef f(a, b=1):\n    x = os.system(f'ls {a}')\n    return [x, 'y', {'k': 2.5}]\n";

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    // YAML ends lines at `\r` too.
    let lines = text.matches(['\n', '\r']).count() + 1;
    parse_rule(&text);
    let file = parse_rules(&text);
    for problem in &file.problems {
        assert!((1..=lines).contains(&problem.line), "{problem}");
        assert!(!problem.message.is_empty());
    }
    let count = file.rules.len();
    let (engine, problems) = Engine::new(file.rules);
    assert_eq!(engine.rules().len() + problems.len(), count);
    assert!(engine.program_bytes() <= MAX_PROGRAMS_BYTES);
    let engine = engine.with_steps(20_000);
    for language in [Some(Language::Python), None] {
        let report = engine.scan(&Input { path: "src/a.py", text: CODE, language, obey_paths: false });
        for found in report.findings {
            assert!(CODE.get(found.range).is_some());
        }
    }
});
