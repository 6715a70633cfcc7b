//! The cells of a Jupyter notebook, with the line of the file that every line of a cell comes from.
//!
//! Formats 3 (`worksheets`, `input`) and 4 (`cells`, `source`) are read; text may be one string or a list of strings,
//! as the format allows. A notebook is read once, from left to right, with a stack that does not depend on it.

mod json;

use json::Reader;

use crate::language::Language;
use crate::lines::LineIndex;

/// The most cells, outputs included, that a notebook may have.
pub const MAX_CELLS: usize = 100_000;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// A program.
    Code,
    /// Prose: Markdown, a heading, raw text.
    Markdown,
    /// What running a code cell printed: streams, text results, tracebacks. Pictures are left out.
    Output,
}

/// A cell, or the text outputs of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The number of the cell in the notebook, from 0. An output has that of the cell that made it.
    pub index: usize,
    /// What it holds.
    pub kind: CellKind,
    /// The language of a program, from the cell's magic (`%%bash`), its metadata or the notebook's; `None` when it is
    /// not in the table. Prose and outputs are [`Language::Text`].
    pub language: Option<Language>,
    /// The text.
    pub text: String,
    /// For every line of the text, as [`LineIndex`] counts them, the line of the file, from 1.
    pub lines: Vec<u32>,
}

/// Why a text is not read as a notebook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotebookError {
    /// The text is no JSON, or ends too early.
    #[error("line {line} of the notebook is not the JSON that was expected: {expected}")]
    Json {
        /// Where, from 1.
        line: usize,
        /// What should have been there.
        expected: &'static str,
    },
    /// JSON, but neither `cells` (format 4) nor `worksheets` (format 3).
    #[error("the file has neither `cells` nor `worksheets`: it is no notebook of format 3 or 4")]
    NoCells,
    /// More cells than are read.
    #[error("the notebook has more than {MAX_CELLS} cells and outputs")]
    TooManyCells,
}

/// The cells of a notebook, in order, each followed by its outputs.
///
/// # Errors
///
/// [`NotebookError`]: the text is no JSON, no notebook, or has more than [`MAX_CELLS`] cells.
pub fn cells(json: &str) -> Result<Vec<Cell>, NotebookError> {
    let lines = LineIndex::new(json);
    let failed = |error: json::Error| NotebookError::Json {
        line: lines.line_of(error.at),
        expected: error.expected,
    };
    let mut notebook = Notebook::default();
    let mut reader = Reader::new(json);
    notebook.read(&mut reader).map_err(failed)?;
    if notebook.too_many {
        return Err(NotebookError::TooManyCells);
    }
    if !notebook.has_cells {
        return Err(NotebookError::NoCells);
    }
    let language = notebook.language.as_deref();
    Ok(notebook
        .cells
        .into_iter()
        .map(|raw| raw.finish(language, &lines))
        .collect())
}

/// Strings that make one text, each with its place in the file.
type Pieces = Vec<(String, usize)>;

struct RawCell {
    index: usize,
    kind: CellKind,
    language: Option<String>,
    pieces: Pieces,
}

#[derive(Default)]
struct Notebook {
    cells: Vec<RawCell>,
    count: usize,
    has_cells: bool,
    too_many: bool,
    language: Option<String>,
}

