//! Writes JSON straight into a byte buffer, in the form of the contract's section "Values in JSON".
//!
//! A host turns an engine's own values into a reply thousands of times a second, so no tree is built in
//! between, and numbers keep the exact form that the reader tells integers and floats apart by. Depth is
//! bounded: an engine may hand out a value nested deeper than any reader's recursion limit, and that has to
//! become an error of this one query, not the end of the process.

use std::io::Write as _;

use super::Failure;

/// Nesting that a reply may reach. `serde_json` refuses to read more than 127 levels.
const DEPTH: usize = 120;

/// A JSON document under construction. Commas are set by the writer itself.
#[derive(Debug, Default)]
pub(crate) struct Json {
    bytes: Vec<u8>,
    depth: usize,
}

impl Json {
    /// The text written so far.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Forgets everything written, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.depth = 0;
    }

    /// Ends the line that the document stands on.
    pub(super) fn end_line(&mut self) {
        self.bytes.push(b'\n');
    }

    /// `true` or `false`
    pub(crate) fn boolean(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    /// A number without a point: a 64-bit integer.
    pub(crate) fn integer(&mut self, value: impl Into<i128>) {
        self.separate();
        let _ = write!(self.bytes, "{}", value.into());
    }

    /// A string.
    pub(crate) fn string(&mut self, value: &str) {
        self.separate();
        serde_json::to_writer(&mut self.bytes, value).expect("a string always serialises into memory");
    }

    /// A member's name; its value must follow.
    pub(crate) fn key(&mut self, name: &str) {
        self.string(name);
        self.bytes.push(b':');
    }

    /// `[...]` with the elements that `write` writes.
    pub(crate) fn list(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.nested(b'[', b']', write)
    }

    /// `{...}` with the members that `write` writes.
    pub(crate) fn object(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.nested(b'{', b'}', write)
    }

    /// `{"name": value}`: how the contract writes every type that JSON lacks.
    pub(crate) fn tagged(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.object(|json| {
            json.key(name);
            write(json)
        })
    }

    /// A list of strings.
    pub(crate) fn strings<S: AsRef<str>>(
        &mut self,
        values: impl IntoIterator<Item = S>,
    ) -> Result<(), Failure> {
        self.list(|json| {
            values.into_iter().for_each(|value| json.string(value.as_ref()));
            Ok(())
        })
    }

    /// A finished document, as a part of this one.
    pub(crate) fn document(&mut self, value: &serde_json::Value) {
        self.separate();
        serde_json::to_writer(&mut self.bytes, value).expect("a document always serialises into memory");
    }

    fn nested(
        &mut self,
        open: u8,
        close: u8,
        write: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.depth == DEPTH {
            let message = format!("the answer is nested deeper than {DEPTH} levels");
            return Err(Failure::run("DepthLimit", message));
        }
        self.separate();
        self.bytes.push(open);
        self.depth += 1;
        write(self)?;
        self.depth -= 1;
        self.bytes.push(close);
        Ok(())
    }

    fn raw(&mut self, text: &str) {
        self.separate();
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Sets the comma that the next value needs: none at a beginning, one after a value. The last byte tells
    /// which, since every value ends in a quote, a bracket, a brace, a digit or a letter.
    fn separate(&mut self) {
        if !matches!(self.bytes.last(), None | Some(b'[' | b'{' | b':')) {
            self.bytes.push(b',');
        }
    }
}

/// The values that embedded engines hand out.
#[cfg(feature = "embedded")]
impl Json {
    /// `null`
    pub(crate) fn null(&mut self) {
        self.raw("null");
    }

    /// A number with a point or an exponent, or `{"f64":...}` for what JSON has no number for.
    pub(crate) fn float(&mut self, value: f64) {
        self.separate();
        let name = match value {
            _ if value.is_nan() => "NaN",
            f64::INFINITY => "Infinity",
            f64::NEG_INFINITY => "-Infinity",
            // Rust's debug form is the shortest text that reads back as the same float, and never lacks the point.
            _ => {
                let _ = write!(self.bytes, "{value:?}");
                return;
            }
        };
        let _ = write!(self.bytes, "{{\"f64\":\"{name}\"}}");
    }

    /// `{"map":[[key,value],...]}`
    pub(crate) fn map<'v, V: 'v>(
        &mut self,
        entries: impl IntoIterator<Item = (&'v String, &'v V)>,
        mut write: impl FnMut(&mut Self, &V) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.tagged("map", |json| {
            json.list(|json| {
                entries.into_iter().try_for_each(|(key, value)| {
                    json.list(|json| {
                        json.string(key);
                        write(json, value)
                    })
                })
            })
        })
    }

    /// `{"key":value,...}`: the properties of an element in a graph file.
    pub(crate) fn properties<'v, V: 'v>(
        &mut self,
        entries: impl IntoIterator<Item = (&'v String, &'v V)>,
        mut write: impl FnMut(&mut Self, &V) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.object(|json| {
            entries.into_iter().try_for_each(|(key, value)| {
                json.key(key);
                write(json, value)
            })
        })
    }

    /// `{"wire":[type,value]}`: a value of a type that the contract does not know.
    pub(crate) fn wire(&mut self, kind: &str, value: &str) -> Result<(), Failure> {
        self.tagged("wire", |json| {
            json.list(|json| {
                json.string(kind);
                json.string(value);
                Ok(())
            })
        })
    }

    /// `{"kind":"ISO 8601"}` with a time of day that always has its seconds, which engines may leave out when
    /// they are zero.
    pub(crate) fn clock(&mut self, kind: &str, text: &str) -> Result<(), Failure> {
        let minutes = text.find('T').map_or(0, |t| t + 1) + "hh:mm".len();
        self.tagged(kind, |json| {
            match (text.get(..minutes), text.get(minutes..)) {
                (Some(head), Some(tail)) if !tail.starts_with(':') => {
                    json.string(&format!("{head}:00{tail}"));
                }
                _ => json.string(text),
            }
            Ok(())
        })
    }

    /// `{"duration":[months,days,seconds,nanoseconds]}`
    pub(crate) fn duration(&mut self, parts: [i64; 4]) -> Result<(), Failure> {
        self.tagged("duration", |json| {
            json.list(|json| {
                parts.into_iter().for_each(|part| json.integer(part));
                Ok(())
            })
        })
    }
}

#[cfg(test)]
#[cfg(feature = "embedded")]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Json) -> Result<(), Failure>) -> String {
        let mut json = Json::default();
        write(&mut json).unwrap();
        String::from_utf8(json.bytes).unwrap()
    }

    #[test]
    fn a_float_is_never_taken_for_an_integer() {
        let cases = [
            (7.0, "7.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (1e300, "1e300"),
            (9_007_199_254_740_993.0, "9007199254740992.0"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
            (f64::NAN, r#"{"f64":"NaN"}"#),
            (f64::NEG_INFINITY, r#"{"f64":"-Infinity"}"#),
        ];
        for (value, text) in cases {
            let json = written(|json| {
                json.float(value);
                Ok(())
            });
            assert_eq!(json, text);
        }
    }

    #[test]
    fn commas_stand_between_values_only() {
        let text = written(|json| {
            json.object(|json| {
                json.key("a,[");
                json.list(|json| {
                    json.integer(i64::MIN);
                    json.null();
                    json.string("\u{1}\"{");
                    json.list(|_| Ok(()))?;
                    json.boolean(true);
                    Ok(())
                })?;
                json.key("b");
                json.strings(["x", "ü"])
            })
        });
        assert_eq!(text, r#"{"a,[":[-9223372036854775808,null,"\u0001\"{",[],true],"b":["x","ü"]}"#);
    }

    #[test]
    fn a_clock_shows_its_seconds() {
        let cases = [
            ("12:31", "12:31:00"),
            ("12:31+01:00", "12:31:00+01:00"),
            ("2020-01-01T12:31Z", "2020-01-01T12:31:00Z"),
            ("2020-01-01T12:31:05.5[Europe/Oslo]", "2020-01-01T12:31:05.5[Europe/Oslo]"),
            ("odd", "odd"),
        ];
        for (text, shown) in cases {
            assert_eq!(written(|json| json.clock("time", text)), format!(r#"{{"time":"{shown}"}}"#));
        }
    }

    #[test]
    fn what_no_reader_could_follow_is_an_error() {
        fn nest(json: &mut Json, levels: usize) -> Result<(), Failure> {
            json.list(|json| if levels == 1 { Ok(()) } else { nest(json, levels - 1) })
        }
        let mut json = Json::default();
        nest(&mut json, DEPTH).unwrap();
        assert!(serde_json::from_slice::<serde_json::Value>(json.bytes()).is_ok());
        json.clear();
        assert_eq!(nest(&mut json, DEPTH + 1).unwrap_err().class, "DepthLimit");
    }
}
