//! `metavariable-comparison`: a Python expression over metavariables that must be `True`.
//!
//! Other Python than the operators and functions of the rule syntax is read and has no value, which makes the whole expression false:
//! names, other calls, attributes, subscripts, tuples, `None`, `//`, shifts, conditional expressions, chains of comparisons. Lambdas,
//! comprehensions and starred arguments are refused. There is no short circuit: a part without a value anywhere makes all of it false.

mod code;
mod parse;
mod value;

use std::cmp::Ordering;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::regex::Regex;

pub(crate) use code::{binary_of, unary_of};
pub use value::Value;

/// What expressions know of time.
#[derive(Clone, Debug)]
pub struct Clock {
    /// `today()`.
    pub now: Timestamp,
    /// Where a day of `strptime()` starts.
    pub time_zone: TimeZone,
}

/// An expression, read once and evaluated for every result. Cheap: no loops, and as deep as 600 at most.
#[derive(Debug)]
pub struct Comparison {
    expression: Expression,
    metavariables: Vec<String>,
    program_bytes: usize,
}

#[derive(Debug)]
enum Expression {
    Literal(Value),
    Metavariable(String),
    List(Vec<Expression>),
    Format(Vec<Part>),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Positive(Box<Expression>),
    Invert(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Int(Box<Expression>),
    Str(Box<Expression>),
    Match(Box<Regex>, Box<Expression>),
    Today,
    Date(Box<Expression>),
    Duration(Box<Expression>),
    NotEvaluable,
}

/// A part of an f-string.
#[derive(Debug)]
enum Part {
    Text(String),
    Value(Expression),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    In,
    NotIn,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    BitOr,
    BitXor,
    BitAnd,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

impl Comparison {
    /// Reads an expression.
    ///
    /// # Errors
    ///
    /// When it is not Python that we read, has a wrong regular expression, or is too large.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (expression, shared) = parse::parse(text)?;
        Ok(Self {
            expression,
            metavariables: shared.metavariables,
            program_bytes: shared.program_bytes,
        })
    }

    /// About the most memory that its regular expressions take, in bytes.
    pub fn program_bytes(&self) -> usize {
        self.program_bytes
    }

    /// The metavariables it names, with their `$`, each once.
    pub fn metavariables(&self) -> &[String] {
        &self.metavariables
    }

    /// True when the value is `True`; false also when there is none: a metavariable is not bound, a division by zero, an integer beyond
    /// 64 bits.
    ///
    /// `lookup` gives the values of metavariables; with `strip` all of them are read as integers.
    pub fn evaluate(&self, lookup: &dyn Fn(&str) -> Option<Value>, strip: bool, clock: &Clock) -> bool {
        let scope = Scope { lookup, strip, clock };
        matches!(scope.evaluate(&self.expression), Some(Value::Bool(true)))
    }
}

struct Scope<'s> {
    lookup: &'s dyn Fn(&str) -> Option<Value>,
    strip: bool,
    clock: &'s Clock,
}

impl Scope<'_> {
    fn evaluate(&self, expression: &Expression) -> Option<Value> {
        Some(match expression {
            Expression::NotEvaluable => return None,
            Expression::Literal(value) => value.clone(),
            Expression::Metavariable(name) => {
                let value = (self.lookup)(name)?;
                if self.strip { Value::Int(value.to_int()?) } else { value }
            }
            Expression::List(elements) => Value::List(
                elements
                    .iter()
                    .map(|element| self.evaluate(element))
                    .collect::<Option<_>>()?,
            ),
            Expression::Format(parts) => Value::Str(self.format(parts)?),
            Expression::Not(of) => match self.evaluate(of)? {
                Value::Bool(value) => Value::Bool(!value),
                _ => return None,
            },
            Expression::Negative(of) => match self.evaluate(of)? {
                Value::Int(value) => Value::Int(value.checked_neg()?),
                Value::Float(value) => Value::Float(-value),
                _ => return None,
            },
            Expression::Positive(of) => match self.evaluate(of)? {
                value @ (Value::Int(_) | Value::Float(_)) => value,
                _ => return None,
            },
            Expression::Invert(of) => match self.evaluate(of)? {
                Value::Int(value) => Value::Int(!value),
                _ => return None,
            },
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                binary(*operator, &left, &right)?
            }
            Expression::Int(of) => Value::Int(self.evaluate(of)?.to_int()?),
            Expression::Str(of) => Value::Str(self.evaluate(of)?.text()),
            Expression::Match(regex, of) => Value::Bool(regex.match_at_start(&self.string(of)?).is_some()),
            Expression::Today => Value::Int(self.clock.now.as_second()),
            Expression::Date(of) => Value::Int(midnight(&self.string(of)?, &self.clock.time_zone)?),
            Expression::Duration(of) => Value::Int(milliseconds(&self.string(of)?)?),
        })
    }

    fn string(&self, expression: &Expression) -> Option<String> {
        match self.evaluate(expression)? {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    fn format(&self, parts: &[Part]) -> Option<String> {
        let mut out = String::new();
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Value(expression) => out.push_str(&self.evaluate(expression)?.text()),
            }
        }
        Some(out)
    }
}

