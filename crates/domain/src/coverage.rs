//! What a review says that it looked at, compared with what there is to look at.

use std::collections::{BTreeMap, BTreeSet};

use untrusted_text::safe_line;

use crate::rule_id::looks_like_rule_id;
use crate::{ChecklistClaim, ChecklistOutcome, ChecklistResult, Checklists, Error, FindingContent, ReportDraft};

const MAX_CLAIMS: usize = 500;
const MAX_RULES: usize = 500;
const MAX_ID_CHARS: usize = 60;
/// Ids that one warning names.
const MAX_NAMED: usize = 20;

/// The rules and checklists in force.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Whether a rule of this id, in upper case, is stored, enabled or not.
    pub is_rule: &'a dyn Fn(&str) -> bool,
    /// The checklists.
    pub checklists: &'a Checklists,
}

/// What a review covered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The results in the order they were given, then the items without one of every domain that has a result.
    pub results: Vec<ChecklistResult>,
    /// Known rules whose leads were looked at, sorted.
    pub scan_rules: Vec<String>,
    /// What does not add up; never a reason to lose a review.
    pub warnings: Vec<String>,
    /// Ids of the items without a result.
    pub not_covered: Vec<String>,
}

impl ReportDraft {
    /// Whether the draft says anything about coverage, be it that nothing was covered.
    pub fn declares_coverage(&self) -> bool {
        self.checklist_results.is_some() || self.scan_rules.is_some()
    }

    /// The draft of a reviewer who always says what was covered: what is missing counts as nothing.
    pub fn declaring_coverage(mut self) -> Self {
        self.checklist_results.get_or_insert_default();
        self.scan_rules.get_or_insert_default();
        self
    }
}

/// Compares the claims of a review with the rules and checklists in force. Ids are compared trimmed and in upper case.
///
/// What is unknown is dropped with a warning. The last outcome of an item counts, at its first place. Titles and domains come
/// from the checklists.
///
/// # Errors
///
/// [`Error::Invalid`] for more than 500 results or rules, an id that is empty (results) or longer than 60 characters, and the
/// outcome `not_covered`, which only the server gives.
pub fn coverage(
    claims: &[ChecklistClaim],
    rules: &[String],
    findings: &[FindingContent],
    known: &Known,
) -> Result<Coverage, Error> {
    check_bounds(claims, rules)?;
    let mut warnings = Vec::new();
    if claims.is_empty() {
        warnings.push("no checklist result was declared: what was covered is unknown".to_owned());
    }

    let (mut results, unknown_items) = known_results(claims, known.checklists);
    warn(
        &mut warnings,
        "checklist items that do not exist, left out",
        unknown_items,
    );

    let mut scan_rules = BTreeSet::new();
    let mut unknown_rules = Vec::new();
    for rule in rules.iter().map(|rule| upper(rule)).filter(|rule| !rule.is_empty()) {
        if (known.is_rule)(&rule) {
            scan_rules.insert(rule);
        } else {
            unknown_rules.push(rule);
        }
    }
    warn(&mut warnings, "scan rules that do not exist, left out", unknown_rules);

    let cited: BTreeSet<String> = findings
        .iter()
        .filter_map(|f| f.rule_id.as_deref())
        .map(upper)
        .collect();
    let mistaken = findings
        .iter()
        .filter_map(|f| f.rule_id.as_deref().map(str::trim))
        .filter(|id| looks_like_rule_id(id) && !(known.is_rule)(id) && known.checklists.item(id).is_none())
        .map(str::to_owned);
    let what = "rule ids of findings that are neither a rule nor a checklist item, kept";
    warn(&mut warnings, what, mistaken.collect());
    contradictions(&mut warnings, &results, &cited);

    let not_covered = items_without_result(&results, known.checklists);
    let ids = not_covered.iter().map(|result| result.item_id.clone()).collect();
    results.extend(not_covered);
    Ok(Coverage {
        results,
        scan_rules: scan_rules.into_iter().collect(),
        warnings,
        not_covered: ids,
    })
}

