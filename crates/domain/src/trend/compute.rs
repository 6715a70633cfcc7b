//! The numbers of a trend.

use std::collections::BTreeMap;

use rating::{BySeverity, Severity};
use untrusted_text::safe_line;

use super::{
    CweCount, DailyEvents, DailyReports, Direction, FixTime, OpenGroup, PerSeverity, Period, PeriodTrend, Summary,
    TimeToFix, Trend, TrendFacts, TrendQuery, Window,
};
use crate::view::limits;
use crate::{EventKind, Timestamp};

/// What an open finding of each severity adds to a risk score.
const WEIGHTS: BySeverity = BySeverity {
    critical: 10,
    high: 5,
    medium: 2,
    low: 1,
    info: 0,
};

/// Weaknesses that are named.
const TOP_CWES: usize = 5;

/// The trend of a project, from what is stored.
pub fn trend(query: &TrendQuery, window: &Window, facts: &TrendFacts, now: Timestamp) -> Trend {
    let mut backlog = Backlog::default();
    let before = |event: &&DailyEvents| event.day < window.first_day();
    facts
        .events
        .iter()
        .filter(before)
        .for_each(|event| backlog.apply(event));
    let periods: Vec<PeriodTrend> = window
        .periods()
        .iter()
        .map(|period| period_trend(period, facts, &mut backlog, now))
        .collect();
    let summary = summary(facts, &periods, &backlog, now);
    Trend {
        project: query.project.clone(),
        window_days: window.days(),
        granularity: window.granularity(),
        generated_at: now,
        direction: direction(&periods),
        notes: notes(facts, &summary),
        summary,
        periods,
        risk_score_weights: WEIGHTS,
    }
}

/// What a step does to the number of open issues.
enum Effect {
    New(Severity),
    Reopened,
    Fixed,
    Dismissed,
    Merged,
    /// As many open as before.
    None,
}

/// Whether an issue comes in or goes out is decided by the severities; which of the ways it is, by the kind. So what comes in
/// less what goes out is the change of the backlog, always.
fn effect(event: &DailyEvents) -> Effect {
    match (event.before, event.after) {
        (None, Some(severity)) if event.kind == EventKind::Reported => Effect::New(severity),
        (None, Some(_)) => Effect::Reopened,
        (Some(_), None) => match event.kind {
            EventKind::Fixed => Effect::Fixed,
            EventKind::Dismissed => Effect::Dismissed,
            _ => Effect::Merged,
        },
        _ => Effect::None,
    }
}

/// Open issues by rank of severity. Signed: a history that lost its beginning may close more than it opens.
#[derive(Default)]
struct Backlog([i64; 5]);

impl Backlog {
    fn apply(&mut self, event: &DailyEvents) {
        let count = i64::try_from(event.count).unwrap_or(i64::MAX);
        if let Some(severity) = event.before {
            let open = &mut self.0[severity as usize];
            *open = open.saturating_sub(count);
        }
        if let Some(severity) = event.after {
            let open = &mut self.0[severity as usize];
            *open = open.saturating_add(count);
        }
    }

    fn by_severity(&self) -> BySeverity {
        by_severity(|severity| u64::try_from(self.0[severity as usize]).unwrap_or(0))
    }
}

fn by_severity(count: impl Fn(Severity) -> u64) -> BySeverity {
    let count = |severity| usize::try_from(count(severity)).unwrap_or(usize::MAX);
    BySeverity {
        critical: count(Severity::Critical),
        high: count(Severity::High),
        medium: count(Severity::Medium),
        low: count(Severity::Low),
        info: count(Severity::Info),
    }
}

fn sum(counts: impl IntoIterator<Item = u64>) -> u64 {
    counts.into_iter().fold(0, u64::saturating_add)
}

fn total(counts: &BySeverity) -> u64 {
    sum(Severity::WORST_FIRST.map(|severity| counts.get(severity) as u64))
}

fn risk_score(open: &BySeverity) -> u64 {
    let score = |severity: Severity| (open.get(severity) as u64).saturating_mul(WEIGHTS.get(severity) as u64);
    sum(Severity::WORST_FIRST.map(score))
}