fn binary(operator: Operator, left: &Value, right: &Value) -> Option<Value> {
    use Operator as O;
    let truth = match operator {
        O::And | O::Or => {
            let (Value::Bool(left), Value::Bool(right)) = (left, right) else {
                return None;
            };
            if operator == O::And {
                *left && *right
            } else {
                *left || *right
            }
        }
        O::In => contains(right, left)?,
        O::NotIn => !contains(right, left)?,
        O::Equal => left.equals(right)?,
        O::NotEqual => !left.equals(right)?,
        O::Less => left.order(right)? == Ordering::Less,
        O::LessOrEqual => left.order(right)? != Ordering::Greater,
        O::Greater => left.order(right)? == Ordering::Greater,
        O::GreaterOrEqual => left.order(right)? != Ordering::Less,
        O::BitOr | O::BitXor | O::BitAnd | O::Add | O::Subtract | O::Multiply | O::Divide | O::Remainder | O::Power => {
            return match (left, right) {
                (Value::Int(left), Value::Int(right)) => integers(operator, *left, *right).map(Value::Int),
                _ => floats(operator, left.to_float()?, right.to_float()?).map(Value::Float),
            };
        }
    };
    Some(Value::Bool(truth))
}

/// Whether `container` has `value` as element or as part; `None` when that can't be said.
fn contains(container: &Value, value: &Value) -> Option<bool> {
    match (container, value) {
        (_, Value::Code(_)) => None,
        (Value::Str(text), Value::Str(part)) => Some(text.contains(part)),
        (Value::List(elements), value) => {
            let mut found = false;
            for element in elements {
                found |= element.equals(value)?;
            }
            Some(found)
        }
        _ => None,
    }
}

fn integers(operator: Operator, left: i64, right: i64) -> Option<i64> {
    match operator {
        Operator::BitOr => Some(left | right),
        Operator::BitXor => Some(left ^ right),
        Operator::BitAnd => Some(left & right),
        Operator::Add => left.checked_add(right),
        Operator::Subtract => left.checked_sub(right),
        Operator::Multiply => left.checked_mul(right),
        Operator::Divide => left.checked_div(right),
        Operator::Remainder => left.checked_rem(right),
        Operator::Power => left.checked_pow(u32::try_from(right).ok()?),
        _ => None,
    }
}

fn floats(operator: Operator, left: f64, right: f64) -> Option<f64> {
    let value = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide => left / right,
        Operator::Remainder => left % right,
        Operator::Power => left.powf(right),
        _ => return None,
    };
    value.is_finite().then_some(value)
}

