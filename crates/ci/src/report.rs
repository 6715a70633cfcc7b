//! What a run found, in the form that every format reads.

use domain::{BySeverity, Confidence, Severity};
use scanner::{FileReport, Match, RuleSet, Skipped, TreeReport, Truncated, Warning};
use untrusted_text::{SafeText, safe_line};

use crate::baseline::{Baseline, BaselineUse, Entry};
use crate::config::ConfigUse;

/// Longest path that is shown, in characters.
const PATH_CHARS: usize = 4_096;

/// The result of a run.
pub(crate) struct Report<'a> {
    /// The rules of the run, for documentation.
    pub(crate) rules: &'a RuleSet,
    /// Their digest and number.
    pub(crate) rules_digest: String,
    pub(crate) rules_count: usize,
    /// Where they come from: `embedded`, `files`, or both.
    pub(crate) rule_source: &'static str,
    /// The folder as it was given.
    pub(crate) root: SafeText,
    /// The folder as it was given, for paths that other programs resolve.
    pub(crate) root_path: std::path::PathBuf,
    pub(crate) project: String,
    /// How files were found: `git`, `walk`, `staged`, `diff`.
    pub(crate) listing: &'static str,
    /// Files with something to say, by path.
    pub(crate) files: Vec<FileOutcome>,
    pub(crate) skipped: Vec<SkippedFile>,
    /// What the reader should know of the scan as a whole.
    pub(crate) warnings: Vec<SafeText>,
    pub(crate) files_scanned: usize,
    /// Their paths, fit to be shown, sorted.
    pub(crate) scanned: Vec<SafeText>,
    /// Those of them that are in `skipped` too.
    pub(crate) files_in_part: usize,
    pub(crate) files_unsupported: usize,
    pub(crate) files_excluded: usize,
    pub(crate) lines_scanned: usize,
    pub(crate) fail_on: Severity,
    pub(crate) config: Option<ConfigUse>,
    pub(crate) baseline: Option<BaselineUse>,
    /// Counts of the matches that are neither suppressed nor known.
    pub(crate) by_severity: BySeverity,
}

/// One file of a result.
pub(crate) struct FileOutcome {
    /// The path with forward slashes, fit to be shown.
    pub(crate) shown: SafeText,
    /// The path with forward slashes.
    pub(crate) path: String,
    pub(crate) language: &'static str,
    pub(crate) lines: usize,
    pub(crate) matches: Vec<Match>,
    /// Matches that the baseline covers.
    pub(crate) known: Vec<Known>,
    /// Matches that a marker in the text hides.
    pub(crate) suppressed: Vec<Match>,
    pub(crate) truncated: Option<Truncated>,
    pub(crate) warnings: Vec<Warning>,
}

/// A match of the baseline.
pub(crate) struct Known {
    pub(crate) found: Match,
    pub(crate) entry: Entry,
}

/// A file that was not scanned, and why.
pub(crate) struct SkippedFile {
    pub(crate) shown: SafeText,
    pub(crate) path: String,
    pub(crate) reason: SafeText,
}

/// What a run was made with, beside the scan.
pub(crate) struct Setting<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) rule_source: &'static str,
    pub(crate) project: String,
    pub(crate) root: std::path::PathBuf,
    pub(crate) fail_on: Severity,
    pub(crate) min_confidence: Confidence,
    pub(crate) config: Option<ConfigUse>,
}

impl<'a> Report<'a> {
    /// Sorts the matches of a scan into those that count and those that the baseline covers.
    pub(crate) fn new(tree: TreeReport, setting: Setting<'a>, mut baseline: Option<&mut Baseline>) -> Self {
        let floor = setting.min_confidence;
        let files = tree
            .files
            .into_iter()
            .map(|file| FileOutcome::new(file, floor, baseline.as_deref_mut()));
        let files: Vec<_> = files.filter(|file| !file.is_empty()).collect();
        let by_severity = BySeverity::count(files.iter().flat_map(|file| &file.matches).map(|found| found.severity));
        Self {
            rules: setting.rules,
            rules_digest: tree.rules_digest,
            rules_count: tree.rules_count,
            rule_source: setting.rule_source,
            root: safe_line(&tree.root, PATH_CHARS),
            root_path: setting.root,
            project: setting.project,
            listing: tree.listing,
            files,
            skipped: tree.skipped.into_iter().map(SkippedFile::new).collect(),
            warnings: tree.warnings.iter().map(|warning| safe_line(warning, 1_000)).collect(),
            files_scanned: tree.files_scanned,
            scanned: tree.scanned.iter().map(|path| safe_line(path, PATH_CHARS)).collect(),
            files_in_part: tree.files_in_part,
            files_unsupported: tree.files_unsupported,
            files_excluded: tree.files_excluded,
            lines_scanned: tree.lines_scanned,
            fail_on: setting.fail_on,
            config: setting.config,
            baseline: baseline.map(|baseline| baseline.describe()),
            by_severity,
        }
    }

