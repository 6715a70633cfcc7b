//! `explain RULE-ID`.

use anyhow::bail;
use scanner::RuleRef;

use crate::args::{Explain, ExplainFormat};
use crate::{Outcome, output, rule_files};

pub(crate) fn run(args: &Explain) -> anyhow::Result<Outcome> {
    let rules = rule_files::load(&args.rules, &args.config)?;
    let rule = rules
        .find(&args.id)
        .map_err(|error| anyhow::anyhow!("{error} (`rules` lists all)"))?;
    match (args.format, &rule) {
        (ExplainFormat::Markdown, _) => output::print(&format!("{}\n", rule.markdown().trim_end()))?,
        (ExplainFormat::Opengrep, RuleRef::Structural(rule)) => {
            let written = rule
                .in_opengrep_syntax()
                .map_err(|why| anyhow::anyhow!("{}: {why}", rule.source))?;
            output::print(&output::json(&written)?)?;
        }
        (ExplainFormat::Opengrep, _) => bail!(
            "`{}` is no structural rule: it cannot be written in Opengrep syntax",
            args.id.trim()
        ),
    }
    rule_files::check(&args.config, &rules)?;
    Ok(Outcome::Passed)
}
