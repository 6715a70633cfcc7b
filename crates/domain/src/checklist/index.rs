use std::collections::BTreeMap;

use super::ChecklistItem;
use crate::Error;

/// The checklists in force, by domain and by id.
///
/// Domains are in the order of their names, `*` first; the items of a domain in the order they were given. The first of
/// several items with the same domain and id counts; an id that occurs in several domains belongs to the first domain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checklists {
    domains: BTreeMap<String, Vec<ChecklistItem>>,
    by_id: BTreeMap<String, (String, usize)>,
}

impl Checklists {
    /// Puts items in order.
    pub fn new(items: Vec<ChecklistItem>) -> Self {
        let mut domains: BTreeMap<String, Vec<ChecklistItem>> = BTreeMap::new();
        for item in items {
            let of_domain = domains.entry(item.domain.clone()).or_default();
            if !of_domain.iter().any(|other| other.id == item.id) {
                of_domain.push(item);
            }
        }
        let mut by_id = BTreeMap::new();
        for (domain, items) in &domains {
            for (position, item) in items.iter().enumerate() {
                by_id.entry(item.id.clone()).or_insert((domain.clone(), position));
            }
        }
        Self { domains, by_id }
    }

    /// Name and number of items of every domain, `*` first.
    pub fn domains(&self) -> Vec<(&str, usize)> {
        // `*` sorts before every letter.
        self.domains
            .iter()
            .map(|(name, items)| (name.as_str(), items.len()))
            .collect()
    }

    /// The items of a domain, by its exact name; none if there is no such domain.
    pub fn items(&self, domain: &str) -> Vec<&ChecklistItem> {
        self.domains.get(domain).into_iter().flatten().collect()
    }

    /// The domain that is meant, blanks around it and case ignored, and its items.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] listing the domains there are.
    pub fn find(&self, domain: &str) -> Result<(&str, Vec<&ChecklistItem>), Error> {
        let wanted = domain.trim().to_lowercase();
        match self.domains.get_key_value(&wanted) {
            Some((name, items)) => Ok((name, items.iter().collect())),
            None => {
                let available: Vec<&str> = self.domains.keys().map(String::as_str).collect();
                let available = match available.as_slice() {
                    [] => "none".to_owned(),
                    some => some.join(", "),
                };
                Err(Error::invalid(format!(
                    "there is no checklist of that name; available: {available}"
                )))
            }
        }
    }

    /// The item with this exact id; of several, that of the first domain.
    pub fn item(&self, id: &str) -> Option<&ChecklistItem> {
        let (domain, position) = self.by_id.get(id)?;
        self.domains.get(domain)?.get(*position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checklist::tests::item;

    fn checklists() -> Checklists {
        Checklists::new(vec![
            item("python", "PY-02"),
            item("python", "PY-01"),
            item("*", "GEN-01"),
            item("company", "PY-01"),
            item("python", "PY-02"),
        ])
    }

    #[test]
    fn domains_are_in_order_with_every_language_first_and_items_as_given() {
        let checklists = checklists();
        assert_eq!(checklists.domains(), [("*", 1), ("company", 1), ("python", 2)]);
        let ids: Vec<&str> = checklists.items("python").iter().map(|i| i.id.as_str()).collect();
        assert_eq!(ids, ["PY-02", "PY-01"]);
        assert!(checklists.items("Python").is_empty());
    }

    #[test]
    fn an_id_of_two_domains_belongs_to_the_first() {
        let checklists = checklists();
        assert_eq!(checklists.item("PY-01").map(|i| i.domain.as_str()), Some("company"));
        assert_eq!(checklists.item("PY-02").map(|i| i.domain.as_str()), Some("python"));
        assert_eq!(checklists.item("py-02"), None);
    }

    #[test]
    fn a_domain_is_found_in_any_case_and_an_unknown_one_lists_what_there_is() {
        let checklists = checklists();
        let (name, items) = checklists.find(" Python\n").unwrap();
        assert_eq!((name, items.len()), ("python", 2));
        assert_eq!(
            checklists.find("cobol").unwrap_err().to_string(),
            "there is no checklist of that name; available: *, company, python"
        );
        assert!(
            Checklists::default()
                .find("x")
                .unwrap_err()
                .to_string()
                .ends_with("available: none")
        );
    }
}
