//! The bounds and the treatment of single texts.

use untrusted_text::{safe_line, safe_text};

use crate::{Error, Limits};

/// A required field of one line.
pub(super) fn line(field: &str, value: &str, least: usize, most: usize) -> Result<String, Error> {
    at_least(field, value, least)?;
    within(field, value, most, "")?;
    Ok(safe_line(value, most).into_string())
}

/// An optional field of one line; a blank one is none. Its spelling is kept, blanks around it included.
pub(super) fn optional_line(field: &str, value: Option<String>, most: usize) -> Result<Option<String>, Error> {
    let Some(value) = value else {
        return Ok(None);
    };
    within(field, &value, most, "")?;
    Ok(present(&value).then(|| safe_line(&value, most).into_string()))
}

/// A required long text.
pub(super) fn text(field: &str, value: &str, least: usize, limits: &Limits) -> Result<String, Error> {
    at_least(field, value, least)?;
    within(field, value, limits.content_chars, " (SECREVIEW_MAX_CONTENT_CHARS)")?;
    Ok(safe_text(value, limits.content_chars).into_string())
}

/// An optional long text; a blank one is none.
pub(super) fn optional_text(field: &str, value: Option<String>, limits: &Limits) -> Result<Option<String>, Error> {
    let Some(value) = value else {
        return Ok(None);
    };
    within(field, &value, limits.content_chars, " (SECREVIEW_MAX_CONTENT_CHARS)")?;
    Ok(present(&value).then(|| safe_text(&value, limits.content_chars).into_string()))
}

/// Whether a text has at least so many characters, blanks around it not counted.
pub(super) fn at_least(field: &str, value: &str, least: usize) -> Result<(), Error> {
    let length = value.trim().chars().count();
    if length >= least {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "{field} has {length} characters, at least {least} are needed: say more"
    )))
}

fn within(field: &str, value: &str, most: usize, setting: &str) -> Result<(), Error> {
    let length = value.chars().count();
    if length > most {
        return Err(Error::invalid(format!(
            "{field} has {length} characters, the limit is {most}{setting}: shorten it"
        )));
    }
    if value.contains('\0') {
        return Err(Error::invalid(format!("{field} contains a NUL character: remove it")));
    }
    Ok(())
}

fn present(value: &str) -> bool {
    !value.trim().is_empty()
}