/// The second at which a day `YYYY-MM-DD` starts.
fn midnight(text: &str, time_zone: &TimeZone) -> Option<i64> {
    let mut parts = text.split('-');
    let mut part = |most: usize| {
        let digits = parts.next()?;
        let correct = (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if correct { digits.parse::<i16>().ok() } else { None }
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    if parts.next().is_some() {
        return None;
    }
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    Some(date.to_zoned_datetime(time_zone.clone()).ok()?.timestamp().as_second())
}

/// A duration as Prometheus writes it, one or more numbers with a unit.
fn milliseconds(text: &str) -> Option<i64> {
    const UNITS: &[(&str, i64)] = &[
        ("ms", 1),
        ("s", 1000),
        ("m", 60_000),
        ("h", 3_600_000),
        ("d", 86_400_000),
        ("w", 7 * 86_400_000),
        ("y", 365 * 86_400_000),
    ];
    let mut rest = text;
    let mut sum: i64 = 0;
    while !rest.is_empty() || text.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number: i64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let (unit, factor) = UNITS.iter().find(|(unit, _)| rest.starts_with(unit))?;
        rest = &rest[unit.len()..];
        sum = sum.checked_add(number.checked_mul(*factor)?)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::tz::TimeZone;
    use proptest::prelude::*;

    use super::{Clock, Comparison, Value};

    fn clock() -> Clock {
        Clock {
            now: Timestamp::from_second(1_700_000_000).expect("in range"),
            time_zone: TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").expect("a time zone"),
        }
    }

    /// `$I` is 12, `$F` 1.5, `$S` "abc", `$C` the code `foo(x)`, `$P` the capture "8080", `$...A` the arguments `a, b`.
    fn lookup(name: &str) -> Option<Value> {
        Some(match name {
            "$I" => Value::Int(12),
            "$F" => Value::Float(1.5),
            "$S" => Value::Str("abc".to_owned()),
            "$C" => Value::Code("foo(x)".to_owned()),
            "$P" | "$1" => Value::Str("8080".to_owned()),
            "$...A" => Value::Code("a, b".to_owned()),
            _ => return None,
        })
    }

    fn holds(text: &str) -> bool {
        let comparison = Comparison::parse(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        comparison.evaluate(&lookup, false, &clock())
    }

    fn check(expected: bool, texts: &[&str]) {
        for text in texts {
            assert_eq!(holds(text), expected, "`{text}`");
        }
    }

    #[test]
    fn numbers_compare_across_kinds() {
        check(
            true,
            &[
                "$I > 10", "$I == 12.0", "$F < 2", "$I != $F", "1_000 == 1000", "0x10 == 16", "0o17 == 15",
                "0b11 == 3", "1e3 == 1000", ".5 < 1", "-3 < $I", "not $I < 3", "$I>=12 and $I<=12", "$I > 10 # why",
                "(\n$I\n> 3)",
            ],
        );
        check(
            false,
            &[
                "$I > 12", "3 < $I < 20", "$S < \"b\"", "$I", "$I == \"12\"", "True == 1",
            ],
        );
    }

    #[test]
    fn arithmetic_is_that_of_integers_of_64_bits_and_floats() {
        check(
            true,
            &[
                "12 / 5 == 2", "-3 % 5 == -3", "12 / 5.0 == 2.4", "2 ** 3 ** 2 == 512", "-2 ** 2 == -4",
                "2 ** -1.0 == 0.5", "1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "10 - 2 - 3 == 5", "$I & 4 == 4",
                "$I | 1 == 13", "5 ^ 1 == 4", "~0 == -1", "+1 == 1", "9223372036854775807 > 0",
            ],
        );
        check(
            false,
            &[
                "7 // 2 == 3",
                "1 << 2 == 4",
                "$I / 0 == 1",
                "$I % 0 == 0",
                "1.0 / 0 > 0",
                "2 ** -1 == 0",
                "2 ** 64 == 0",
                "9223372036854775807 + 1 < 0",
                "-(-9223372036854775807 - 1) < 0",
                "99999999999999999999 > 1",
                "\"a\" + \"b\" == \"ab\"",
                "1.5 & 1 == 1",
            ],
        );
    }

    #[test]
    fn code_makes_everything_false() {
        check(
            false,
            &[
                "$C == \"foo(x)\"", "$C != 1", "$C in [\"x\", 5]", "$C not in [\"x\", 5]", "not $C", "1 in [$C]",
                "1 not in [$C]", "[$C] == [$C]", "int($C) == 1", "re.match(\"foo\", $C)",
            ],
        );
        check(
            true,
            &[
                "str($C) == \"foo(x)\"", "str($...A) == \"a, b\"", "re.match(\"foo\", str($C))",
            ],
        );
    }

    #[test]
    fn there_is_no_short_circuit() {
        check(
            false,
            &[
                "True or $UNBOUND > 3",
                "False and $UNBOUND > 3 or True",
                "True or 3",
                "not 0",
                "$_ == $_",
            ],
        );
        check(true, &["True or False", "True and not False", "$I == 1 or $I == 12"]);
    }

    #[test]
    fn membership_is_of_lists_and_strings() {
        check(
            true,
            &[
                "$I in [1, 12]", "$I not in [1, 2]", "\"b\" in $S", "$S in \"xabcx\"", "\"z\" not in $S",
                "$I in [12.0]", "$S in [\"abc\",]", "[1, 2] == [1, 2.0]", "$I not in []",
            ],
        );
        check(
            false,
            &[
                "$I in (1, 12)", "$I not in (1, 2)", "$I in \"12\"", "$I not in \"34\"", "1 in 1",
            ],
        );
    }

    #[test]
    fn captures_are_strings_and_words_of_generic_mode_may_be_integers() {
        check(
            false,
            &[
                "$P > 1000", "int($F) == 1", "int(\"1.5\") == 1", "int(\"\") == 0", "int(True) == 1",
            ],
        );
        check(
            true,
            &[
                "int($P) > 1000", "int($1) > 1000", "int(\"0x10\") == 16", "int(\"-5\") == -5", "int(3) == 3",
                "str(3) == \"3\"", "str(1.5) == '1.5'",
            ],
        );
        assert_eq!(Value::of_word("8080"), Value::Int(8080));
        assert_eq!(Value::of_word("80a"), Value::Str("80a".to_owned()));
    }

    #[test]
    fn strip_reads_every_metavariable_as_an_integer() {
        for (text, expected) in [
            ("$P > 1000", true),
            ("$P + $I == 8092", true),
            ("$S == \"abc\"", false),
            ("$F > 1", false),
        ] {
            let comparison = Comparison::parse(text).expect(text);
            assert_eq!(comparison.evaluate(&lookup, true, &clock()), expected, "`{text}`");
        }
    }

    #[test]
    fn strings_are_those_of_python() {
        check(
            true,
            &[
                r#""a" 'b' == "ab""#,
                r#""\x41\u00e9\101\n" == "Aé" "A\n""#,
                r#"r"\n" == "\\n""#,
                r#""\q" == r"\q""#,
                r#"'''a'b''' == "a'b""#,
                r#"f"{$S}.py" == "abc.py""#,
                r#"f"{{{$I}}}" == "{12}""#,
                r#"f"{$C}" == str($C)"#,
                r#"f"a{'b'}" "c" == 'abc'"#,
                r#""" == '' and f"" == ''"#,
            ],
        );
        check(
            false,
            &[r#"f"{$I!r}" == "12""#, r#"f"{$I:>4}" == "  12""#, r#"b"a" == "a""#],
        );
    }

    #[test]
    fn functions_of_text_and_time() {
        check(
            true,
            &[
                r#"re.match("a.c", $S)"#,
                r#"not re.match("b", $S)"#,
                r#"re.match("ab", $S)"#,
                "today() == 1700000000",
                "strptime(\"2023-11-14\") == 1699916400",
                "strptime(\"2023-7-4\") == 1688421600",
                "strptime(\"2020-01-01\") < today()",
                "parse_promql_duration(\"5m\") == 300000",
                "parse_promql_duration(\"1h30m\") == 5400000",
                "parse_promql_duration(\"10ms\") == 10",
                "parse_promql_duration(\"1w\") > parse_promql_duration(\"6d\")",
            ],
        );
        check(
            false,
            &[
                "strptime(\"2023-02-30\") > 0",
                "strptime(\"14.11.2023\") > 0",
                "strptime(1) > 0",
                "parse_promql_duration(\"5\") > 0",
                "parse_promql_duration(\"\") == 0",
                "parse_promql_duration(\"9999999999999y\") > 0",
                "re.match($S, $S)",
                "re.match(\"a\", 1)",
            ],
        );
    }

    #[test]
    fn other_python_has_no_value() {
        check(
            false,
            &[
                "None == None", "len($S) == 3", "$S.lower() == \"abc\"", "$S[0] == \"a\"", "$S[1:] == \"bc\"",
                "(1, 2) == (1, 2)", "True if $I else False", "$I is 12", "{1: 2} == {1: 2}", "x == x",
                "int($I, base=10) == 12", "() == ()",
            ],
        );
    }

    #[test]
    fn what_is_not_python_is_refused() {
        for text in [
            "", "$I >", "$x > 1", "1 +", "(1", "[1", "\"a", "$I $I", "lambda: 1", "1 = 1", "re.match(\"(\", $S)",
            "$...x", "f\"{$I\"", "1a",
        ] {
            assert!(Comparison::parse(text).is_err(), "`{text}`");
        }
        let error = |text: String| Comparison::parse(&text).expect_err("too large");
        assert_eq!(error("(".repeat(10_000)), "the expression nests deeper than 100");
        assert_eq!(
            error(format!("1{}", "+1".repeat(10_000))),
            "the expression has more than 500 operators"
        );
        assert_eq!(error("$I > $I $".to_owned()), "the expression can't be read at `$`");
    }

    #[test]
    fn its_metavariables_are_named_once() {
        let comparison = Comparison::parse("$I > 1 and f\"{$S}\" == $I and $...A in [$1]").expect("correct");
        assert_eq!(comparison.metavariables(), ["$I", "$S", "$...A", "$1"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in r#"([$XIS_.()\[\]{}"'frb0-9xe+*/%<>=!&|^~,:\\# -]| and | or |not |in |True|int|str|re.match|é){0,24}"#) {
            if let Ok(comparison) = Comparison::parse(&text) {
                comparison.evaluate(&lookup, false, &clock());
            }
        }
    }
}
