use super::*;
use crate::testing::name;

/// 2026-03-18T12:00:00Z, a Wednesday.
fn now() -> Timestamp {
    Timestamp::from_micros(1_773_835_200_000_000)
}

const TODAY: i64 = 20_530;

fn event(day: i64, kind: EventKind, before: Option<Severity>, after: Option<Severity>) -> DailyEvents {
    DailyEvents {
        day,
        kind,
        before,
        after,
        count: 1,
    }
}

fn sample() -> Trend {
    use EventKind::{Dismissed, Expired, Fixed, Merged, Reported, Rerated};
    use Severity::{Critical, High, Low, Medium};
    let facts = TrendFacts {
        events: vec![
            event(TODAY - 100, Reported, None, Some(Critical)),
            event(TODAY - 20, Reported, None, Some(Medium)),
            event(TODAY - 15, Reported, None, Some(Low)),
            event(TODAY - 10, Rerated, Some(Medium), Some(High)),
            event(TODAY - 9, Dismissed, Some(Low), None),
            // The first day of the last week: this week's, not last week's.
            event(TODAY - 2, Expired, None, Some(Low)),
            event(TODAY - 1, Fixed, Some(Critical), None),
            event(TODAY, Reported, None, Some(Low)),
            event(TODAY, Merged, Some(Low), None),
            // Not yet.
            event(TODAY + 1, Reported, None, Some(Critical)),
        ],
        reports: vec![
            DailyReports {
                day: TODAY - 100,
                risk_level: Critical,
                count: 1,
            },
            DailyReports {
                day: TODAY - 2,
                risk_level: Low,
                count: 2,
            },
        ],
        open: vec![
            OpenGroup {
                severity: High,
                cwe: Some("CWE-89".to_owned()),
                count: 1,
                oldest: Timestamp::of_day(TODAY - 20),
            },
            OpenGroup {
                severity: Low,
                cwe: None,
                count: 1,
                oldest: Timestamp::of_day(TODAY - 15),
            },
        ],
        fix_times: vec![FixTime {
            severity: Critical,
            minutes: 99 * 1_440,
            count: 1,
        }],
    };
    let query = TrendQuery {
        project: name("my-repo"),
        days: 14,
        granularity: Granularity::Week,
    };
    let window = Window::new(query.days, query.granularity, now()).expect("a window");
    trend(&query, &window, &facts, now())
}

#[test]
fn a_trend_has_the_documented_keys_and_numbers() {
    let shown = serde_json::to_value(sample()).unwrap();
    let zero = serde_json::json!({"critical": 0, "high": 0, "medium": 0, "low": 0, "info": 0});
    let expected = serde_json::json!({
        "project": "my-repo", "window_days": 14, "granularity": "week", "generated_at": "2026-03-18T12:00:00Z",
        "direction": "improving",
        "summary": {
            "reports_total": 3, "reports_in_window": 2, "new_findings": 2, "reopened_total": 1, "fixed_findings": 1,
            "dismissed_findings": 1, "merged_total": 1,
            "open_now": {"critical": 0, "high": 1, "medium": 0, "low": 1, "info": 0},
            "open_now_total": 2, "risk_score_now": 6, "oldest_open_days": {"high": 20.5, "low": 15.5},
            "top_open_cwes": [{"cwe": "CWE-89", "count": 1}, {"cwe": "unknown", "count": 1}],
            "mttr_days": {"critical": {"count": 1, "mean_days": 99.0, "median_days": 99.0}},
        },
        "periods": [
            {"period": "2026-03-02", "reports": 0, "worst_report_risk": null,
             "new": {"critical": 0, "high": 0, "medium": 0, "low": 1, "info": 0}, "new_total": 1, "reopened_total": 0,
             "fixed_total": 0, "dismissed_total": 0, "merged_total": 0,
             "open_at_end": {"critical": 1, "high": 1, "medium": 0, "low": 1, "info": 0}, "open_total": 3,
             "risk_score": 16, "partial": false},
            {"period": "2026-03-09", "reports": 0, "worst_report_risk": null, "new": zero, "new_total": 0,
             "reopened_total": 0, "fixed_total": 0, "dismissed_total": 1, "merged_total": 0,
             "open_at_end": {"critical": 1, "high": 1, "medium": 0, "low": 0, "info": 0}, "open_total": 2,
             "risk_score": 15, "partial": false},
            {"period": "2026-03-16", "reports": 2, "worst_report_risk": "low",
             "new": {"critical": 0, "high": 0, "medium": 0, "low": 1, "info": 0}, "new_total": 1, "reopened_total": 1,
             "fixed_total": 1, "dismissed_total": 0, "merged_total": 1,
             "open_at_end": {"critical": 0, "high": 1, "medium": 0, "low": 1, "info": 0}, "open_total": 2,
             "risk_score": 6, "partial": true},
        ],
        "notes": [],
        "risk_score_weights": {"critical": 10, "high": 5, "medium": 2, "low": 1, "info": 0},
    });
    assert_eq!(shown, expected);
}

