use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Microseconds of a day.
pub const MICROS_PER_DAY: i64 = 86_400_000_000;

/// An instant, UTC, in whole microseconds since 1970-01-01T00:00:00Z. "Now" is always a parameter: this crate reads no clock.
///
/// Shown and serialised as RFC 3339 with `Z`; the microseconds only when they are not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, JsonSchema)]
#[schemars(with = "String", extend("format" = "date-time"))]
pub struct Timestamp(i64);

impl Timestamp {
    /// From microseconds since the epoch, brought into the years -9999 to 9999.
    pub fn from_micros(micros: i64) -> Self {
        Self(micros.clamp(
            jiff::Timestamp::MIN.as_microsecond(),
            jiff::Timestamp::MAX.as_microsecond(),
        ))
    }

    /// Microseconds since the epoch.
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// This instant and a number of days (of 86,400 seconds).
    pub fn plus_days(self, days: i64) -> Self {
        Self::from_micros(self.0.saturating_add(days.saturating_mul(MICROS_PER_DAY)))
    }

    /// Days since the epoch, rounded down: the same for every instant of a UTC day.
    pub const fn day(self) -> i64 {
        self.0.div_euclid(MICROS_PER_DAY)
    }

    /// The first instant of a day counted from the epoch.
    pub fn of_day(day: i64) -> Self {
        Self::from_micros(day.saturating_mul(MICROS_PER_DAY))
    }

    /// The date, UTC.
    pub fn date(self) -> jiff::civil::Date {
        self.to_jiff().to_zoned_datetime(jiff::tz::TimeZone::UTC).date()
    }

    /// The first instant of a date, UTC.
    pub fn of_date(date: jiff::civil::Date) -> Self {
        let zoned = date.to_zoned_datetime(jiff::tz::TimeZone::UTC);
        Self(zoned.map(|z| z.timestamp().as_microsecond()).unwrap_or_default())
    }

    /// Whole and part days from `earlier` to this instant; zero if it is not earlier.
    pub fn days_since(self, earlier: Timestamp) -> f64 {
        let micros = self.0.saturating_sub(earlier.0).max(0);
        micros as f64 / MICROS_PER_DAY as f64
    }

    fn to_jiff(self) -> jiff::Timestamp {
        jiff::Timestamp::from_microsecond(self.0).unwrap_or_default()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.to_jiff();
        if self.0.rem_euclid(1_000_000) == 0 {
            write!(f, "{time:.0}")
        } else {
            write!(f, "{time:.6}")
        }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_shown_in_utc_with_microseconds_only_when_there_are_some() {
        let time = Timestamp::from_micros(1_773_835_200_000_000);
        assert_eq!(time.to_string(), "2026-03-18T12:00:00Z");
        let time = Timestamp::from_micros(1_773_835_200_123_400);
        assert_eq!(time.to_string(), "2026-03-18T12:00:00.123400Z");
    }

    #[test]
    fn every_instant_of_a_day_has_the_number_of_its_day_even_before_the_epoch() {
        assert_eq!(Timestamp::from_micros(-1).day(), -1);
        assert_eq!(Timestamp::from_micros(MICROS_PER_DAY - 1).day(), 0);
        assert_eq!(Timestamp::of_day(20_530).to_string(), "2026-03-18T00:00:00Z");
        assert_eq!(
            Timestamp::of_date(Timestamp::of_day(20_530).date()),
            Timestamp::of_day(20_530)
        );
    }
}
