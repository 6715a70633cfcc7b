//! Answers and the schemas that announce them.

use rating::{BySeverity, Severity};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;

use super::*;
use crate::gate::{GateQuery, OpenCounts, ProjectFacts, gate};
use crate::posture::Posture;
use crate::testing::{dismissed, finding, instant, name, report};
use crate::trend::{FixTime, TrendFacts, TrendQuery, Window, trend};
use crate::{ChecklistOutcome, ChecklistResult, FindingStatus, Granularity};

/// The answer is valid against the schema of its type.
#[track_caller]
fn announced<T: Serialize + JsonSchema>(answer: &T) {
    let answer = serde_json::to_value(answer).expect("JSON");
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let schema = serde_json::to_value(schema).expect("JSON");
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("a schema");
    let errors: Vec<_> = validator
        .iter_errors(&answer)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{}\n{schema:#}", errors.join("\n"));
    // A schema that allows everything would announce nothing.
    let known = schema["properties"].as_object().expect("properties");
    for key in answer.as_object().expect("an object").keys() {
        assert!(known.contains_key(key), "{key} is not announced");
    }
}

#[test]
fn every_answer_matches_the_schema_of_its_type() {
    let now = instant(50);
    let accepted = dismissed(finding(31, Severity::High), FindingStatus::Accepted, Some(60));
    let export = ExportView::new("jira", ExportState::Failed, now, now).with_error(Some("refused"));
    let view = || FindingView::new(&accepted, now).with_exports(vec![export.clone()]);
    let mut report = report();
    report.head.checklist_results.push(ChecklistResult {
        item_id: "PY-01".to_owned(),
        outcome: ChecklistOutcome::NotCovered,
        title: "Injection".to_owned(),
        domain: "python".to_owned(),
    });
    report.head.scan_rules.push("PY-004".to_owned());
    let context = ReportContext::from(&report);
    let page = ReportPage::whole(std::slice::from_ref(&accepted), now);

    announced(&view());
    announced(&FindingAnswer::from(view()));
    announced(&ReportView::new(&report, vec![view()], &page));
    announced(&ReportList::new(
        vec![ReportRow::new(&report, &ReportCounts::default(), false)],
        0,
        2,
    ));
    announced(&FindingList::new(None, vec![FindingRow::new(view(), &context)], 0, 1));
    announced(&AcceptanceList::new(
        None,
        vec![AcceptanceRow::new(&accepted, &context, 1, false, now)],
        0,
        1,
    ));
    announced(&CommentList::new(vec![CommentView::new(1, 31, "bob", "text", now)]));

    let mut saved = Saved {
        report: &report,
        findings: BySeverity::count([Severity::High]),
        recurring: 0,
        carried_decisions: 0,
        dropped_decisions: vec![1],
        moved_decisions: vec![MovedDecisionView {
            from_finding: 1,
            to_finding: 2,
            from_line: None,
            to_line: Some(3),
        }],
        reopened_findings: Vec::new(),
        replayed: false,
        warnings: Some(&[]),
    };
    announced(&SavedReport::new(saved.clone()));
    saved.warnings = None;
    announced(&SavedReport::new(saved));

    let (open, facts) = (OpenCounts::default(), ProjectFacts::default());
    announced(&gate(&GateQuery::of(name("my-repo")), &open, &facts, now));
    announced(&Posture::new(name("my-repo"), &facts, &open, 0));
    let query = TrendQuery {
        project: name("my-repo"),
        days: 7,
        granularity: Granularity::Day,
    };
    let window = Window::new(query.days, query.granularity, now).expect("a window");
    let fix = FixTime {
        severity: Severity::High,
        minutes: 90,
        count: 1,
    };
    let facts = TrendFacts {
        fix_times: vec![fix],
        ..TrendFacts::default()
    };
    announced(&trend(&query, &window, &facts, now));
}