#[test]
fn a_project_without_a_report_and_a_history_with_a_gap_are_noted() {
    let query = TrendQuery {
        project: name("misspelt"),
        days: 1,
        granularity: Granularity::Month,
    };
    let window = Window::new(1, Granularity::Month, now()).unwrap();
    let empty = trend(&query, &window, &TrendFacts::default(), now());
    assert_eq!(empty.direction, Direction::InsufficientData);
    assert_eq!(
        empty.notes,
        ["The project has no report: check its name, or save a first review."]
    );
    let gap = TrendFacts {
        open: vec![OpenGroup {
            severity: Severity::High,
            cwe: None,
            count: 2,
            oldest: now(),
        }],
        ..TrendFacts::default()
    };
    assert_eq!(
        trend(&query, &window, &gap, now()).notes[1],
        "The history gives 0 open findings, the list of findings 2: part of the history is missing."
    );
}

#[test]
fn a_trend_is_a_page() {
    assert_eq!(
        sample().markdown(),
        "# Security trend - my-repo\n\
         \n\
         - **Window:** 14 days by week, until 2026-03-18T12:00:00Z\n\
         - **Direction:** improving: the risk score fell by more than 10 % in the last period\n\
         - **Risk score now:** 6 (2 open)\n\
         - **In the window:** 2 new, 1 reopened, 1 fixed, 1 dismissed, 1 merged, 2 reports\n\
         \n\
         ## Open findings\n\
         \n\
         | Severity | Open |\n\
         | --- | ---: |\n\
         | critical | 0 |\n\
         | high | 1 |\n\
         | medium | 0 |\n\
         | low | 1 |\n\
         | info | 0 |\n\
         \n\
         ## Time to remediate\n\
         \n\
         | Severity | Fixed | Mean (days) | Median (days) |\n\
         | --- | ---: | ---: | ---: |\n\
         | critical | 1 | 99.0 | 99.0 |\n\
         \n\
         **Oldest open finding:** high 20.5 days, low 15.5 days\n\
         \n\
         **Most frequent weaknesses:** CWE-89 (1), unknown (1)\n\
         \n\
         ## Periods\n\
         \n\
         | Period | Reports | New | Reopened | Fixed | Dismissed | Merged | Open at end | Risk score |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n\
         | 2026-03-02 | 0 | 1 | 0 | 0 | 0 | 0 | 3 | 16 |\n\
         | 2026-03-09 | 0 | 0 | 0 | 0 | 1 | 0 | 2 | 15 |\n\
         | 2026-03-16 (not over) | 2 | 1 | 1 | 1 | 0 | 1 | 2 | 6 |\n\
         \n\
         ## Notes\n\
         \n\
         - Risk score weights: critical 10, high 5, medium 2, low 1, info 0.\n"
    );
}

#[test]
fn a_step_from_closed_to_closed_is_no_flow() {
    use EventKind::{Dismissed, Fixed, Reported};
    let opened = [
        event(TODAY - 5, Reported, None, Some(Severity::High)),
        event(TODAY - 4, Dismissed, Some(Severity::High), None),
    ];
    let closed = [
        event(TODAY - 3, Fixed, None, None),
        event(TODAY - 2, Dismissed, None, None),
    ];
    let of = |events: Vec<DailyEvents>| {
        let facts = TrendFacts {
            events,
            ..TrendFacts::default()
        };
        let query = TrendQuery {
            project: name("my-repo"),
            days: 30,
            granularity: Granularity::Day,
        };
        let window = Window::new(query.days, query.granularity, now()).unwrap();
        serde_json::to_value(trend(&query, &window, &facts, now())).unwrap()
    };
    let with = of(opened.iter().chain(&closed).copied().collect());
    assert_eq!(with, of(opened.to_vec()));
    assert_eq!(with["summary"]["dismissed_findings"], 1);
    assert_eq!(with["summary"]["fixed_findings"], 0);
}
