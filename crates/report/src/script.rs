//! `replay.sh`: a finding shown by the vendor's own client, from an empty database.
//!
//! Everything that comes from a finding is a quoted word of the shell, which the script writes to a file; the
//! program that sends the texts is the same for all findings, and the part of it that knows a client is data of
//! the catalogue. So no text can become code.

use quarrel_engine::catalogue::{Client, Entry};
use quarrel_hunt::finding::{Finding, Record};
use serde_json::{Value as Json, json};

use crate::client::{Accused, Shown, is_version};
use crate::server;
use crate::steps::{Step, Steps};

/// The program that every script carries.
const PROGRAM: &str = include_str!("replay.py");
/// What the clients of servers have in common.
const SERVER: &str = include_str!("server.py");
/// The line that begins the judge's side, before which the client's class goes.
const CLIENT: &str = "# The engine's side:";
/// The end of the program in the script.
const END: &str = "END_OF_THE_PROGRAM";

/// The script of a finding.
pub(crate) fn script(finding: &Finding, accused: &Accused, title: &str) -> String {
    let head = head(finding, title);
    let body = match (&accused.shown, &accused.entry) {
        (Ok(shown), Some(entry)) => by_client(finding, shown, entry),
        (Err(why), _) => Err(why.clone()),
        (Ok(_), None) => Err("the catalogue knows no client of this engine".to_owned()),
    };
    match body {
        Ok(body) => format!("{head}{body}"),
        Err(why) => format!("{head}{}", by_quarrel(&why)),
    }
}

/// A quoted word of the shell that stands for the text; none when there is no such word, because of a NUL.
/// Letters that a terminal obeys, or that show other text than there is, are written as numbers.
pub(crate) fn quoted(text: &str) -> Option<String> {
    let obeyed = |letter: char| letter != '\n' && letter != '\t' && crate::markdown::is_hidden(letter);
    if text.contains('\0') {
        return None;
    }
    if !text.contains(obeyed) {
        return Some(format!("'{}'", text.replace('\'', r"'\''")));
    }
    let mut word = "$'".to_owned();
    for letter in text.chars() {
        match letter {
            '\'' | '\\' => word.extend(['\\', letter]),
            letter if obeyed(letter) => {
                let mut bytes = [0; 4];
                let bytes = letter.encode_utf8(&mut bytes).bytes();
                bytes.for_each(|byte| word.push_str(&format!("\\x{byte:02x}")));
            }
            letter => word.push(letter),
        }
    }
    word.push('\'');
    Some(word)
}

/// Text for a comment: one line, nothing but what is seen.
fn comment(text: &str) -> String {
    let visible = text.chars().map(|letter| if crate::markdown::is_hidden(letter) { ' ' } else { letter });
    visible.take(200).collect()
}

fn head(finding: &Finding, title: &str) -> String {
    let Record { engine, quarrel, seed, round, case, .. } = &finding.record;
    format!(
        "#!/usr/bin/env bash\n# {}\n# {} {}; found by Quarrel {}, a fuzzer: seed {seed}, round {round}, case {case}\n\
         #\n# Exits with 0 when the wrong answer shows, with 1 when the right one does, with 2 when something \
         failed,\n# with 3 when a person must compare.\nset -euo pipefail\n\n",
        comment(title),
        comment(&engine.name),
        comment(&engine.version),
        comment(quarrel)
    )
}

/// A replay by this tool, which says by its exit status whether something was found.
fn by_quarrel(why: &str) -> String {
    format!(
        "# Quarrel itself replays this, because {}.\n\
         # Set QUARREL to the program unless it is on the path; an engine of your own: --engine 'exec:COMMAND'.\n\
         folder=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\n\
         quarrel=${{QUARREL:-quarrel}}\n\
         command -v \"$quarrel\" >/dev/null || {{ echo \"$quarrel is not there: set QUARREL to it\" >&2; exit 2; }}\n\
         status=0\n\
         \"$quarrel\" replay \"$folder\" \"$@\" || status=$?\n\
         case $status in\n  0) exit 1 ;;\n  1) exit 0 ;;\n  *) exit \"$status\" ;;\nesac\n",
        comment(why)
    )
}

fn by_client(finding: &Finding, shown: &Shown, entry: &Entry) -> Result<String, String> {
    let Shown { client, steps, server } = shown;
    let mut text = String::new();
    if server.is_some() {
        text.push_str(&address(client, entry, &finding.record)?);
    }
    text.push_str(WORK);
    text.push_str(&get(client, entry, &finding.record)?);
    text.push_str(&sent(steps)?);
    let case = word(&case(finding, server.is_some()).to_string())?;
    text.push_str(&format!(
        "\n# What was expected, and what came.\nprintf '%s' {case} > \"$work/case.json\"\n"
    ));
    if let Some(server) = server {
        let settings = word(&server.to_string())?;
        text.push_str(&format!(
            "\n# How the server is spoken to and emptied.\nprintf '%s' {settings} > \"$work/server.json\"\n"
        ));
    }
    text.push_str(&run(client, server.is_some())?);
    Ok(text)
}

/// What the program must know to tell whether the finding shows.
fn case(finding: &Finding, of_server: bool) -> Json {
    let Record { violation, engine, timeout_ms, .. } = &finding.record;
    // Which version a server is of, only who started it knows.
    let by = if of_server { "the server".to_owned() } else { engine.to_string() };
    json!({ "kind": violation.kind, "expected": violation.expected, "got": violation.got,
            "compare": finding.check.compare, "timeout_ms": timeout_ms, "by": by })
}

