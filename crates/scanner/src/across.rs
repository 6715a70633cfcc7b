//! Flows from file to file: a second look at the files in which a source of one can meet a sink of another.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use opengrep::engine::{Finding, Input};
use opengrep::project::{CrossFinding, CrossStep, FileFlows, FileIndex, Project, StepKind};
use rayon::prelude::*;
use syntax::{Language, LineIndex};
use untrusted_text::{Document, safe_line};

use crate::flow::{self, FlowEnd, FlowPlace, FlowTrace};
use crate::location::number;
use crate::matches::{Suppression, TextReport, WarningKind};
use crate::structural::{self, Beyond};
use crate::suppress::Markers;
use crate::suppress::ids::Ids;
use crate::text;
use crate::tree::{Candidate, Outcome, TreeScan};

/// What is known of some rules in a file after other files were looked at.
pub(crate) struct Given {
    /// The places of the rules, of which only these findings count.
    pub(crate) rules: BTreeSet<usize>,
    pub(crate) findings: Vec<(usize, Finding, Option<Way>)>,
}

/// The way of a flow between files.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) trace: FlowTrace,
    /// A marker at one of its calls, in another file.
    pub(crate) suppression: Option<Suppression>,
    /// Where that marker stands: the number of the file, the line.
    marker: Option<(usize, u32)>,
}

/// A report, and the markers of other files that hide something in it: file and line.
type Mended = (TextReport, Vec<(usize, u32)>);

/// Longest path in a reason, in characters.
const PATH_CHARS: usize = 200;

/// Follows flows between the files of a scan, and mends the reports of those in which something is found or proved harmless. What the
/// user should know of it.
pub(crate) fn follow(scan: &TreeScan<'_>, files: &[Candidate], outcomes: &mut [Outcome]) -> Vec<String> {
    let mut numbers: Vec<usize> = Vec::new();
    let mut indexes: Vec<FileIndex> = Vec::new();
    let mut languages: Vec<Language> = Vec::new();
    for (number, outcome) in outcomes.iter_mut().enumerate() {
        if let Outcome::Scanned { index, report, .. } = outcome
            && let Some(mut index) = index.take()
        {
            if text::is_test(&files[number].path) {
                index.set_apart();
            }
            numbers.push(number);
            languages.push(report.language);
            indexes.push(*index);
        }
    }
    let project = Project::new(indexes, go_modules(scan, files));
    let tasks: Vec<_> = project.tasks().into_iter().collect();
    let flows = tasks.par_iter().with_max_len(1).map(|(number, task)| {
        let candidate = &files[numbers[*number]];
        let language = languages[*number];
        let flows = catch_unwind(AssertUnwindSafe(|| {
            let text = scan.text(candidate)?;
            let compiled = scan.rules.compiled(language);
            let input = input(&candidate.path, language, &text);
            Some(compiled.engine.flows(&input, task, &|number| compiled.key(number)))
        }));
        (*number, flows.ok().flatten())
    });
    let flows: Vec<(usize, Option<FileFlows>)> = flows.collect();
    let mut warnings = Vec::new();
    for (number, flows) in &flows {
        if flows.is_none() {
            warnings.push(not_followed(&files[numbers[*number]]));
        }
    }
    let flows: BTreeMap<usize, FileFlows> = flows
        .into_iter()
        .filter_map(|(number, flows)| Some((number, flows?)))
        .collect();
    let connected = project.connect(&flows);
    let mut cut: BTreeSet<usize> = connected.unfinished.into_iter().collect();
    cut.extend(flows.values().flat_map(|flows| flows.stopped.iter().copied()));
    for rule in cut.into_iter().filter_map(|place| scan.rules.structural_rule(place)) {
        warnings.push(format!(
            "rule `{}`: flows between files were not followed to their end: results may be missing",
            rule.id
        ));
    }
    let mut between: BTreeMap<usize, Vec<CrossFinding>> = BTreeMap::new();
    for finding in connected.findings {
        between.entry(finding.file).or_default().push(finding);
    }
    let follow = Follow {
        scan,
        files,
        numbers: &numbers,
        languages: &languages,
    };
    let changed: Vec<(usize, BTreeSet<usize>)> = tasks
        .iter()
        .filter_map(|(number, task)| {
            let flows = flows.get(number)?;
            let rules: BTreeSet<usize> = task.rules().filter(|rule| !flows.stopped.contains(rule)).collect();
            let is_changed = between.contains_key(number) || follow.differs(*number, &rules, flows, outcomes);
            is_changed.then_some((*number, rules))
        })
        .collect();
    let mended = changed.into_par_iter().with_max_len(1).map(|(number, rules)| {
        let found = between.get(&number).map(Vec::as_slice).unwrap_or_default();
        let report = catch_unwind(AssertUnwindSafe(|| follow.again(number, rules, &flows[&number], found)));
        (number, report.ok().flatten())
    });
    let mended: Vec<(usize, Option<Mended>)> = mended.collect();
    let mut used = Vec::new();
    for (number, mended) in mended {
        let place = numbers[number];
        match (mended, &mut outcomes[place]) {
            (Some((mended, markers)), Outcome::Scanned { report, .. }) => {
                *report = mended;
                used.extend(markers);
            }
            _ => warnings.push(not_followed(&files[place])),
        }
    }
    // A marker that hides a flow of another file is of use.
    for (file, line) in used {
        if let Outcome::Scanned { report, .. } = &mut outcomes[numbers[file]] {
            report
                .warnings
                .retain(|warning| warning.kind != WarningKind::UnusedSuppression || warning.line != line);
        }
    }
    warnings
}

