//! Tree to text.
//!
//! Everything is written in full (`__.out()`, `P.gt(1)`, `T.id`, `1.0d`), which the official grammar, Groovy and
//! embedded engines read alike. What they do not is a choice of [`Spelling`].

use crate::ast::{Argument, Literal, Predicate, Query, Step, Strategy, Token, Traversal};

/// Who reads the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reader {
    /// The official grammar (gremlin-lang).
    #[default]
    Grammar,
    /// Groovy, which has other literals for bytes, shorts, big numbers, sets and what is no number.
    Groovy,
    /// Rhai, a language of scripts with integers and floats of 64 bits, and with other literals for null and maps.
    Rhai,
}

/// How the text is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spelling {
    /// Who reads it.
    pub reader: Reader,
}

/// The text of a traversal.
pub fn print(query: &Query, spelling: &Spelling) -> String {
    let mut printer = Printer { text: "g".to_owned(), spelling: *spelling };
    for step in &query.steps {
        printer.text.push('.');
        printer.step(step);
    }
    printer.text
}

/// The text of an argument.
pub fn argument(argument: &Argument, spelling: &Spelling) -> String {
    let mut printer = Printer { text: String::new(), spelling: *spelling };
    printer.argument(argument);
    printer.text
}

struct Printer {
    text: String,
    spelling: Spelling,
}

impl Printer {
    fn groovy(&self) -> bool {
        self.spelling.reader == Reader::Groovy
    }

    fn rhai(&self) -> bool {
        self.spelling.reader == Reader::Rhai
    }