impl Notebook {
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), json::Error> {
        reader.object(|reader, key| match key {
            "cells" => self.read_cells(reader),
            "worksheets" => reader.array(|reader| {
                reader.object(|reader, key| match key {
                    "cells" => self.read_cells(reader),
                    _ => reader.skip(),
                })
            }),
            "metadata" => self.read_metadata(reader),
            _ => reader.skip(),
        })?;
        reader.end()
    }

    fn read_metadata(&mut self, reader: &mut Reader<'_>) -> Result<(), json::Error> {
        reader.object(|reader, key| {
            // `language_info` is written by the kernel that ran, `kernelspec` by the one that was chosen.
            let (wanted, first) = match key {
                "language_info" => ("name", true),
                "kernelspec" => ("language", false),
                _ => return reader.skip(),
            };
            reader.object(|reader, key| {
                let found = if key == wanted {
                    reader.string_or_skip()?
                } else {
                    reader.skip().map(|()| None)?
                };
                if let Some((name, _)) = found
                    && (first || self.language.is_none())
                {
                    self.language = Some(name);
                }
                Ok(())
            })
        })
    }

    fn read_cells(&mut self, reader: &mut Reader<'_>) -> Result<(), json::Error> {
        self.has_cells |= reader.at_array();
        reader.array(|reader| {
            let index = self.count;
            self.count += 1;
            let mut kind = CellKind::Markdown;
            let mut language = None;
            let (mut source, mut output) = (Pieces::new(), Pieces::new());
            reader.object(|reader, key| match key {
                "cell_type" => {
                    if reader.string_or_skip()?.is_some_and(|(name, _)| name == "code") {
                        kind = CellKind::Code;
                    }
                    Ok(())
                }
                "source" | "input" => read_text(reader, &mut source),
                "language" => {
                    language = reader.string_or_skip()?.map(|(name, _)| name).or(language.take());
                    Ok(())
                }
                "metadata" => read_cell_metadata(reader, &mut language),
                "outputs" => reader.array(|reader| read_output(reader, &mut output)),
                _ => reader.skip(),
            })?;
            self.push(RawCell {
                index,
                kind,
                language,
                pieces: source,
            });
            if !output.is_empty() {
                self.push(RawCell {
                    index,
                    kind: CellKind::Output,
                    language: None,
                    pieces: output,
                });
            }
            Ok(())
        })
    }

    fn push(&mut self, cell: RawCell) {
        if self.cells.len() < MAX_CELLS {
            self.cells.push(cell);
        } else {
            self.too_many = true;
        }
    }
}

/// Editors note the language of a single cell as `vscode.languageId`.
fn read_cell_metadata(reader: &mut Reader<'_>, language: &mut Option<String>) -> Result<(), json::Error> {
    reader.object(|reader, key| match key {
        "vscode" => reader.object(|reader, key| match key {
            "languageId" => {
                *language = reader.string_or_skip()?.map(|(name, _)| name).or(language.take());
                Ok(())
            }
            _ => reader.skip(),
        }),
        _ => reader.skip(),
    })
}

/// A string, or a list of strings; anything else is passed over.
fn read_text(reader: &mut Reader<'_>, pieces: &mut Pieces) -> Result<(), json::Error> {
    if reader.at_array() {
        return reader.array(|reader| {
            pieces.extend(reader.string_or_skip()?);
            Ok(())
        });
    }
    pieces.extend(reader.string_or_skip()?);
    Ok(())
}

fn read_output(reader: &mut Reader<'_>, pieces: &mut Pieces) -> Result<(), json::Error> {
    reader.object(|reader, key| match key {
        "text" | "html" | "latex" | "javascript" | "evalue" => read_output_text(reader, pieces),
        "traceback" => reader.array(|reader| read_output_text(reader, pieces)),
        "data" => reader.object(|reader, media_type| match media_type {
            kind if kind.starts_with("text/") || kind == "application/javascript" => read_output_text(reader, pieces),
            _ => reader.skip(),
        }),
        _ => reader.skip(),
    })
}

/// Text that starts on a line of its own: outputs are put one after the other.
fn read_output_text(reader: &mut Reader<'_>, pieces: &mut Pieces) -> Result<(), json::Error> {
    if let Some((last, _)) = pieces.last_mut()
        && !last.ends_with('\n')
    {
        last.push('\n');
    }
    read_text(reader, pieces)
}