fn not_followed(candidate: &Candidate) -> String {
    let path = safe_line(&candidate.path, PATH_CHARS);
    format!("flows between {path} and other files are not told: a file could not be read again")
}

fn input<'i>(path: &'i str, language: Language, text: &'i str) -> Input<'i> {
    Input {
        path,
        text,
        language: Some(language),
        obey_paths: true,
    }
}

/// The modules of Go: the folder of each `go.mod`, and what it names.
fn go_modules(scan: &TreeScan<'_>, files: &[Candidate]) -> Vec<(String, String)> {
    let named = files.iter().filter_map(|candidate| {
        let folder = match candidate.path.as_str() {
            "go.mod" => "",
            path => path.strip_suffix("/go.mod")?,
        };
        let text = scan.raw_text(candidate)?;
        let mut lines = text.lines().filter_map(|line| line.trim().strip_prefix("module"));
        let module = lines.find(|rest| rest.starts_with([' ', '\t']))?;
        let module = module.split("//").next().unwrap_or_default().trim().trim_matches('"');
        Some((folder.to_owned(), module.to_owned()))
    });
    named.collect()
}

struct Follow<'a> {
    scan: &'a TreeScan<'a>,
    files: &'a [Candidate],
    /// The place of each indexed file among all.
    numbers: &'a [usize],
    languages: &'a [Language],
}

