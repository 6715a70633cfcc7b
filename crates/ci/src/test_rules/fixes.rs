//! The fixes of a test file, against what it must become.

use std::fs;
use std::ops::Range;
use std::path::Path;

use opengrep::annotations::fixed_target;
use opengrep::engine::{Engine, Finding, Input};
use opengrep::testing::TestFile;

use super::{Lines, TestResult, read, shown_path};

/// Applies all fixes of a test file together and compares the result with the file beside it, byte for byte. Nothing is
/// checked when no rule has a fix, or when that file is missing. The rule of the check is the one whose fixes were applied,
/// or those, joined by commas.
pub(super) fn check(rule_file: &Path, engine: &Engine, path: &Path, target: &TestFile<'_>) -> Option<TestResult> {
    let expected_path = path.with_file_name(fixed_target(target.name));
    if !fs::metadata(&expected_path).is_ok_and(|meta| meta.is_file()) {
        return None;
    }
    let report = engine.scan(&Input {
        path: target.name,
        text: target.text,
        language: target.language,
        obey_paths: false,
    });
    let rules: Vec<_> = engine.rules().collect();
    let fixed: Vec<&Finding> = report.findings.iter().filter(|finding| finding.fix.is_some()).collect();
    let mut ids: Vec<&str> = fixed.iter().map(|finding| rules[finding.rule].id.as_str()).collect();
    if ids.is_empty() {
        let with_fix = rules
            .iter()
            .filter(|rule| rule.fix.is_some() || rule.fix_regex.is_some());
        ids.extend(with_fix.map(|rule| rule.id.as_str()));
    }
    if ids.is_empty() {
        return None;
    }
    ids.sort_unstable();
    ids.dedup();
    let id = ids.join(",");
    let result = match apply(target.text, &fixed) {
        Ok(result) => result,
        Err(error) => return Some(TestResult::error(rule_file, &id, Some(&expected_path), &error)),
    };
    let expected = match read(&expected_path) {
        Ok((expected, _)) => expected,
        Err(error) => return Some(TestResult::error(rule_file, &id, Some(&expected_path), &error)),
    };
    let (missed, extra) = different_lines(&expected, &result);
    let shown = Lines::new(&expected, target.name)
        .diff("missed", &missed, |_| "")
        .chain(Lines::new(&result, target.name).diff("extra", &extra, |_| ""))
        .collect();
    Some(TestResult {
        rule_id: id,
        rule_file: shown_path(rule_file),
        test_file: Some(shown_path(&expected_path)),
        passed: expected == result,
        missed,
        extra,
        error: None,
        shown,
    })
}

/// The text with all fixes, or which of them overlap.
fn apply(text: &str, findings: &[&Finding]) -> Result<String, String> {
    let mut fixes: Vec<(&Range<usize>, &str)> = findings
        .iter()
        .filter_map(|finding| Some((&finding.range, finding.fix.as_deref()?)))
        .collect();
    fixes.sort_by_key(|(range, fix)| (range.start, range.end, *fix));
    fixes.dedup();
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, fix) in fixes {
        let Some(kept) = text.get(done..range.start) else {
            let line = text.get(..range.start).unwrap_or_default().matches('\n').count() + 1;
            return Err(format!("two fixes overlap at line {line}"));
        };
        out.push_str(kept);
        out.push_str(fix);
        done = range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Ok(out)
}

/// The lines of each text that differ: between what both start with and what both end with, line by line when these are
/// equally many.
fn different_lines(expected: &str, result: &str) -> (Vec<usize>, Vec<usize>) {
    if expected == result {
        return (Vec::new(), Vec::new());
    }
    let one: Vec<&str> = expected.split_inclusive('\n').collect();
    let other: Vec<&str> = result.split_inclusive('\n').collect();
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| pairs.take_while(|(a, b)| a == b).count();
    let start = same(&mut one.iter().zip(&other));
    let rest = one.len().min(other.len()) - start;
    let end = same(&mut one.iter().rev().zip(other.iter().rev())).min(rest);
    let lines = |count: usize| start + 1..=count - end;
    if one.len() == other.len() {
        let differ: Vec<usize> = lines(one.len())
            .filter(|line| one[line - 1] != other[line - 1])
            .collect();
        return (differ.clone(), differ);
    }
    (lines(one.len()).collect(), lines(other.len()).collect())
}

#[cfg(test)]
mod tests {
    use super::{apply, different_lines};
    use opengrep::engine::Finding;

    fn fix(range: std::ops::Range<usize>, fix: &str) -> Finding {
        Finding {
            rule: 0,
            range,
            message: String::new(),
            metavariables: Vec::new(),
            trace: None,
            fix: Some(fix.to_owned()),
        }
    }

    #[test]
    fn fixes_are_applied_together_unless_they_overlap() {
        let (a, b, c) = (fix(0..1, "A"), fix(2..3, ""), fix(2..4, "C"));
        assert_eq!(apply("a\ncd", &[&b, &a, &a]), Ok("A\nd".to_owned()));
        assert_eq!(apply("a\ncd", &[&b, &c]), Err("two fixes overlap at line 2".to_owned()));
    }

    #[test]
    fn lines_differ_between_the_common_start_and_end() {
        for (expected, result, missed, extra) in [
            ("a\nb\nc\n", "a\nx\ny\nc\n", vec![2], vec![2, 3]),
            ("a\n", "a", vec![1], vec![1]),
            ("a\na\n", "a\n", vec![2], vec![]),
            ("a\nb\nc\n", "x\nb\ny\n", vec![1, 3], vec![1, 3]),
            ("a\n", "a\n", vec![], vec![]),
        ] {
            assert_eq!(different_lines(expected, result), (missed, extra), "{expected:?}");
        }
    }
}