fn period_trend(period: &Period, facts: &TrendFacts, backlog: &mut Backlog, now: Timestamp) -> PeriodTrend {
    let days = period.start_day..period.end_day.min(now.day().saturating_add(1));
    let mut new = [0_u64; 5];
    let [mut reopened, mut fixed, mut dismissed, mut merged] = [0_u64; 4];
    for event in facts.events.iter().filter(|event| days.contains(&event.day)) {
        let counter = match effect(event) {
            Effect::New(severity) => Some(&mut new[severity as usize]),
            Effect::Reopened => Some(&mut reopened),
            Effect::Fixed => Some(&mut fixed),
            Effect::Dismissed => Some(&mut dismissed),
            Effect::Merged => Some(&mut merged),
            Effect::None => None,
        };
        if let Some(counter) = counter {
            *counter = counter.saturating_add(event.count);
        }
        backlog.apply(event);
    }
    let reports: Vec<&DailyReports> = facts
        .reports
        .iter()
        .filter(|reports| days.contains(&reports.day))
        .collect();
    let open = backlog.by_severity();
    PeriodTrend {
        period: period.label.clone(),
        reports: sum(reports.iter().map(|reports| reports.count)),
        worst_report_risk: reports.iter().filter(|r| r.count > 0).map(|r| r.risk_level).max(),
        new: by_severity(|severity| new[severity as usize]),
        new_total: sum(new),
        reopened_total: reopened,
        fixed_total: fixed,
        dismissed_total: dismissed,
        merged_total: merged,
        open_at_end: open,
        open_total: total(&open),
        risk_score: risk_score(&open),
        partial: period.end_day > now.day(),
    }
}

fn summary(facts: &TrendFacts, periods: &[PeriodTrend], backlog: &Backlog, now: Timestamp) -> Summary {
    let over = |value: fn(&PeriodTrend) -> u64| sum(periods.iter().map(value));
    let open_now = backlog.by_severity();
    Summary {
        reports_total: sum(facts.reports.iter().map(|reports| reports.count)),
        reports_in_window: over(|period| period.reports),
        new_findings: over(|period| period.new_total),
        reopened_total: over(|period| period.reopened_total),
        fixed_findings: over(|period| period.fixed_total),
        dismissed_findings: over(|period| period.dismissed_total),
        merged_total: over(|period| period.merged_total),
        open_now,
        open_now_total: total(&open_now),
        risk_score_now: risk_score(&open_now),
        oldest_open_days: PerSeverity::from_fn(|severity| oldest_open_days(&facts.open, severity, now)),
        top_open_cwes: top_open_cwes(&facts.open),
        mttr_days: PerSeverity::from_fn(|severity| time_to_fix(&facts.fix_times, severity)),
    }
}

fn oldest_open_days(open: &[OpenGroup], severity: Severity, now: Timestamp) -> Option<f64> {
    let groups = open
        .iter()
        .filter(|group| group.severity == severity && group.count > 0);
    groups
        .map(|group| group.oldest)
        .min()
        .map(|oldest| one_decimal(now.days_since(oldest)))
}

fn top_open_cwes(open: &[OpenGroup]) -> Vec<CweCount> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for group in open.iter().filter(|group| group.count > 0) {
        let count = counts.entry(group.cwe.as_deref().unwrap_or("unknown")).or_default();
        *count = count.saturating_add(group.count);
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(cwe, count)| (std::cmp::Reverse(*count), *cwe));
    let counts = counts.into_iter().take(TOP_CWES);
    let shown = counts.map(|(cwe, count)| CweCount {
        cwe: safe_line(cwe, limits::CWE),
        count,
    });
    shown.collect()
}

fn time_to_fix(fix_times: &[FixTime], severity: Severity) -> Option<TimeToFix> {
    let of_severity = fix_times.iter().filter(|fix| fix.severity == severity && fix.count > 0);
    let mut times: Vec<(i64, u64)> = of_severity.map(|fix| (fix.minutes.max(0), fix.count)).collect();
    times.sort_unstable();
    let count = sum(times.iter().map(|(_, count)| *count));
    if count == 0 {
        return None;
    }
    let minutes: f64 = times
        .iter()
        .map(|(minutes, count)| *minutes as f64 * *count as f64)
        .sum();
    // The two in the middle, or the one twice.
    let middle = [at_position(&times, (count - 1) / 2), at_position(&times, count / 2)];
    Some(TimeToFix {
        count,
        mean_days: one_decimal(minutes / count as f64 / MINUTES_PER_DAY),
        median_days: one_decimal((middle[0] + middle[1]) / 2.0 / MINUTES_PER_DAY),
    })
}

const MINUTES_PER_DAY: f64 = 1_440.0;

