use std::io;

use tokio_util::bytes::{Buf as _, BytesMut};
use tokio_util::codec::Decoder;

/// What is kept of the start of a line that is too long, in bytes: its id stands there.
const START: usize = 4_096;

/// A line of input. What is wrong with one is no error of the stream: the next line is read all the same.
pub(super) enum Raw {
    Text(String),
    NotUtf8,
    TooLong { start: String },
}

/// Cuts input into lines of at most `max_bytes` bytes; of a longer one only the start is kept.
pub(super) struct Lines {
    max_bytes: usize,
    /// Bytes that hold no line end, looked at already.
    seen: usize,
    /// The start of a line that is too long, while its rest is passed over.
    passing_over: Option<String>,
}

impl Lines {
    pub(super) fn new(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            seen: 0,
            passing_over: None,
        }
    }

    fn line(&mut self, bytes: &[u8]) -> Raw {
        self.seen = 0;
        if let Some(start) = self.passing_over.take() {
            return Raw::TooLong { start };
        }
        if bytes.len() > self.max_bytes {
            return Raw::TooLong { start: start(bytes) };
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Raw::Text(text.to_owned()),
            Err(_) => Raw::NotUtf8,
        }
    }
}

fn start(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(START)]).into_owned()
}

impl Decoder for Lines {
    type Item = Raw;
    type Error = io::Error;

    fn decode(&mut self, input: &mut BytesMut) -> io::Result<Option<Raw>> {
        let found = input[self.seen..].iter().position(|byte| *byte == b'\n');
        if let Some(end) = found.map(|at| at + self.seen) {
            let line = input.split_to(end);
            input.advance(1);
            return Ok(Some(self.line(&line)));
        }
        self.seen = input.len();
        if self.passing_over.is_some() || input.len() > self.max_bytes {
            self.passing_over.get_or_insert_with(|| start(input));
            self.seen = 0;
            input.clear();
        }
        Ok(None)
    }

    /// The last line needs no line end.
    fn decode_eof(&mut self, input: &mut BytesMut) -> io::Result<Option<Raw>> {
        if let Some(line) = self.decode(input)? {
            return Ok(Some(line));
        }
        if input.is_empty() && self.passing_over.is_none() {
            return Ok(None);
        }
        let rest = input.split();
        Ok(Some(self.line(&rest)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(max_bytes: usize, chunks: &[&[u8]]) -> Vec<String> {
        let mut decoder = Lines::new(max_bytes);
        let mut input = BytesMut::new();
        let mut found = Vec::new();
        let mut note = |raw| {
            found.push(match raw {
                Raw::Text(text) => text,
                Raw::NotUtf8 => "<not UTF-8>".to_owned(),
                Raw::TooLong { start } => format!("<too long: {start}>"),
            });
        };
        for chunk in chunks {
            input.extend_from_slice(chunk);
            while let Some(raw) = decoder.decode(&mut input).unwrap() {
                note(raw);
            }
            assert!(input.len() <= max_bytes, "what is kept is bounded");
        }
        while let Some(raw) = decoder.decode_eof(&mut input).unwrap() {
            note(raw);
        }
        found
    }

    #[test]
    fn a_line_that_is_wrong_costs_itself_only() {
        assert_eq!(lines(5, &[b"ab\n\xff\ncd\n"]), ["ab", "<not UTF-8>", "cd"]);
        assert_eq!(lines(5, &[b"toolong\nab\n"]), ["<too long: toolong>", "ab"]);
        assert_eq!(
            lines(5, &[b"too", b"long", b"er\na", b"b"]),
            ["<too long: toolong>", "ab"]
        );
        assert_eq!(lines(5, &[b"12345\n", b"123456"]), ["12345", "<too long: 123456>"]);
        assert_eq!(lines(5, &[b"\n\nab"]), ["", "", "ab"]);
        assert_eq!(lines(5, &[]), [""; 0]);
    }
}
