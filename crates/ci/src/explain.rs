//! `explain RULE-ID`.

use crate::args::Explain;
use crate::{Outcome, output, rule_files};

pub(crate) fn run(args: &Explain) -> anyhow::Result<Outcome> {
    let rules = rule_files::load(&args.rules, &args.config)?;
    let rule = rules
        .find(&args.id)
        .map_err(|error| anyhow::anyhow!("{error} (`rules` lists all)"))?;
    let page = rule.markdown();
    output::print(&format!("{}\n", page.trim_end()))?;
    rule_files::check(&args.config, &rules)?;
    Ok(Outcome::Passed)
}