/// The program, and how it is run.
fn run(client: &Client, of_server: bool) -> Result<String, String> {
    let shared = if of_server { format!("{}\n\n", SERVER.trim()) } else { String::new() };
    let program = PROGRAM.replacen(CLIENT, &format!("{shared}{}\n\n{CLIENT}", client.program.trim()), 1);
    if program.lines().any(|line| line == END) {
        return Err("the client's program cannot be put into a script".to_owned());
    }
    let python = match &client.python {
        Some(path) => format!("\"$client/{path}\""),
        None => "python3".to_owned(),
    };
    Ok(format!(
        "\n# The program that sends all this: the client, and a comparison of two answers.\n\
         cat > \"$work/replay.py\" <<'{END}'\n{program}{END}\n\n\
         status=0\n{python} -I \"$work/replay.py\" \"$work\" || status=$?\njudged=yes\nexit \"$status\"\n"
    ))
}

/// The folder to work in.
const WORK: &str = "work=$(mktemp -d) || exit 2\njudged=\nbuilt=$work\n\
    trap 'status=$?; rm -rf \"$work\" \"$built\"; [ -n \"$judged\" ] || status=2; exit \"$status\"' EXIT\n\n";

/// The address of the server, which whoever runs the script says, and how to get one.
fn address(client: &Client, entry: &Entry, record: &Record) -> Result<String, String> {
    let of = is_version(record).then_some(record.engine.version.as_str());
    let usage = word(&server::usage(client, entry, of))?;
    Ok(format!(
        "# The server: one that is empty. What is put in is removed at the end.\n\
         export REPLAY_SERVER=\"${{1:-${{REPLAY_SERVER:-}}}}\"\n\
         if [ -z \"$REPLAY_SERVER\" ]; then\nprintf '%s\\n' {usage} >&2\nexit 2\nfi\n\n"
    ))
}

/// The client in a folder of its own that is kept. It is built beside its place and then moved there, so that scripts
/// that run at the same time do not disturb each other; where it cannot be moved, this run alone uses it.
fn get(client: &Client, entry: &Entry, record: &Record) -> Result<String, String> {
    if client.get.is_empty() {
        return Ok(format!("# The client: {}.\n\n", comment(&client.about)));
    }
    let name = word(client.shared.as_ref().unwrap_or(&entry.name))?;
    let version = word(client.version.as_ref().unwrap_or(&record.engine.version))?;
    Ok(format!(
        "# The client: {}.\n\
         version={version}\n\
         clients=\"${{QUARREL_CLIENTS:-${{XDG_CACHE_HOME:-$HOME/.cache}}/quarrel/clients}}\"\n\
         export client=\"$clients/\"{name}\"-$version\"\n\
         if [ ! -e \"$client/ready\" ]; then\n\
         kept=$client\nmkdir -p \"$clients\"\nbuilt=$(mktemp -d \"$clients/building.XXXXXX\")\nclient=$built\n\
         {}\n\
         touch \"$client/ready\"\n\
         # Of several that build it at once the first one's is kept.\n\
         python3 -c 'import os, sys; os.rename(*sys.argv[1:])' \"$built\" \"$kept\" 2> /dev/null || true\n\
         if [ -e \"$kept/ready\" ]; then client=$kept; fi\nfi\n\n",
        comment(&client.about),
        client.get.trim()
    ))
}

/// The steps, each a file.
fn sent(steps: &Steps) -> Result<String, String> {
    let mut text =
        "# One thing to send: its kind, its text, and the elements that come back as \"column kind id\".\n\
                    steps=0\nstep() {\n  steps=$((steps + 1))\n  local file\n  \
                    printf -v file '%s/%06d' \"$work\" \"$steps\"\n  \
                    printf '%s' \"${2-}\" > \"$file.$1\"\n  printf '%s' \"${3-}\" > \"$file.ids\"\n}\n"
            .to_owned();
    if !steps.before.is_empty() {
        text.push_str("\n# What must have been sent before.\n");
        steps.before.iter().try_for_each(|step| push(step, &mut text))?;
    }
    text.push_str("\n# From an empty database.\n");
    steps.check.iter().try_for_each(|step| push(step, &mut text))?;
    Ok(text)
}

fn push(step: &Step, script: &mut String) -> Result<(), String> {
    let line = match step {
        Step::Fresh => "step fresh".to_owned(),
        Step::Graph(text) => format!("step graph {}", word(text)?),
        Step::Text(text) => format!("step text {}", word(text)?),
        Step::Wait(text) => format!("step wait {}", word(text)?),
        Step::Query(text) => format!("step query {}", word(text)?),
        Step::Make { text, elements, holes } => {
            let kind = if *holes { "filled" } else { "make" };
            let ids = elements.iter().map(|(column, element, id)| format!("{column} {} {id}", element.key()));
            let ids: Vec<String> = ids.collect();
            format!("step {kind} {} {}", word(text)?, word(&ids.join(" "))?)
        }
    };
    script.push_str(&line);
    script.push('\n');
    Ok(())
}

fn word(text: &str) -> Result<String, String> {
    quoted(text).ok_or_else(|| "a text holds the letter NUL, which no word of a shell can".to_owned())
}
