//! A trend as a page.

use std::fmt::Write as _;

use rating::Severity;

use super::{Direction, PeriodTrend, Trend};
use crate::markdown::escape::inline;

impl Direction {
    /// In words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Direction::Improving => "improving: the risk score fell by more than 10 % in the last period",
            Direction::Worsening => "worsening: the risk score rose by more than 10 % in the last period",
            Direction::Stable => "stable: the risk score changed by at most 10 % in the last period",
            Direction::InsufficientData => "not known: there is one period only",
        }
    }
}

impl Trend {
    /// The trend as Markdown, ending with a line end.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let summary = &self.summary;
        writeln!(out, "# Security trend - {}\n", inline(self.project.as_str()))?;
        writeln!(
            out,
            "- **Window:** {} days by {}, until {}",
            self.window_days, self.granularity, self.generated_at
        )?;
        writeln!(out, "- **Direction:** {}", self.direction.in_words())?;
        writeln!(
            out,
            "- **Risk score now:** {} ({} open)",
            summary.risk_score_now, summary.open_now_total
        )?;
        writeln!(
            out,
            "- **In the window:** {} new, {} reopened, {} fixed, {} dismissed, {} merged, {} reports",
            summary.new_findings,
            summary.reopened_total,
            summary.fixed_findings,
            summary.dismissed_findings,
            summary.merged_total,
            summary.reports_in_window
        )?;
        self.write_open(out)?;
        self.write_times(out)?;
        writeln!(out, "\n## Periods\n")?;
        writeln!(
            out,
            "| Period | Reports | New | Reopened | Fixed | Dismissed | Merged | Open at end | Risk score |"
        )?;
        writeln!(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")?;
        for period in &self.periods {
            write_period(out, period)?;
        }
        writeln!(out, "\n## Notes\n")?;
        for note in &self.notes {
            writeln!(out, "- {}", inline(note))?;
        }
        let weights = Severity::WORST_FIRST.map(|s| format!("{s} {}", self.risk_score_weights.get(s)));
        writeln!(out, "- Risk score weights: {}.", weights.join(", "))
    }

    fn write_open(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "\n## Open findings\n\n| Severity | Open |\n| --- | ---: |")?;
        for severity in Severity::WORST_FIRST {
            writeln!(out, "| {severity} | {} |", self.summary.open_now.get(severity))?;
        }
        Ok(())
    }

    fn write_times(&self, out: &mut String) -> std::fmt::Result {
        let times: Vec<_> = self.summary.mttr_days.iter().collect();
        if !times.is_empty() {
            writeln!(
                out,
                "\n## Time to remediate\n\n| Severity | Fixed | Mean (days) | Median (days) |\n| --- | ---: | ---: | ---: |"
            )?;
        }
        for (severity, time) in times {
            writeln!(
                out,
                "| {severity} | {} | {:.1} | {:.1} |",
                time.count, time.mean_days, time.median_days
            )?;
        }
        let oldest = self.summary.oldest_open_days.iter();
        let oldest: Vec<_> = oldest
            .map(|(severity, days)| format!("{severity} {days:.1} days"))
            .collect();
        if !oldest.is_empty() {
            writeln!(out, "\n**Oldest open finding:** {}", oldest.join(", "))?;
        }
        let cwes = self.summary.top_open_cwes.iter();
        let cwes: Vec<_> = cwes
            .map(|top| format!("{} ({})", inline(top.cwe.as_str()), top.count))
            .collect();
        if !cwes.is_empty() {
            writeln!(out, "\n**Most frequent weaknesses:** {}", cwes.join(", "))?;
        }
        Ok(())
    }
}

fn write_period(out: &mut String, period: &PeriodTrend) -> std::fmt::Result {
    let partial = if period.partial { " (not over)" } else { "" };
    writeln!(
        out,
        "| {}{partial} | {} | {} | {} | {} | {} | {} | {} | {} |",
        period.period,
        period.reports,
        period.new_total,
        period.reopened_total,
        period.fixed_total,
        period.dismissed_total,
        period.merged_total,
        period.open_total,
        period.risk_score
    )
}