    /// How many matches reach the threshold.
    pub(crate) fn blocking(&self) -> usize {
        self.by_severity.at_least(self.fail_on)
    }

    pub(crate) fn is_blocked(&self) -> bool {
        self.blocking() > 0
    }

    pub(crate) fn matches_count(&self) -> usize {
        self.by_severity.total()
    }

    pub(crate) fn suppressed_count(&self) -> usize {
        self.files.iter().map(|file| file.suppressed.len()).sum()
    }

    pub(crate) fn known_count(&self) -> usize {
        self.files.iter().map(|file| file.known.len()).sum()
    }

    /// The totals, on one line.
    pub(crate) fn totals(&self) -> String {
        let mut line = format!(
            "scanned {}, {} ({}); skipped {}; matches {}",
            plural(self.files_scanned, "file", "files"),
            plural(self.lines_scanned, "line", "lines"),
            self.listing,
            self.skipped.len() + self.files_excluded,
            self.matches_count(),
        );
        let counts: Vec<_> = Severity::WORST_FIRST
            .into_iter()
            .filter(|severity| self.by_severity.get(*severity) > 0)
            .map(|severity| format!("{severity} {}", self.by_severity.get(severity)))
            .collect();
        if !counts.is_empty() {
            line.push_str(&format!(" ({})", counts.join(", ")));
        }
        line.push_str(&format!("; suppressed {}", self.suppressed_count()));
        if self.baseline.is_some() {
            line.push_str(&format!("; baseline {}", self.known_count()));
        }
        line
    }

    /// The verdict, on one line.
    pub(crate) fn result(&self) -> String {
        match self.blocking() {
            0 => "RESULT: OK".to_owned(),
            blocking => format!(
                "RESULT: BLOCKED ({} >= {})",
                plural(blocking, "match", "matches"),
                self.fail_on
            ),
        }
    }

    /// Matches that count, with their files, the worst first, then by place.
    pub(crate) fn worst_first(&self) -> Vec<(&FileOutcome, &Match)> {
        let mut all: Vec<_> = self
            .files
            .iter()
            .flat_map(|file| file.matches.iter().map(move |found| (file, found)))
            .collect();
        // Stable: files and lines stay in order inside a severity.
        all.sort_by_key(|(_, found)| std::cmp::Reverse(found.severity));
        all
    }
}

impl FileOutcome {
    fn new(file: FileReport, floor: Confidence, mut baseline: Option<&mut Baseline>) -> Self {
        let shown = |found: &Match| found.confidence >= floor;
        let mut matches = Vec::with_capacity(file.matches.len());
        let mut known = Vec::new();
        for found in file.matches.into_iter().filter(shown) {
            match baseline.as_deref_mut().and_then(|baseline| baseline.covers(&found)) {
                Some(entry) => known.push(Known { found, entry }),
                None => matches.push(found),
            }
        }
        Self {
            shown: safe_line(&file.path, PATH_CHARS),
            path: file.path,
            language: file.language.name(),
            lines: file.lines,
            matches,
            known,
            suppressed: file.suppressed.into_iter().filter(shown).collect(),
            truncated: file.truncated,
            warnings: file
                .warnings
                .into_iter()
                .map(|warning| Warning {
                    text: safe_line(&warning.text, 500).into_string(),
                    ..warning
                })
                .collect(),
        }
    }

    fn is_empty(&self) -> bool {
        let none = self.matches.is_empty() && self.known.is_empty() && self.suppressed.is_empty();
        none && self.warnings.is_empty() && self.truncated.is_none()
    }
}

impl SkippedFile {
    fn new(skipped: Skipped) -> Self {
        Self {
            shown: safe_line(&skipped.path, PATH_CHARS),
            path: skipped.path,
            reason: safe_line(&skipped.reason, 300),
        }
    }
}

/// A number with its noun.
pub(crate) fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A text of a rule on one line. Texts of rules are ours or the user's: hidden characters are shown, nothing is masked.
pub(crate) fn rule_text(text: &str) -> String {
    untrusted_text::reveal(text.trim()).replace(['\r', '\n', '\t'], " ")
}
