"""What figures/07-relations prints of the self-test, and the tables and examples of docs/oracles.md."""

import collections
import json
import pathlib
import sys

KNOWING = ("reference", "crash")


def sound(path):
    broken = 0
    for language in json.load(open(path)):
        for record in language["soundness"]:
            broken += len(record["broken"])
            print(f'{language["language"]} {record["oracle"]}: {record["checks"]} checks of {record["cases"]} cases, '
                  f'{len(record["broken"])} broken')
    if broken:
        sys.exit(f"{broken} laws were broken")


def sums(language):
    """Per oracle: checks, broken laws, faults seen."""
    table = collections.OrderedDict()
    for record in language["soundness"]:
        row = table.setdefault(record["oracle"], [0, 0, 0, 0])
        row[0] += record["cases"]
        row[1] += record["checks"]
        row[2] += len(record["broken"])
    for sight in language["faults"]:
        if sight["oracle"] in table and sight["after"] is not None:
            table[sight["oracle"]][3] += 1
    return table


def seen(language):
    """Per fault: who sees it after how many cases."""
    table = collections.OrderedDict()
    for sight in language["faults"]:
        row = table.setdefault(sight["fault"], {})
        if sight["after"] is not None:
            row[sight["oracle"]] = sight["after"]
    return table


def selftest(path):
    broken = 0
    for language in json.load(open(path)):
        profiles = len({record["profile"] for record in language["soundness"]})
        print(f'{language["language"]}: {profiles} profiles')
        for oracle, (cases, checks, bad, faults) in sums(language).items():
            broken += bad
            print(f"    {oracle}: {checks} checks of {cases} cases, {bad} broken, {faults} faults seen")
        faults = seen(language)
        by_relation = [fault for fault, row in faults.items() if set(row) - set(KNOWING)]
        known = [fault for fault, row in faults.items() if set(row) & set(KNOWING)]
        print(f"    reference or crash see {len(known)} of {len(faults)} faults, other oracles {len(by_relation)}: not "
              f'{" ".join(fault for fault in faults if fault not in by_relation) or "one"}')
    if broken:
        sys.exit(f"{broken} laws were broken")


HEAD = """# The oracles

An oracle makes a check from a case: what an engine is asked, and what must hold of the answers. `quarrel oracles list` shows them. Each is proven on the reference evaluator before it may accuse an engine: `quarrel oracles selftest` plays the reference as an engine that is fed with text only. Under the standard's semantics, and with each of its switches set otherwise, no oracle may find a law broken; and with each of the planted faults switched on, some oracle must.

`figures/07-relations full selftest docs` writes everything below. An example is the shortest of some thousand cases on small graphs that shows a planted fault: what is asked is all that the engine is sent beside the graph. A test holds that every example is asked as it stands here, holds on the reference, and is violated with the fault.
"""


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def tables(languages):
    text = ["## What the self-test says", "", "Checks that came to a verdict over all profiles, laws that were broken, "
            "and planted faults that were seen (of 52 in Cypher, 43 in Gremlin and 45 in SPARQL).", ""]
    for language in languages:
        profiles = len({record["profile"] for record in language["soundness"]})
        text += [f'### {language["language"].capitalize() if language["language"] != "sparql" else "SPARQL"}', "",
                 f"{profiles} profiles.", ""]
        text.append(table(["oracle", "checks", "laws broken", "faults seen"],
                          [(oracle, row[1], row[2], row[3]) for oracle, row in sums(language).items()]))
        text += ["", "After how many cases each fault was seen, the oracles that know the answer first. A case is one of which the oracle "
                 "makes a check: a hunt may need several draws for it, most for `write-pair`, which takes queries that write:", ""]
        rows = []
        for fault, row in seen(language).items():
            known = ", ".join(f"{name} {row[name]}" for name in KNOWING if name in row) or "-"
            others = sorted((after, name) for name, after in row.items() if name not in KNOWING)
            rows.append((fault, known, ", ".join(f"{name} {after}" for after, name in others) or "-"))
        text.append(table(["fault", "knowing", "by a relation between answers"], rows))
        text.append("")
    return "\n".join(text)


def docs(selftest_path, list_path, worked_path):
    languages, oracles = json.load(open(selftest_path)), json.load(open(list_path))
    worked = {line["oracle"]: line for line in map(json.loads, open(worked_path))}
    text = [HEAD]
    for oracle in oracles:
        spoken = [language["language"] for language in languages
                  if any(record["oracle"] == oracle["name"] for record in language["soundness"])]
        text += [f'## {oracle["name"]}', "", f'{oracle["checks"][0].upper()}{oracle["checks"][1:]}.', "",
                 f'Source: {oracle["source"]}.', "", f'When: {oracle["preconditions"] or "always"}.', "",
                 f'Languages: {", ".join(spoken)}. Queries: about {oracle["cost"]}.', ""]
        one = worked.get(oracle["name"])
        if one:
            asked = ",\n".join(f"    {literal(query)}" for query in one["asked"])
            keys = ("language", "fault", "graph", "query", "parameters")
            block = [f"{key} = {literal(one[key])}" for key in keys] + [f"asked = [\n{asked},\n]"]
            text += ["```toml", *block, "```", ""]
        else:
            print(f'no example of {oracle["name"]}', file=sys.stderr)
    text.append(tables(languages))
    pathlib.Path("docs/oracles.md").write_text("\n".join(text).rstrip() + "\n")


def literal(text):
    return f"'''\n{text}'''" if "\n" in text or "'" in text else f"'{text}'"


if __name__ == "__main__":
    {"sound": sound, "selftest": selftest, "docs": docs}[sys.argv[1]](*sys.argv[2:])