/// The minutes at a position of the sorted times, from 0.
fn at_position(times: &[(i64, u64)], position: u64) -> f64 {
    let mut passed = 0_u64;
    let found = times.iter().find(|(_, count)| {
        passed = passed.saturating_add(*count);
        passed > position
    });
    found.map_or(0.0, |(minutes, _)| *minutes as f64)
}

fn one_decimal(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// From the scores of the last two periods; a change of exactly 10 % is none.
fn direction(periods: &[PeriodTrend]) -> Direction {
    let [.., previous, last] = periods else {
        return Direction::InsufficientData;
    };
    let (previous, last) = (i128::from(previous.risk_score), i128::from(last.risk_score));
    match 10 * (last - previous) {
        change if change > previous => Direction::Worsening,
        change if change < -previous => Direction::Improving,
        _ => Direction::Stable,
    }
}

fn notes(facts: &TrendFacts, summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    if summary.reports_total == 0 {
        notes.push("The project has no report: check its name, or save a first review.".to_owned());
    }
    let listed = by_severity(|severity| {
        sum(facts
            .open
            .iter()
            .filter(|group| group.severity == severity)
            .map(|group| group.count))
    });
    if listed != summary.open_now {
        notes.push(format!(
            "The history gives {} open findings, the list of findings {}: part of the history is missing.",
            summary.open_now_total,
            total(&listed)
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn periods(scores: &[u64]) -> Vec<PeriodTrend> {
        let period = |score: &u64| PeriodTrend {
            period: String::new(),
            reports: 0,
            worst_report_risk: None,
            new: BySeverity::default(),
            new_total: 0,
            reopened_total: 0,
            fixed_total: 0,
            dismissed_total: 0,
            merged_total: 0,
            open_at_end: BySeverity::default(),
            open_total: 0,
            risk_score: *score,
            partial: false,
        };
        scores.iter().map(period).collect()
    }

    #[test]
    fn the_direction_follows_the_last_two_scores() {
        let cases: [(&[u64], Direction); 10] = [
            (&[], Direction::InsufficientData),
            (&[7], Direction::InsufficientData),
            (&[0, 0], Direction::Stable),
            (&[0, 1], Direction::Worsening),
            (&[100, 110], Direction::Stable),
            (&[100, 111], Direction::Worsening),
            (&[100, 90], Direction::Stable),
            (&[100, 89], Direction::Improving),
            (&[5, 0], Direction::Improving),
            (&[1, 100, 100], Direction::Stable),
        ];
        for (scores, expected) in cases {
            assert_eq!(direction(&periods(scores)), expected, "{scores:?}");
        }
    }

    #[test]
    fn the_median_of_an_even_number_is_between_the_two_in_the_middle() {
        let fix = |days: i64, count| FixTime {
            severity: Severity::High,
            minutes: days * 1_440,
            count,
        };
        let of = |fixes: &[FixTime]| time_to_fix(fixes, Severity::High).map(|t| (t.count, t.mean_days, t.median_days));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[fix(22, 1)]), Some((1, 22.0, 22.0)));
        assert_eq!(of(&[fix(9, 1), fix(1, 1), fix(2, 1)]), Some((3, 4.0, 2.0)));
        assert_eq!(of(&[fix(10, 2), fix(1, 2)]), Some((4, 5.5, 5.5)));
        assert_eq!(of(&[fix(-5, 1)]), Some((1, 0.0, 0.0)));
        assert_eq!(time_to_fix(&[fix(1, 1)], Severity::Low), None);
    }

    #[test]
    fn the_most_frequent_weaknesses_come_first_and_five_are_named() {
        let group = |cwe: Option<&str>, count| OpenGroup {
            severity: Severity::High,
            cwe: cwe.map(str::to_owned),
            count,
            oldest: Timestamp::default(),
        };
        let open = [
            group(Some("CWE-1"), 1),
            group(Some("CWE-89"), 2),
            group(None, 3),
            group(Some("CWE-2"), 1),
            group(Some("CWE-3"), 1),
            group(Some("CWE-4"), 1),
            group(Some("CWE-89"), 2),
        ];
        let top: Vec<_> = top_open_cwes(&open)
            .into_iter()
            .map(|c| (c.cwe.into_string(), c.count))
            .collect();
        let expected = [("CWE-89", 4), ("unknown", 3), ("CWE-1", 1), ("CWE-2", 1), ("CWE-3", 1)];
        assert_eq!(top, expected.map(|(cwe, count)| (cwe.to_owned(), count)));
    }
}
