//! Values without quotes: configuration, YAML, shell, Dockerfiles, options, headers, queries, elements.

use std::sync::LazyLock;

use regex::Regex;

use super::quoted::identifier_tail;
use super::{Candidate, Form, Line};
use crate::ascii::regex;
use crate::doc::Doc;
use crate::names::{Name, NameClass};

static CONFIG: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^[\s#;/]*(?:export\s+|set\s+|-\s+|\+?=?\s*)?([A-Za-z_/:@$][\w.\-/:\[\]@$]*?)\s*(?:[=:]\s*|\s+)(\S.*?)\s*$")
});

pub(super) fn config_line(line: &Line<'_>, out: &mut Vec<Candidate>) {
    let content = line.content();
    let Some(found) = CONFIG.captures(content) else { return };
    let (Some(name), Some(value)) = (found.get(1), found.get(2)) else {
        return;
    };
    // `key value` without a separator is only written in a few formats; prose is not configuration.
    let separated = content[name.end()..value.start()].contains(['=', ':']);
    if !separated && value.as_str().contains(' ') {
        return;
    }
    let comments = [" #", " ;", "\t#"]
        .into_iter()
        .filter_map(|sign| value.as_str().find(sign));
    let end = comments.min().map_or(value.end(), |at| value.start() + at);
    out.extend(line.candidate(name.as_str(), value.start()..end, Form::Assign));
}

static YAML: LazyLock<Regex> = LazyLock::new(|| regex(r"^[\s#]*(?:-\s+)*([\w.\-/$ ]+?)\s*:\s+(\S.*?)\s*$"));
static YAML_FLOW: LazyLock<Regex> = LazyLock::new(|| regex(r#"[{,]\s*([\w.-]+)\s*:\s+([^\s,}\]"'{\[]{4,})"#));

pub(super) fn yaml_line(doc: &Doc<'_>, line: &Line<'_>, out: &mut Vec<Candidate>) {
    yaml_like(line, out);
    // A block scalar continues on the next line.
    let Some((name, mark)) = line.content().rsplit_once(':') else {
        return;
    };
    let next = line.number + 1;
    if matches!(mark.trim(), "|" | ">" | "|-" | ">-" | "|+" | ">+") && next < doc.line_count() {
        let value = Line {
            number: next,
            range: doc.line_range(next),
            ..line.clone()
        };
        out.extend(value.candidate(identifier_tail(name.trim_end()), 0..value.range.len(), Form::Assign));
    }
}

pub(super) fn yaml_like(line: &Line<'_>, out: &mut Vec<Candidate>) {
    if let Some(found) = YAML.captures(line.content())
        && let (Some(name), Some(value)) = (found.get(1), found.get(2))
        && !value.as_str().starts_with(['{', '[', '|', '>', '&'])
        && identifier_tail(name.as_str()) == name.as_str()
    {
        let end = value.as_str().find(" #").map_or(value.end(), |at| value.start() + at);
        out.extend(line.candidate(name.as_str(), value.start()..end, Form::Assign));
    }
    out.extend(line.matches(&YAML_FLOW, Form::Assign));
}

static WORD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?:^|[\s;&|"'`(:,])(?:\$env:|-e|-D|-P)?([A-Za-z_][\w.\-]*)=([^\s"'`;&|<>(){}\\,]{4,}|[^\s"'`;&|<>\\]{4,})"#,
    )
});

pub(super) fn shell_words(line: &Line<'_>, out: &mut Vec<Candidate>) {
    out.extend(line.matches(&WORD, Form::Assign));
}

static MAKE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*(?::{1,3}|\?|\+)?=\s*(\S+)\s*$"));

pub(super) fn make_variable(line: &Line<'_>, out: &mut Vec<Candidate>) {
    out.extend(line.matches(&MAKE, Form::Assign));
}

static DOCKER: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^\s*(?:ENV|ARG|setx|set)\s+([A-Za-z_]\w*)\s+([^\s=]\S*)\s*$"));

pub(super) fn docker_env(line: &Line<'_>, out: &mut Vec<Candidate>) {
    out.extend(line.matches(&DOCKER, Form::Assign));
}

static FLAG: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"(?:^|[\s"'\[(,`])--?([A-Za-z][\w-]*)(?:=|\s+|["']\s*,\s*["'])["']?([^\s"'`|&;<>]{4,})"#));

pub(super) fn flags(line: &Line<'_>, out: &mut Vec<Candidate>) {
    if line.content().contains("--") || line.content().contains(" -") {
        let named = |c: &Candidate| Name::new(&c.name).class() >= NameClass::Weak;
        out.extend(line.matches(&FLAG, Form::Flag).filter(named));
    }
}

static HEADER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?xi)\b((?:proxy-)?authorization|x-[a-z-]*(?:key|token|auth|secret)[a-z-]*|(?:private|deploy|job|api|auth|access)-?(?:token|key))
           \\?["']?\]?\s*(?:[:=,]|=>)\s*\\?["']?(?:(?:bearer|token|basic|apikey|api-key|ssws|bot|key|genie-?key|splunk|zuora|oauth|applink)\s+)?
           ([^\s"'\\,;(){}\[\]<>`$]{8,})"#,
    )
});

pub(super) fn headers(line: &Line<'_>, out: &mut Vec<Candidate>) {
    out.extend(line.matches(&HEADER, Form::Header));
}

static QUERY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)[?&](access_token|api[_-]?token|token|api[_-]?key|apikey|key|auth|password|passwd|pwd|secret|client_secret|sig|code|subscription-key)=([^&\s"'<>#\\`)$\{]{8,})"#,
    )
});

pub(super) fn queries(line: &Line<'_>, out: &mut Vec<Candidate>) {
    if line.content().contains("://") || line.content().contains('?') {
        out.extend(line.matches(&QUERY, Form::Query));
    }
}

static ELEMENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"<([A-Za-z][\w:.-]*)(?:\s[^<>]*?(?:key|name|id)\s*=\s*["']([^"']+)["'][^<>]*|\s[^<>]*)?>\s*([^<>\s][^<>]{2,}?)\s*</"#,
    )
});

pub(super) fn elements(line: &Line<'_>, out: &mut Vec<Candidate>) {
    for found in ELEMENT.captures_iter(line.content()) {
        let Some(value) = found.get(3) else { continue };
        let name = found.get(2).or_else(|| found.get(1)).map_or("", |m| m.as_str());
        out.extend(line.candidate(name, value.range(), Form::Element));
    }
}
