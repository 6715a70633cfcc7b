//! The periods of a trend.

use crate::{Error, Granularity, Timestamp};

/// How far back a trend may go.
pub const MAX_DAYS: i64 = 1_095;

/// How many periods a trend may have.
pub const MAX_PERIODS: usize = 120;

/// One period: whole UTC days, the last one excluded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// `YYYY-MM-DD`, the first day; or `YYYY-MM`.
    pub label: String,
    /// First day, counted from the epoch.
    pub start_day: i64,
    /// The day after the last.
    pub end_day: i64,
}

/// The periods from the one that holds "now less so many days" to the one that holds now. They touch, and cover every instant
/// between the start of the first and now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    days: i64,
    granularity: Granularity,
    periods: Vec<Period>,
}

impl Window {
    /// The periods of the last `days` days.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] for days outside 1 to [`MAX_DAYS`], and for more than [`MAX_PERIODS`] periods.
    pub fn new(days: i64, granularity: Granularity, now: Timestamp) -> Result<Self, Error> {
        if !(1..=MAX_DAYS).contains(&days) {
            return Err(Error::invalid(format!(
                "days is {days}: give a number from 1 to {MAX_DAYS}"
            )));
        }
        let mut start_day = first_day_of_period(now.plus_days(-days).day(), granularity);
        let mut periods = Vec::new();
        while start_day <= now.day() {
            let end_day = first_day_after(start_day, granularity);
            periods.push(Period {
                label: label(start_day, granularity),
                start_day,
                end_day,
            });
            start_day = end_day;
        }
        if periods.len() > MAX_PERIODS {
            return Err(Error::invalid(format!(
                "{days} days by {granularity} are {} periods, the limit is {MAX_PERIODS}: ask for a coarser granularity \
                 or for fewer days",
                periods.len()
            )));
        }
        Ok(Self {
            days,
            granularity,
            periods,
        })
    }

    /// Days asked for.
    pub fn days(&self) -> i64 {
        self.days
    }

    /// Width of the periods.
    pub fn granularity(&self) -> Granularity {
        self.granularity
    }

    /// The periods, the oldest first; at least one.
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// First day of the first period, counted from the epoch.
    pub fn first_day(&self) -> i64 {
        self.periods.first().map_or(0, |period| period.start_day)
    }

    /// Start of the first period. Everything that is counted "in the window" is at or after it.
    pub fn start(&self) -> Timestamp {
        Timestamp::of_day(self.first_day())
    }
}

fn first_day_of_period(day: i64, granularity: Granularity) -> i64 {
    match granularity {
        Granularity::Day => day,
        // Day 0 was a Thursday.
        Granularity::Week => day - (day + 3).rem_euclid(7),
        Granularity::Month => day + 1 - i64::from(Timestamp::of_day(day).date().day()),
    }
}

/// The first day of the next period.
fn first_day_after(start_day: i64, granularity: Granularity) -> i64 {
    match granularity {
        Granularity::Day => start_day + 1,
        Granularity::Week => start_day + 7,
        Granularity::Month => start_day + i64::from(Timestamp::of_day(start_day).date().days_in_month()),
    }
}

fn label(start_day: i64, granularity: Granularity) -> String {
    let date = Timestamp::of_day(start_day).date();
    match granularity {
        Granularity::Day | Granularity::Week => date.to_string(),
        Granularity::Month => format!("{:04}-{:02}", date.year(), date.month()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-03-18T12:00:00Z, a Wednesday.
    fn now() -> Timestamp {
        Timestamp::from_micros(1_773_835_200_000_000)
    }

    fn labels(days: i64, granularity: Granularity) -> Vec<String> {
        let window = Window::new(days, granularity, now()).expect("a window");
        window.periods.into_iter().map(|period| period.label).collect()
    }

    #[test]
    fn the_first_period_holds_the_start_of_the_window_and_the_last_holds_now() {
        assert_eq!(labels(2, Granularity::Day), ["2026-03-16", "2026-03-17", "2026-03-18"]);
        assert_eq!(
            labels(14, Granularity::Week),
            ["2026-03-02", "2026-03-09", "2026-03-16"]
        );
        assert_eq!(
            labels(90, Granularity::Month),
            ["2025-12", "2026-01", "2026-02", "2026-03"]
        );
    }

    #[test]
    fn periods_touch() {
        for granularity in Granularity::ALL {
            let window = Window::new(100, *granularity, now()).unwrap();
            for pair in window.periods().windows(2) {
                assert_eq!(pair[0].end_day, pair[1].start_day);
            }
            assert!(window.periods().last().unwrap().end_day > now().day());
        }
    }

    #[test]
    fn a_window_has_at_most_120_periods() {
        assert_eq!(labels(119, Granularity::Day).len(), 120);
        assert_eq!(
            Window::new(120, Granularity::Day, now()).unwrap_err().to_string(),
            "120 days by day are 121 periods, the limit is 120: ask for a coarser granularity or for fewer days"
        );
        assert_eq!(labels(833, Granularity::Week).len(), 120);
        assert!(Window::new(1_095, Granularity::Month, now()).is_ok());
    }

    #[test]
    fn days_are_bounded() {
        for days in [i64::MIN, -1, 0, 1_096, i64::MAX] {
            let error = Window::new(days, Granularity::Month, now()).unwrap_err().to_string();
            assert_eq!(error, format!("days is {days}: give a number from 1 to 1095"));
        }
    }

    #[test]
    fn a_window_at_either_end_of_time_is_no_failure() {
        for now in [i64::MIN, i64::MAX] {
            for granularity in Granularity::ALL {
                let window = Window::new(30, *granularity, Timestamp::from_micros(now)).unwrap();
                assert!(!window.periods().is_empty());
            }
        }
    }
}
