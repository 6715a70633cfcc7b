//! Calendar days, for baseline entries that expire.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the Gregorian calendar, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl Day {
    /// The current day.
    pub(crate) fn today() -> Self {
        let seconds = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        let mut days = seconds / 86_400;
        let (mut year, mut month) = (1970, 1);
        while days >= u64::from(days_in_year(year)) {
            days -= u64::from(days_in_year(year));
            year += 1;
        }
        while days >= u64::from(days_in_month(year, month)) {
            days -= u64::from(days_in_month(year, month));
            month += 1;
        }
        // At most 30 after the loop.
        Self {
            year,
            month,
            day: days as u8 + 1,
        }
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in_year(year: u16) -> u16 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Day {
    type Err = ();

    /// Reads `YYYY-MM-DD`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let shape = text.len() == 10
            && text.bytes().enumerate().all(|(at, b)| {
                if matches!(at, 4 | 7) {
                    b == b'-'
                } else {
                    b.is_ascii_digit()
                }
            });
        if !shape {
            return Err(());
        }
        let (year, month, day) = (
            text[..4].parse().map_err(|_| ())?,
            text[5..7].parse().map_err(|_| ())?,
            text[8..].parse().map_err(|_| ())?,
        );
        let exists = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
        if exists { Ok(Self { year, month, day }) } else { Err(()) }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::Day;

    #[test]
    fn only_days_that_exist_are_read() {
        assert_eq!("2028-02-29".parse::<Day>().unwrap().to_string(), "2028-02-29");
        for bad in [
            "2027-02-29", "2027-13-01", "2027-00-10", "2027-1-1", "27-01-01", "2027/01/01", "", "2027-01-01x",
            "+027-01-01",
        ] {
            assert!(bad.parse::<Day>().is_err(), "{bad}");
        }
    }

    #[test]
    fn days_are_ordered() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        assert!(day("2026-12-31") < day("2027-01-01") && day("2027-01-31") < day("2027-02-01"));
        assert!(Day::today() > day("2024-01-01"));
    }
}