fn check_bounds(claims: &[ChecklistClaim], rules: &[String]) -> Result<(), Error> {
    if claims.len() > MAX_CLAIMS || rules.len() > MAX_RULES {
        return Err(Error::invalid(format!(
            "{} checklist results and {} scan rules, the limits are {MAX_CLAIMS} and {MAX_RULES}: leave some out",
            claims.len(),
            rules.len()
        )));
    }
    let too_long = |field: String, id: &str| {
        let length = id.chars().count();
        Error::invalid(format!(
            "{field} has {length} characters, the limit is {MAX_ID_CHARS}: give the id only"
        ))
    };
    for (position, claim) in claims.iter().enumerate() {
        let field = format!("checklist_results[{position}].item_id");
        if claim.item_id.trim().is_empty() {
            return Err(Error::invalid(format!(
                "{field} is empty: give the id of a checklist item"
            )));
        }
        if claim.item_id.chars().count() > MAX_ID_CHARS {
            return Err(too_long(field, &claim.item_id));
        }
        if claim.outcome == ChecklistOutcome::NotCovered {
            return Err(Error::invalid(format!(
                "checklist_results[{position}].outcome: `not_covered` is set by the server for items without a result; use ok, \
                 issue, not_applicable or not_verifiable, or leave the item out"
            )));
        }
    }
    for (position, rule) in rules.iter().enumerate() {
        if rule.chars().count() > MAX_ID_CHARS {
            return Err(too_long(format!("scan_rules[{position}]"), rule));
        }
    }
    Ok(())
}

fn upper(id: &str) -> String {
    id.trim().to_uppercase()
}

/// One result for each known item, in the order of the first claims, and the ids that are not known.
fn known_results(claims: &[ChecklistClaim], checklists: &Checklists) -> (Vec<ChecklistResult>, Vec<String>) {
    let mut results: Vec<ChecklistResult> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut unknown = Vec::new();
    for claim in claims {
        let id = upper(&claim.item_id);
        let Some(item) = checklists.item(&id) else {
            unknown.push(id);
            continue;
        };
        if let Some(place) = places.get(&id) {
            results[*place].outcome = claim.outcome;
            continue;
        }
        places.insert(id, results.len());
        results.push(ChecklistResult {
            item_id: item.id.clone(),
            outcome: claim.outcome,
            title: item.title.clone(),
            domain: item.domain.clone(),
        });
    }
    (results, unknown)
}

/// An item that is in order, yet a finding cites it; an item with an issue, yet no finding cites it.
fn contradictions(warnings: &mut Vec<String>, results: &[ChecklistResult], cited: &BTreeSet<String>) {
    let with = |outcome: ChecklistOutcome, is_cited: bool| -> Vec<String> {
        results
            .iter()
            .filter(|r| r.outcome == outcome && cited.contains(&r.item_id) == is_cited)
            .map(|r| r.item_id.clone())
            .collect()
    };
    let what = "checklist items with outcome `ok` that a finding cites as its rule id";
    warn(warnings, what, with(ChecklistOutcome::Ok, true));
    let what = "checklist items with outcome `issue` that no finding cites as its rule id";
    warn(warnings, what, with(ChecklistOutcome::Issue, false));
}

/// The items without a result of every domain that has one, in the order of the domains and their items.
fn items_without_result(results: &[ChecklistResult], checklists: &Checklists) -> Vec<ChecklistResult> {
    let done: BTreeSet<&str> = results.iter().map(|r| r.item_id.as_str()).collect();
    let used: BTreeSet<&str> = results.iter().map(|r| r.domain.as_str()).collect();
    used.into_iter()
        .flat_map(|domain| checklists.items(domain))
        .filter(|item| !done.contains(item.id.as_str()))
        .map(|item| ChecklistResult {
            item_id: item.id.clone(),
            outcome: ChecklistOutcome::NotCovered,
            title: item.title.clone(),
            domain: item.domain.clone(),
        })
        .collect()
}

/// One warning that names the first ids and counts the others.
fn warn(warnings: &mut Vec<String>, what: &str, ids: Vec<String>) {
    if let Some(list) = listed(&ids) {
        warnings.push(format!("{what}: {list}"));
    }
}

/// The first 20 of some ids, each once, and how many more there are; none for no id.
pub(crate) fn listed(ids: &[String]) -> Option<String> {
    let mut distinct: Vec<&String> = Vec::new();
    let mut seen = BTreeSet::new();
    distinct.extend(ids.iter().filter(|id| seen.insert(id.as_str())));
    let named: Vec<String> = distinct
        .iter()
        .take(MAX_NAMED)
        .map(|id| safe_line(id, 100).into_string())
        .collect();
    let more = distinct.len() - named.len();
    match (named.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(named.join(", ")),
        (false, more) => Some(format!("{} and {more} more", named.join(", "))),
    }
}

#[cfg(test)]
mod tests;