impl Follow<'_> {
    /// Whether some rules find within a file something else than was reported.
    fn differs(&self, number: usize, rules: &BTreeSet<usize>, flows: &FileFlows, outcomes: &[Outcome]) -> bool {
        let Outcome::Scanned { report, .. } = &outcomes[self.numbers[number]] else {
            return false;
        };
        let reported = report.matches.iter().chain(&report.suppressed);
        let reported: BTreeSet<(usize, usize, usize)> = reported
            .filter_map(|found| found.structural.as_ref())
            .filter(|facts| rules.contains(&facts.rule))
            .map(|facts| (facts.rule, facts.start.offset, facts.end.offset))
            .collect();
        let compiled = self.scan.rules.compiled(self.languages[number]);
        let found = flows.findings.iter().filter_map(|finding| {
            let place = compiled.key(finding.rule);
            let rule = self.scan.rules.structural_rule(place)?;
            let is_told = rule.confidence >= self.scan.options.text.min_rule_confidence;
            is_told.then_some((place, finding.range.start, finding.range.end))
        });
        found.collect::<BTreeSet<_>>() != reported
    }

    /// Scans a file again with what is known of other files.
    fn again(
        &self,
        number: usize,
        rules: BTreeSet<usize>,
        flows: &FileFlows,
        between: &[CrossFinding],
    ) -> Option<Mended> {
        let candidate = &self.files[self.numbers[number]];
        let language = self.languages[number];
        let compiled = self.scan.rules.compiled(language);
        let within = flows
            .findings
            .iter()
            .map(|finding| (compiled.key(finding.rule), finding.clone(), None));
        let mut findings: Vec<_> = within.collect();
        let texts = self.texts(between)?;
        let mut readings = self.readings(&texts);
        for found in between {
            let way = self.way(found, &mut readings)?;
            findings.push((found.rule, found.finding.clone(), Some(way)));
        }
        let ways = findings.iter().filter_map(|(.., way)| way.as_ref());
        let markers = ways.filter_map(|way| way.marker).collect();
        let given = Given { rules, findings };
        let text = self.scan.text(candidate)?;
        let options = &self.scan.options.text;
        let path = &candidate.path;
        let (report, _) = text::scan(
            self.scan.rules,
            path,
            language,
            &text,
            options,
            None,
            Beyond::Given(&given),
        );
        Some((report, markers))
    }

    /// The texts of all files that the ways of some findings go through.
    fn texts(&self, found: &[CrossFinding]) -> Option<BTreeMap<usize, (String, LineIndex)>> {
        let steps = found.iter().flat_map(|found| &found.ways).flatten();
        let files: BTreeSet<usize> = steps.map(|step| step.file).collect();
        let texts = files.into_iter().map(|file| {
            let text = self.scan.text(&self.files[self.numbers[file]])?;
            let lines = LineIndex::new(&text);
            Some((file, (text, lines)))
        });
        texts.collect()
    }

    fn readings<'t>(&'t self, texts: &'t BTreeMap<usize, (String, LineIndex)>) -> BTreeMap<usize, Reading<'t>> {
        let mut ids = Ids::new(self.scan.rules);
        let readings = texts.iter().map(|(file, (text, lines))| {
            let path = self.files[self.numbers[*file]].path.as_str();
            let reading = Reading {
                path,
                text,
                lines,
                document: Document::new(text, path),
                markers: Markers::find(text, lines, &mut ids),
            };
            (*file, reading)
        });
        readings.collect()
    }

    /// The way of a finding: the shortest without a marker at a call of another file, else the shortest.
    fn way(&self, found: &CrossFinding, readings: &mut BTreeMap<usize, Reading<'_>>) -> Option<Way> {
        let rule = self.scan.rules.structural_rule(found.rule)?;
        let mut first = None;
        for steps in &found.ways {
            let way = way_of(&rule.id, found, steps, readings)?;
            if way.suppression.is_none() {
                return Some(way);
            }
            first.get_or_insert(way);
        }
        first
    }
}

/// A file that ways go through.
struct Reading<'t> {
    path: &'t str,
    text: &'t str,
    lines: &'t LineIndex,
    document: Document<'t>,
    markers: Markers,
}

fn way_of(
    rule: &str,
    found: &CrossFinding,
    steps: &[CrossStep],
    readings: &mut BTreeMap<usize, Reading<'_>>,
) -> Option<Way> {
    let own = readings.get(&found.file)?;
    let own = number(own.lines.line_of(found.finding.range.start));
    let (mut suppression, mut marker) = (None, None);
    let mut places: Vec<FlowPlace> = Vec::with_capacity(steps.len());
    for step in steps {
        let Reading {
            path,
            text,
            lines,
            document,
            markers,
        } = readings.get_mut(&step.file)?;
        let is_other = step.file != found.file;
        let is_call = step.kind == StepKind::Call;
        let shown = is_other.then(|| (*path).to_owned());
        places.push(flow::place_in(shown, (text, lines), document, &step.range, is_call));
        if is_other && is_call && suppression.is_none() {
            let line = lines.line_of(step.range.start);
            let hidden = markers
                .hide(line, &[rule])
                .or_else(|| structural::suppression(text, lines, line, rule));
            marker = hidden.as_ref().map(|hidden| (step.file, hidden.line));
            // Of another file, told at the finding.
            suppression = hidden.map(|hidden| {
                let reason = hidden.reason.map(|reason| format!(": {}", reason.as_str()));
                let reason = format!("at the call in {path}:{line}{}", reason.unwrap_or_default());
                Suppression {
                    reason: Some(safe_line(&reason, 2 * PATH_CHARS)),
                    line: own,
                    unknown_ids: Vec::new(),
                }
            });
        }
    }
    let sink = places.pop()?;
    if places.is_empty() {
        return None;
    }
    let source = places.remove(0);
    Some(Way {
        trace: FlowTrace {
            source: FlowEnd::Here(source),
            passed: flow::bounded(places),
            sink: FlowEnd::Here(sink),
        },
        suppression,
        marker,
    })
}
