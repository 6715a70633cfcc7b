use super::ChecklistItem;
use crate::markup::{escape, one_line};

/// A checklist in Markdown: a heading of level 3 that names the domain, then one bullet per item.
pub fn render_checklist(domain: &str, items: &[&ChecklistItem]) -> String {
    let mut text = format!("### Checklist: {}\n\n", one_line(domain));
    for item in items {
        text.push_str(&bullet(item));
    }
    text
}

fn bullet(item: &ChecklistItem) -> String {
    let title = escape(&one_line(&item.title));
    let cwe = match &item.cwe {
        Some(cwe) => format!(" ({})", escape(cwe)),
        None => String::new(),
    };
    let what = escape(&one_line(&item.what_to_look_for));
    format!("- **{} - {title}**{cwe}: {what}\n", escape(&item.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checklist::load::tests::shipped;
    use crate::checklist::tests::item;

    #[test]
    fn each_item_is_one_bullet_with_its_id_title_weakness_and_text() {
        let mut first = item("node", "TS-01");
        first.what_to_look_for = "Look for __proto__\nand *p.".to_owned();
        let mut second = item("node", "TS-02");
        second.cwe = None;
        assert_eq!(
            render_checklist("node", &[&first, &second]),
            "### Checklist: node\n\n\
             - **TS-01 - Title of TS-01** (CWE-89): Look for \\_\\_proto\\_\\_ and \\*p.\n\
             - **TS-02 - Title of TS-02**: Text of TS-02.\n"
        );
    }

    #[test]
    fn every_shipped_item_stays_on_its_line() {
        let items = shipped();
        let items: Vec<&ChecklistItem> = items.iter().collect();
        let text = render_checklist("*", &items);
        assert_eq!(text.lines().count(), 2 + 123);
        assert!(text.lines().skip(2).all(|line| line.starts_with("- **")));
    }
}