impl RawCell {
    fn finish(self, notebook_language: Option<&str>, file: &LineIndex) -> Cell {
        let mut text = String::with_capacity(self.pieces.iter().map(|(piece, _)| piece.len()).sum());
        // Where every piece starts in the text, and its line in the file.
        let mut starts = Vec::with_capacity(self.pieces.len());
        for (piece, at) in &self.pieces {
            starts.push((text.len(), file.line_of(*at)));
            text.push_str(piece);
        }
        let line_in_file = |start: usize| {
            let piece = starts.partition_point(|(piece_start, _)| *piece_start <= start);
            let line = piece
                .checked_sub(1)
                .and_then(|piece| starts.get(piece))
                .map_or(1, |(_, line)| *line);
            u32::try_from(line).unwrap_or(u32::MAX)
        };
        let lines = LineIndex::new(&text)
            .iter()
            .map(|line| line_in_file(line.start))
            .collect();
        let language = match self.kind {
            CellKind::Code => program_language(&text, self.language.as_deref().or(notebook_language)),
            CellKind::Markdown | CellKind::Output => Some(Language::Text),
        };
        Cell {
            index: self.index,
            kind: self.kind,
            language,
            text,
            lines,
        }
    }
}

/// The language of a code cell: a cell magic on its first line wins; a notebook that names none is Python.
fn program_language(text: &str, named: Option<&str>) -> Option<Language> {
    let first = text.trim_start().lines().next().unwrap_or_default();
    if let Some(magic) = first.strip_prefix("%%") {
        let name = magic.split_whitespace().next().unwrap_or_default();
        match name {
            "script" => return None,
            "pypy" | "python2" | "python3" => return Some(Language::Python),
            "perl" | "latex" | "markdown" | "writefile" | "file" => return Some(Language::Text),
            "svg" => return Some(Language::Xml),
            _ => {
                if let Ok(language) = Language::from_name(name) {
                    return Some(language);
                }
            }
        }
    }
    match named {
        None => Some(Language::Python),
        Some(name) => match name.to_lowercase().as_str() {
            "ipython" | "python3" | "python2" => Some(Language::Python),
            "shellscript" => Some(Language::Shell),
            other => Language::from_name(other).ok(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One line per cell: index, kind, language, then the text of every line with its line in the file.
    fn check(json: &str, expected: &[&str]) {
        let shown: Vec<String> = match cells(json) {
            Err(error) => vec![error.to_string()],
            Ok(cells) => cells
                .iter()
                .map(|cell| {
                    let language = cell.language.map_or("-", Language::name);
                    let index = LineIndex::new(&cell.text);
                    assert_eq!(index.line_count(), cell.lines.len());
                    let lines = index
                        .iter()
                        .zip(&cell.lines)
                        .map(|(range, line)| format!("{line}:{}", &cell.text[range]));
                    format!(
                        "{} {:?} {language} | {}",
                        cell.index,
                        cell.kind,
                        lines.collect::<Vec<_>>().join(" | ")
                    )
                })
                .collect(),
        };
        assert_eq!(shown, expected, "{json}");
    }

    #[test]
    fn format_4_keeps_the_line_of_every_source_line() {
        check(
            r#"{
 "cells": [
  {"cell_type": "markdown", "source": ["Title\n",
    "text"]},
  {
   "cell_type": "code",
   "execution_count": 1,
   "metadata": {"tags": [["x", {"source": "no"}]]},
   "outputs": [
    {"output_type": "stream", "name": "stdout", "text": ["a\n",
      "b"]},
    {"output_type": "display_data", "data": {"image/png": "iVBOR", "text/plain": "c"}},
    {"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["t1",
      "t2"]}
   ],
   "source": [
    "import os\n",
    "x = \"\u00e9\ud83d\ude00\\n\"\n",
    "\n",
    "os.system(x)"
   ]
  }
 ],
 "metadata": {"kernelspec": {"name": "python3", "language": "python"}}, "nbformat": 4
}
"#,
            &[
                "0 Markdown text | 3:Title | 4:text",
                "1 Code python | 17:import os | 18:x = \"é😀\\n\" | 19: | 20:os.system(x)",
                "1 Output text | 10:a | 11:b | 12:c | 13:v | 13:t1 | 14:t2",
            ],
        );
    }

    #[test]
    fn a_source_in_one_string_is_on_one_line() {
        check(
            "{\"metadata\": {\"language_info\": {\"name\": \"rust\"}},\r\n\"cells\": [{\"source\": \"a\\nb\\r\\nc\", \"cell_type\": \"code\"}]}",
            &["0 Code rust | 2:a | 2:b | 2:c"],
        );
    }

    #[test]
    fn format_3_is_read() {
        check(
            r#"{"nbformat": 3, "worksheets": [{"cells": [
 {"cell_type": "heading", "level": 1, "source": "T"},
 {"cell_type": "code", "language": "python", "input": ["f()\n",
  "g()"], "outputs": [{"output_type": "pyout", "png": "iVBOR", "text": "1"}]}]},
 {"cells": [{"cell_type": "code", "input": "h()"}]}]}"#,
            &[
                "0 Markdown text | 2:T",
                "1 Code python | 3:f() | 4:g()",
                "1 Output text | 4:1",
                "2 Code python | 5:h()",
            ],
        );
    }

    fn check_language(source: &str, notebook: &str, expected: Option<Language>) {
        let json = format!(
            "{{\"cells\": [{{\"cell_type\": \"code\", \"source\": \"{source}\"}}], \"metadata\": {{{notebook}}}}}"
        );
        assert_eq!(cells(&json).unwrap()[0].language, expected, "{json}");
    }

    #[test]
    fn a_cell_says_its_language() {
        let r = "\"kernelspec\": {\"language\": \"COBOL\"}";
        check_language("x", "", Some(Language::Python));
        check_language("x", r, None);
        check_language("%%bash -e\\nls", r, Some(Language::Shell));
        check_language("\\n%%javascript\\nf()", "", Some(Language::JavaScript));
        check_language("%%html\\n<p>", "", Some(Language::Html));
        check_language("%%time\\nf()", "", Some(Language::Python));
        check_language("%%script perl\\nf()", "", None);
        check_language("x", "\"kernelspec\": {\"language\": \"c#\"}", Some(Language::CSharp));
    }

    #[test]
    fn what_is_no_notebook_is_an_error_that_says_where() {
        check("", &["line 1 of the notebook is not the JSON that was expected: `{`"]);
        check("[]", &["line 1 of the notebook is not the JSON that was expected: `{`"]);
        check(
            "{}",
            &["the file has neither `cells` nor `worksheets`: it is no notebook of format 3 or 4"],
        );
        check(
            "{\"cells\": 1}",
            &["the file has neither `cells` nor `worksheets`: it is no notebook of format 3 or 4"],
        );
        check(
            "{\"cells\": [\n{\"source\": \"a",
            &["line 2 of the notebook is not the JSON that was expected: the end of a string"],
        );
        check(
            "{\"cells\": [{}\n}",
            &["line 2 of the notebook is not the JSON that was expected: `,` or `]`"],
        );
        check(
            "{\"cells\": []} x",
            &["line 1 of the notebook is not the JSON that was expected: the end of the file"],
        );
        check(
            "{\"cells\": [], \"x\": [1",
            &["line 1 of the notebook is not the JSON that was expected: the end of a value"],
        );
        check(
            "{\"cells\": [{}, 1, [], \"x\", null]}",
            &[
                "0 Markdown text | ", "1 Markdown text | ", "2 Markdown text | ", "3 Markdown text | ",
                "4 Markdown text | ",
            ],
        );
    }

    #[test]
    fn hostile_notebooks_end_in_an_answer() {
        let deep = format!(
            "{{\"x\": {}{}, \"cells\": []}}",
            "[".repeat(500_000),
            "]".repeat(500_000)
        );
        check(&deep, &[]);
        let open = format!("{{\"cells\": {}", "[".repeat(500_000));
        assert!(cells(&open).is_err());
        let many = format!("{{\"cells\": [{}{{}}]}}", "{},".repeat(MAX_CELLS));
        assert_eq!(cells(&many), Err(NotebookError::TooManyCells));
        check(
            "{\"cells\": [{\"source\": \"\\ud800\\u0000\\q\\u12\"}]}",
            &["0 Markdown text | 1:\u{fffd}\0q\u{fffd}12"],
        );
    }
}