    fn between<T>(&mut self, open: &str, items: &[T], close: &str, write: impl Fn(&mut Self, &T)) {
        self.text += open;
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text += ", ";
            }
            write(self, item);
        }
        self.text += close;
    }

    fn step(&mut self, step: &Step) {
        self.text += step.name.text();
        self.between("(", &step.arguments, ")", Self::argument);
    }

    fn traversal(&mut self, traversal: &Traversal) {
        self.text += "__";
        for step in &traversal.steps {
            self.text.push('.');
            self.step(step);
        }
    }

    fn argument(&mut self, argument: &Argument) {
        match argument {
            Argument::Literal(literal) => self.literal(literal),
            Argument::List(items) => self.between("[", items, "]", Self::argument),
            Argument::Set(items) if self.groovy() => self.between("([", items, "] as Set)", Self::argument),
            Argument::Set(items) => self.between("{", items, "}", Self::argument),
            Argument::Map(entries) if self.rhai() => self.between("#{", entries, "}", Self::entry),
            Argument::Map(entries) if entries.is_empty() => self.text += "[:]",
            Argument::Map(entries) => self.between("[", entries, "]", Self::entry),
            Argument::Token(token) => self.token(*token),
            Argument::Cardinality(cardinality, value) => {
                self.token(*cardinality);
                self.text.push('(');
                self.argument(value);
                self.text.push(')');
            }
            Argument::Predicate(predicate) => self.predicate(predicate),
            Argument::Traversal(traversal) => self.traversal(traversal),
            Argument::Strategy(strategy) => self.strategy(strategy),
            Argument::Variable(name) => self.text += name,
        }
    }

    /// A key that is no string stands in parentheses: Groovy would read a name as a string. In Rhai all keys are strings.
    fn entry(&mut self, (key, value): &(Argument, Argument)) {
        if matches!(key, Argument::Literal(Literal::String(_))) {
            self.argument(key);
        } else if let (Argument::Token(token), true) = (key, self.rhai()) {
            let (group, name) = token.parts();
            self.text += &format!("\"{group}.{name}\"");
        } else {
            self.text.push('(');
            self.argument(key);
            self.text.push(')');
        }
        self.text += ": ";
        self.argument(value);
    }

    fn token(&mut self, token: Token) {
        let (group, name) = token.parts();
        // A plugin of an engine may import another class of this name into its Groovy.
        if group == "Cardinality" && self.groovy() {
            self.text += "VertexProperty.";
        }
        self.text += group;
        self.text.push('.');
        self.text += name;
    }

    fn predicate(&mut self, predicate: &Predicate) {
        let join = |printer: &mut Self, left: &Predicate, word: &str, right: &Predicate| {
            printer.predicate(left);
            printer.text += word;
            printer.predicate(right);
            printer.text.push(')');
        };
        match predicate {
            Predicate::Test(name, arguments) => {
                self.text += if name.is_text() { "TextP." } else { "P." };
                self.text += name.text();
                self.between("(", arguments, ")", Self::argument);
            }
            Predicate::Not(inner) => {
                self.text += "P.not(";
                self.predicate(inner);
                self.text.push(')');
            }
            Predicate::And(left, right) => join(self, left, ".and(", right),
            Predicate::Or(left, right) => join(self, left, ".or(", right),
        }
    }

    fn strategy(&mut self, strategy: &Strategy) {
        if strategy.settings.is_empty() {
            self.text += &strategy.name;
            return;
        }
        self.text += "new ";
        self.text += &strategy.name;
        self.between("(", &strategy.settings, ")", |printer, (key, value)| {
            printer.text += key;
            printer.text += ": ";
            printer.argument(value);
        });
    }

    fn literal(&mut self, literal: &Literal) {
        let groovy = self.groovy();
        let plain = if self.rhai() { plain(literal) } else { None };
        if let Some(text) = plain {
            self.text += &text;
            return;
        }
        self.text += &match literal {
            Literal::Null => "null".to_owned(),
            Literal::Boolean(flag) => flag.to_string(),
            Literal::Byte(number) if groovy => format!("((byte) {number})"),
            Literal::Byte(number) => format!("{number}b"),
            Literal::Short(number) if groovy => format!("((short) {number})"),
            Literal::Short(number) => format!("{number}s"),
            Literal::Int(number) => number.to_string(),
            Literal::Long(number) => format!("{number}L"),
            Literal::BigInteger(digits) => format!("{digits}{}", if groovy { "g" } else { "n" }),
            // Groovy negates the 0.0 behind the sign as a decimal, which has no minus zero.
            Literal::Float(number) if groovy && is_minus_zero(f64::from(*number)) => {
                "Float.valueOf(\"-0.0\")".to_owned()
            }
            Literal::Double(number) if groovy && is_minus_zero(*number) => {
                "Double.valueOf(\"-0.0\")".to_owned()
            }
            Literal::Float(number) => format!("{number:?}f"),
            Literal::Real(digits) => digits.clone(),
            Literal::Double(number) => format!("{number:?}d"),
            // Without a point or an exponent Groovy reads an integer.
            Literal::BigDecimal(digits) if groovy && !digits.contains(['.', 'e', 'E']) => {
                format!("new BigDecimal(\"{digits}\")")
            }
            Literal::BigDecimal(digits) => format!("{digits}{}", if groovy { "g" } else { "m" }),
            Literal::NaN => (if groovy { "Double.NaN" } else { "NaN" }).to_owned(),
            Literal::Infinity { negative } => {
                let sign = if *negative { "-" } else { "" };
                format!("{sign}{}", if groovy { "Double.POSITIVE_INFINITY" } else { "Infinity" })
            }
            Literal::String(text) => quoted(text, groovy),
            Literal::DateTime(text) => called("datetime", text.as_deref(), groovy),
            Literal::Uuid(text) if groovy || self.rhai() => match text {
                Some(text) => format!("UUID.fromString({})", quoted(text, groovy)),
                None if groovy => "UUID.randomUUID()".to_owned(),
                None => "UUID()".to_owned(),
            },
            Literal::Uuid(text) => called("UUID", text.as_deref(), groovy),
        };
    }
}

fn is_minus_zero(number: f64) -> bool {
    number == 0.0 && number.is_sign_negative()
}

/// A literal where numbers have no suffixes: their types are not told apart.
fn plain(literal: &Literal) -> Option<String> {
    Some(match literal {
        Literal::Null => "()".to_owned(),
        Literal::Byte(number) => number.to_string(),
        Literal::Short(number) => number.to_string(),
        Literal::Long(number) => number.to_string(),
        Literal::BigInteger(digits) | Literal::BigDecimal(digits) => digits.clone(),
        Literal::Float(number) => format!("{number:?}"),
        Literal::Double(number) => format!("{number:?}"),
        _ => return None,
    })
}

fn called(name: &str, text: Option<&str>, groovy: bool) -> String {
    format!("{name}({})", text.map(|text| quoted(text, groovy)).unwrap_or_default())
}

/// A string in double quotes. Groovy reads a dollar in them as the start of an expression.
fn quoted(text: &str, groovy: bool) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            '$' if groovy => quoted += "\\$",
            letter if letter.is_control() => {
                let mut units = [0; 2];
                for unit in letter.encode_utf16(&mut units) {
                    quoted += &format!("\\u{unit:04x}");
                }
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
