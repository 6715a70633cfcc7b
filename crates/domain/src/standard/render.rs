use super::{Selection, Standard};
use crate::markup::{escape, one_line};

/// Longest catalog, in bytes: lines that have no room are counted.
const CATALOG_BYTES: usize = 60_000;

/// A standard in Markdown: title, what it applies to, description, content.
pub fn render_standard(standard: &Standard) -> String {
    let mut text = format!(
        "## {} (`{}`)\n\n*{}*\n\n",
        escape(&one_line(&standard.title)),
        standard.slug,
        applies_to(standard)
    );
    if !standard.description.is_empty() {
        text.push_str(&escape(&one_line(&standard.description)));
        text.push_str("\n\n");
    }
    text.push_str(standard.content.trim_end());
    text.push('\n');
    text
}

/// The standards for a piece of work in Markdown, and what to do where there is none.
pub fn render_selection(selection: &Selection) -> String {
    let mut text = "# Development standards\n".to_owned();
    if selection.matched.is_empty() {
        let available = match selection.available.as_slice() {
            [] => "none".to_owned(),
            slugs => codes(slugs),
        };
        text.push_str(&format!(
            "\nNo development standard applies to these technologies and files. Available: {available}.\n"
        ));
    }
    for matched in &selection.matched {
        text.push('\n');
        text.push_str(&render_standard(&matched.standard));
    }
    if !selection.omitted.is_empty() {
        text.push_str(&format!(
            "\nThese apply too and are left out for length; ask for them one by one: {}.\n",
            codes(&selection.omitted)
        ));
    }
    if !selection.uncovered_technologies.is_empty() {
        let names: Vec<String> = selection.uncovered_technologies.iter().map(|t| asked(t)).collect();
        text.push_str(&format!(
            "\nWithout a standard of their own: {}. Follow the usual conventions of their communities there, and say so.\n",
            names.join(", ")
        ));
    }
    text
}

/// The list of enabled standards in Markdown.
pub fn render_catalog(standards: &[Standard]) -> String {
    let mut enabled: Vec<&Standard> = standards.iter().filter(|s| s.enabled).collect();
    enabled.sort_by(|a, b| a.slug.cmp(&b.slug));
    let mut text = "# Development standards\n\n".to_owned();
    if enabled.is_empty() {
        text.push_str("No development standard is defined.\n");
        return text;
    }
    text.push_str(
        "Read the ones that apply before writing code: call `get_development_standards` with the technologies and files of the \
         work, or read the resource `standard://<slug>`.\n\n",
    );
    for (at, standard) in enabled.iter().enumerate() {
        let mut line = format!(
            "- `{}`: **{}**. {}.",
            standard.slug,
            escape(&one_line(&standard.title)),
            applies_to(standard)
        );
        if !standard.description.is_empty() {
            line.push(' ');
            line.push_str(&escape(&one_line(&standard.description)));
        }
        if text.len() + line.len() > CATALOG_BYTES {
            let more = enabled.len() - at;
            text.push_str(&format!("- and {more} more: call `list_development_standards`\n"));
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Its technologies, else its slug; and its file patterns, if any.
fn applies_to(standard: &Standard) -> String {
    let technologies = match standard.technologies.as_slice() {
        [] => escape(&standard.slug),
        names => escape(&names.join(", ")),
    };
    let files = match standard.file_patterns.as_slice() {
        [] => String::new(),
        patterns => format!("; files: {}", codes(patterns)),
    };
    format!("Applies to: {technologies}{files}")
}

fn codes(words: &[String]) -> String {
    let codes: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    codes.join(", ")
}

/// A technology as the caller spelt it, in one line that shows what is hidden.
fn asked(technology: &str) -> String {
    escape(untrusted_text::safe_line(technology, 60).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::select;
    use crate::standard::tests::standard;

    fn python() -> Standard {
        let mut python = standard("python", &["python", "my_lib"], &["*.py", "__init__.*"]);
        python.description = "For __main__.".to_owned();
        python
    }

    #[test]
    fn a_standard_shows_what_it_applies_to_before_its_content() {
        assert_eq!(
            render_standard(&python()),
            "## python conventions (`python`)\n\n*Applies to: python, my\\_lib; files: `*.py`, `__init__.*`*\n\n\
             For \\_\\_main\\_\\_.\n\n### Input\n- Validate.\n"
        );
        assert_eq!(
            render_standard(&standard("go", &[], &[])),
            "## go conventions (`go`)\n\n*Applies to: go*\n\n### Input\n- Validate.\n"
        );
    }

    #[test]
    fn a_selection_holds_its_standards_and_names_what_has_none() {
        let names = ["Django*\n# x".to_owned(), "python".to_owned()];
        let selection = select(&[python()], &names, &[], 1_000).unwrap();
        assert_eq!(
            render_selection(&selection),
            format!(
                "# Development standards\n\n{}\nWithout a standard of their own: Django\\*\\<U+000A># x. Follow the usual \
                 conventions of their communities there, and say so.\n",
                render_standard(&python())
            )
        );
    }

    #[test]
    fn a_selection_of_nothing_lists_what_there_is() {
        let text =
            |standards: &[Standard]| render_selection(&select(standards, &[], &["x.cbl".to_owned()], 1_000).unwrap());
        assert_eq!(
            text(&[python(), standard("go", &[], &[])]),
            "# Development standards\n\nNo development standard applies to these technologies and files. Available: `go`, \
             `python`.\n"
        );
        assert!(text(&[]).ends_with("Available: none.\n"));
    }

    #[test]
    fn the_catalog_has_one_line_for_each_enabled_standard() {
        let mut off = standard("cobol", &[], &[]);
        off.enabled = false;
        let text = render_catalog(&[python(), off.clone(), standard("go", &[], &[])]);
        let lines: Vec<&str> = text.lines().filter(|l| l.starts_with("- ")).collect();
        assert_eq!(
            lines,
            [
                "- `go`: **go conventions**. Applies to: go.",
                "- `python`: **python conventions**. Applies to: python, my\\_lib; files: `*.py`, `__init__.*`. For \
                 \\_\\_main\\_\\_.",
            ]
        );
        assert_eq!(
            render_catalog(&[off]),
            "# Development standards\n\nNo development standard is defined.\n"
        );
    }
}
