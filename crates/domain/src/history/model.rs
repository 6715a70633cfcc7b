//! A project in memory, kept as a store would keep it, and what must hold after each step.

use std::collections::{BTreeMap, BTreeSet};

use rating::{BySeverity, Severity};

use crate::save::{self, SavePlan, Subject};
use crate::triage::{self, Decision};
use crate::{
    Actor, CheckedReport, EventKind, Finding, FindingContent, FindingStatus, Limits, ProposedStatus, StatusEvent,
    Timestamp, sightings,
};

#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) title: u8,
    pub(super) line: Option<u32>,
    pub(super) severity: Severity,
    pub(super) evidence: Option<u8>,
}

#[derive(Debug, Clone)]
pub(super) enum Step {
    Save(Vec<Seen>),
    Decide {
        which: usize,
        status: FindingStatus,
        reason: bool,
        days: Option<i64>,
    },
    Escalate {
        which: usize,
        severity: Severity,
    },
    Propose {
        which: usize,
        status: ProposedStatus,
    },
    Wait {
        halves: i64,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Project {
    now: Timestamp,
    findings: Vec<Finding>,
    /// With the issue, in the order they were written.
    events: Vec<(i64, StatusEvent)>,
    /// What was open after the last step of each instant.
    observed: BTreeMap<Timestamp, BySeverity>,
}

const REASON: &str = "Only reachable from the admin network";

impl Project {
    pub(super) fn new() -> Self {
        Self {
            now: Timestamp::of_date(sightings::noon().date()),
            findings: Vec::new(),
            events: Vec::new(),
            observed: BTreeMap::new(),
        }
    }

    pub(super) fn take(&mut self, step: Step) {
        match step {
            Step::Save(seen) => self.save(&sightings::report(seen.iter().map(content).collect())),
            Step::Decide {
                which,
                status,
                reason,
                days,
            } => self.decide(which, status, reason, days),
            Step::Escalate { which, severity } => self.escalate(which, severity),
            Step::Propose { which, status } => self.propose(which, status),
            Step::Wait { halves } => self.now = Timestamp::from_micros(self.now.as_micros() + halves * 43_200_000_000),
        }
    }

    fn current(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.is_current())
    }

    fn pick(&self, which: usize) -> Option<Finding> {
        let current: Vec<&Finding> = self.current().collect();
        (!current.is_empty()).then(|| current[which % current.len()].clone())
    }

    fn put(&mut self, finding: Finding, events: Vec<StatusEvent>) {
        self.events
            .extend(events.into_iter().map(|event| (finding.issue_id, event)));
        let at = usize::try_from(finding.id - 1).unwrap();
        self.findings[at] = finding;
    }

    fn decide(&mut self, which: usize, status: FindingStatus, reason: bool, days: Option<i64>) {
        let Some(mut finding) = self.pick(which) else { return };
        let decision = Decision {
            status,
            reason: reason.then(|| REASON.to_owned()),
            expires_on: days
                .filter(|_| status.is_dismissed())
                .map(|days| self.now.plus_days(days).date()),
        };
        let limits = Limits::default();
        let decided = triage::decide(&finding, &decision, &Actor::User("bob".into()), &limits, self.now);
        let formal = status == FindingStatus::Accepted && finding.severity >= Severity::Medium;
        assert_eq!(decided.is_err(), formal && !reason, "{decided:?}");
        let Ok(decided) = decided else { return };
        assert_eq!(decided.standing.effective(self.now), status);
        finding.standing = decided.standing;
        finding.proposal = None;
        self.put(finding, decided.events);
    }

    fn escalate(&mut self, which: usize, severity: Severity) {
        let Some(mut finding) = self.pick(which) else { return };
        let limits = Limits::default();
        let by = Actor::User("bob".into());
        let Ok(escalated) = triage::escalate(&finding, severity, REASON, &by, &limits, self.now) else {
            assert!(severity == finding.severity || severity < finding.content.severity);
            return;
        };
        finding.severity = escalated.severity;
        finding.standing = escalated.standing;
        finding.rating_change = Some(escalated.rating_change);
        self.put(finding, escalated.events);
    }

    fn propose(&mut self, which: usize, status: ProposedStatus) {
        let Some(mut finding) = self.pick(which) else { return };
        let triage::Proposed { proposal } = triage::propose(&finding, status, REASON, &Actor::Stdio, self.now).unwrap();
        finding.proposal = Some(proposal);
        self.put(finding, Vec::new());
    }

    fn save(&mut self, report: &CheckedReport) {
        let before = self.clone();
        let (plan, previous) = self.plan(report);
        self.apply(&plan);
        self.check_decisions(&plan, &previous);
        self.check_sightings(report, &before, &plan);
        self.check_replay(report);
    }

    fn plan(&self, report: &CheckedReport) -> (SavePlan, Vec<Finding>) {
        // The whole project: what the report does not mention must be left alone.
        let previous = self.findings.clone();
        (save::plan(report, &previous, &Actor::Stdio, self.now), previous)
    }

    fn apply(&mut self, plan: &SavePlan) {
        let first = self.findings.len() as i64 + 1;
        for (id, planned) in (first..).zip(&plan.findings) {
            for old in &mut self.findings {
                let here = planned.replaces.contains(&old.id);
                if here || old.superseded_by.is_some_and(|by| planned.replaces.contains(&by)) {
                    old.superseded_by = Some(id);
                }
            }
            self.findings.push(Finding {
                id,
                report_id: first,
                issue_id: planned.issue.unwrap_or(id),
                content: planned.content.clone(),
                severity: planned.severity,
                version: 1,
                standing: planned.standing.clone(),
                proposal: planned.proposal.clone(),
                rating_change: planned.rating_change.clone(),
                fingerprint_v1: planned.fingerprint_v1.clone(),
                fingerprint: planned.fingerprint.clone(),
                superseded_by: planned.repeats.map(|kept| first + kept as i64),
                first_seen_at: planned.first_seen_at,
            });
        }
        for (at, planned) in plan.findings.iter().enumerate() {
            if let Some(kept) = planned.repeats {
                let issue = self.findings[usize::try_from(first).unwrap() - 1 + kept].issue_id;
                self.findings[usize::try_from(first).unwrap() - 1 + at].issue_id = issue;
            }
        }
        for planned in &plan.events {
            let id = match planned.subject {
                Subject::New(at) => first + at as i64,
                Subject::Previous(id) => id,
            };
            let issue = self.findings[usize::try_from(id - 1).unwrap()].issue_id;
            self.events.push((issue, planned.event.clone()));
        }
    }

    /// No live decision is lost in silence, and none comes to stand elsewhere in silence.
    fn check_decisions(&self, plan: &SavePlan, previous: &[Finding]) {
        let known: BTreeSet<&str> = plan
            .findings
            .iter()
            .map(|finding| finding.fingerprint.as_str())
            .collect();
        let mut carried = 0;
        for old in previous
            .iter()
            .filter(|old| old.is_current() && known.contains(old.fingerprint.as_str()))
        {
            let heirs: Vec<usize> = (0..plan.findings.len())
                .filter(|at| plan.findings[*at].replaces.contains(&old.id))
                .collect();
            assert_eq!(heirs.len(), 1, "finding {} goes into one other", old.id);
            let heir = &plan.findings[heirs[0]];
            let paired = heir.issue == Some(old.issue_id);
            let live = old.effective_status(self.now).is_dismissed();
            let kept = live && paired && heir.standing.effective(self.now).is_dismissed();
            let named = plan.dropped_decisions.contains(&old.id) || plan.reopened.contains(&old.id);
            assert_eq!(named, live && !kept, "a decision is kept or named: {old:?}");
            let moved = plan.moved_decisions.iter().find(|moved| moved.from_finding == old.id);
            let elsewhere = kept && heir.content.line_start != old.content.line_start;
            assert_eq!(moved.map(|moved| moved.to_index), elsewhere.then_some(heirs[0]));
            if kept {
                carried += 1;
                assert_eq!(heir.standing, old.standing);
            }
        }
        assert_eq!(plan.carried_decisions, carried);
        let decided = plan
            .findings
            .iter()
            .filter(|finding| finding.repeats.is_none() && finding.standing.status != FindingStatus::Open)
            .count();
        assert_eq!(
            decided, carried,
            "a status other than open comes from a decision that was carried"
        );
    }

    /// Each finding of the report is the one current sighting of its place, unless it repeats another one of the report that is
    /// as severe; nothing else of the project moved.
    fn check_sightings(&self, report: &CheckedReport, before: &Project, plan: &SavePlan) {
        let mut places: BTreeMap<&str, Vec<Option<u32>>> = BTreeMap::new();
        for finding in &plan.findings {
            let lines = places.entry(&finding.fingerprint).or_default();
            match finding.repeats {
                None => lines.push(finding.content.line_start),
                Some(kept) => {
                    let kept = &plan.findings[kept];
                    assert!(kept.repeats.is_none() && kept.severity >= finding.severity && finding.replaces.is_empty());
                    assert_eq!(
                        (&kept.fingerprint, kept.content.line_start),
                        (&finding.fingerprint, finding.content.line_start)
                    );
                }
            }
        }
        for lines in places.values() {
            let numbered: Vec<u32> = lines.iter().copied().flatten().collect();
            let distinct: BTreeSet<u32> = numbered.iter().copied().collect();
            assert_eq!(numbered.len(), distinct.len(), "one current sighting for each line");
        }
        for (fingerprint, lines) in &mut places {
            let mut current: Vec<Option<u32>> = self
                .current()
                .filter(|finding| finding.fingerprint == **fingerprint)
                .map(|finding| finding.content.line_start)
                .collect();
            current.sort();
            lines.sort();
            assert_eq!(&current, lines, "the current sightings are those of the report");
        }
        for (old, new) in before.findings.iter().zip(&self.findings) {
            if places.contains_key(old.fingerprint.as_str()) {
                let superseded_by = new.superseded_by;
                assert!(superseded_by.is_some_and(|id| id > before.findings.len() as i64));
                assert_eq!(
                    &Finding {
                        superseded_by,
                        ..old.clone()
                    },
                    new,
                    "a superseded finding is frozen"
                );
            } else {
                assert_eq!(old, new);
            }
        }
        let worst = self.findings[before.findings.len()..]
            .iter()
            .map(|finding| finding.severity)
            .max();
        assert_eq!(plan.risk_level, worst.unwrap_or(Severity::Info));
        assert_eq!(plan.findings.len(), report.findings.len());
    }

    /// Saying the same again changes nothing but the numbers.
    fn check_replay(&self, report: &CheckedReport) {
        let (again, _) = self.plan(report);
        assert_eq!(again.events, []);
        assert_eq!(
            (again.reopened, again.dropped_decisions, again.moved_decisions),
            (vec![], vec![], vec![])
        );
        let repeated = again
            .findings
            .iter()
            .filter(|finding| finding.repeats.is_some())
            .count();
        assert_eq!(again.recurring + repeated, report.findings.len());
        let stored = &self.findings[self.findings.len() - report.findings.len()..];
        for (first, second) in stored.iter().zip(&again.findings) {
            assert_eq!(first.standing, second.standing);
            assert_eq!(
                (first.severity, first.first_seen_at),
                (second.severity, second.first_seen_at)
            );
            assert_eq!(Some(first.issue_id), second.issue);
        }
    }

    /// What must hold between any two steps.
    pub(super) fn check_now(&mut self) {
        let open = self
            .current()
            .filter(|finding| finding.effective_status(self.now) == FindingStatus::Open);
        let open = BySeverity::count(open.map(|finding| finding.severity));
        assert_eq!(self.open_by_history(self.now), signed(&open));
        self.observed.insert(self.now, open);
        for finding in self.current() {
            let standing = &finding.standing;
            if standing.effective(self.now).is_dismissed() {
                assert!(
                    Some(finding.severity) <= standing.decided_severity,
                    "a decision covers what it stands on"
                );
                let formal = standing.status == FindingStatus::Accepted && finding.severity >= Severity::Medium;
                assert!(!formal || standing.reason.is_some());
            }
        }
        self.check_chains();
    }

    /// Each step of an issue starts where the one before it ended, in time too.
    fn check_chains(&self) {
        let mut last: BTreeMap<i64, &StatusEvent> = BTreeMap::new();
        for (issue, event) in &self.events {
            let between_closed = matches!(event.kind, EventKind::Fixed | EventKind::Dismissed)
                && event.open_before.is_none()
                && event.open_after.is_none();
            assert!(between_closed || event.open_before != event.open_after, "{event:?}");
            let before = last.insert(*issue, event);
            assert_eq!(
                before.and_then(|before| before.open_after),
                event.open_before,
                "issue {issue}: {event:?}"
            );
            assert!(
                before.is_none_or(|before| before.at <= event.at),
                "issue {issue}: {event:?}"
            );
            assert!(event.opened_at <= event.at);
        }
    }

    /// What was open at each earlier instant still follows from what is known now.
    pub(super) fn check_past(&self) {
        for (at, open) in &self.observed {
            assert_eq!(self.open_by_history(*at), signed(open), "at {at}");
        }
    }

    fn open_by_history(&self, at: Timestamp) -> [i64; 5] {
        let mut open = [0; 5];
        let to_come = self.current().filter_map(|finding| triage::expire(finding, at));
        for event in self.events.iter().map(|(_, event)| event.clone()).chain(to_come) {
            if event.at <= at {
                for (severity, change) in [(event.open_after, 1), (event.open_before, -1)] {
                    if let Some(severity) = severity {
                        open[severity as usize] += change;
                    }
                }
            }
        }
        open
    }
}

fn signed(open: &BySeverity) -> [i64; 5] {
    let mut counts = [0; 5];
    for severity in Severity::WORST_FIRST {
        counts[severity as usize] = open.get(severity) as i64;
    }
    counts
}

fn content(seen: &Seen) -> FindingContent {
    FindingContent {
        title: format!("Title {}", seen.title),
        severity: seen.severity,
        evidence: seen.evidence.map(|evidence| format!("call({evidence})")),
        ..sightings::content(seen.line)
    }
}
