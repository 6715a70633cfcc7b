//! The identities of a trend, over random histories.

use proptest::prelude::*;

use super::*;
use crate::testing::name;

const TODAY: i64 = 20_530;

/// The steps of one issue: it is reported, then random things happen to it that its state allows.
fn issue() -> impl Strategy<Value = Vec<DailyEvents>> {
    let severity = proptest::sample::select(Severity::WORST_FIRST.to_vec());
    let step = (0_i64..60, 0_usize..4, severity.clone());
    (TODAY - 300..=TODAY + 3, severity, proptest::collection::vec(step, 0..8)).prop_map(|(first, severity, steps)| {
        let mut day = first;
        let mut open = Some(severity);
        let event = |day, kind, before, after| DailyEvents {
            day,
            kind,
            before,
            after,
            count: 1,
        };
        let mut events = vec![event(day, EventKind::Reported, None, open)];
        for (days, choice, severity) in steps {
            day += days;
            let (kind, after) = match (open, choice) {
                (Some(_), 0) => (EventKind::Fixed, None),
                (Some(_), 1) => (EventKind::Dismissed, None),
                (Some(_), 2) => (EventKind::Merged, None),
                (Some(_), _) => (EventKind::Rerated, Some(severity)),
                (None, 0) => (EventKind::Expired, Some(severity)),
                (None, 1) => (EventKind::Dismissed, None),
                (None, _) => (EventKind::Reopened, Some(severity)),
            };
            events.push(event(day, kind, open, after));
            open = after;
        }
        events
    })
}

/// Open issues by severity, after the steps up to a day: counted anew, not carried on.
fn open_after(events: &[DailyEvents], day: i64) -> BySeverity {
    let mut counts = [0_i64; 5];
    for event in events.iter().filter(|event| event.day <= day) {
        event
            .before
            .into_iter()
            .for_each(|severity| counts[severity as usize] -= 1);
        event
            .after
            .into_iter()
            .for_each(|severity| counts[severity as usize] += 1);
    }
    let all = Severity::WORST_FIRST.into_iter();
    BySeverity::count(all.flat_map(|severity| {
        let count = usize::try_from(counts[severity as usize]).expect("no issue closes before it opens");
        std::iter::repeat_n(severity, count)
    }))
}

fn balance(new: u64, reopened: u64, out: [u64; 3]) -> i64 {
    (new + reopened) as i64 - out.iter().sum::<u64>() as i64
}

proptest! {
    #[test]
    fn what_comes_in_less_what_goes_out_is_the_change_of_the_backlog(
        issues in proptest::collection::vec(issue(), 0..12),
        days in 1_i64..=119,
        granularity in proptest::sample::select(Granularity::ALL.to_vec()),
        minute in 0_i64..1_440,
    ) {
        let now = Timestamp::from_micros(Timestamp::of_day(TODAY).as_micros() + minute * 60_000_000);
        let facts = TrendFacts { events: issues.concat(), ..TrendFacts::default() };
        let window = Window::new(days, granularity, now).unwrap();
        let query = TrendQuery { project: name("my-repo"), days, granularity };
        let trend = trend(&query, &window, &facts, now);

        prop_assert_eq!(trend.periods.len(), window.periods().len());
        let opening = open_after(&facts.events, window.first_day() - 1).total() as i64;
        let mut before = opening;
        for (shown, period) in trend.periods.iter().zip(window.periods()) {
            let out = [shown.fixed_total, shown.dismissed_total, shown.merged_total];
            prop_assert_eq!(shown.open_total as i64 - before, balance(shown.new_total, shown.reopened_total, out));
            prop_assert_eq!(shown.open_at_end, open_after(&facts.events, (period.end_day - 1).min(TODAY)));
            prop_assert_eq!(shown.open_total, shown.open_at_end.total() as u64);
            prop_assert_eq!(shown.new_total, shown.new.total() as u64);
            before = shown.open_total as i64;
        }
        let sums = &trend.summary;
        let out = [sums.fixed_findings, sums.dismissed_findings, sums.merged_total];
        prop_assert_eq!(sums.open_now_total as i64 - opening, balance(sums.new_findings, sums.reopened_total, out));
        let last = trend.periods.last().unwrap();
        prop_assert_eq!(last.open_at_end, sums.open_now);
        prop_assert_eq!(last.risk_score, sums.risk_score_now);
        prop_assert_eq!(sums.open_now, open_after(&facts.events, TODAY));
        prop_assert!(last.partial && trend.periods.iter().filter(|period| period.partial).count() == 1);
    }

    #[test]
    fn no_history_however_broken_makes_a_trend_fail(
        broken in proptest::collection::vec(
            (any::<i64>(), proptest::sample::select(EventKind::ALL.to_vec()), any::<Option<u8>>(), any::<Option<u8>>(), any::<u64>()),
            0..20,
        ),
    ) {
        let severity = |rank: u8| Severity::WORST_FIRST[usize::from(rank) % 5];
        let events = broken.into_iter().map(|(day, kind, before, after, count)| DailyEvents {
            day, kind, before: before.map(severity), after: after.map(severity), count,
        });
        let facts = TrendFacts { events: events.collect(), ..TrendFacts::default() };
        let now = Timestamp::of_day(TODAY);
        let window = Window::new(90, Granularity::Week, now).unwrap();
        let query = TrendQuery { project: name("my-repo"), days: 90, granularity: Granularity::Week };
        let trend = trend(&query, &window, &facts, now);
        prop_assert!(trend.markdown().ends_with("info 0.\n"));
    }
}
