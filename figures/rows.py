"""Puts rows of a table into a document: rows.py DOCUMENT NAME KEYS <ROWS.

The rows come with tabs between their cells. They go between `<!-- NAME: generated -->` and `<!-- NAME: end -->`, in the
place of those that have the same first KEYS cells; others stay. They are in the order of their first cells, and the
newest version is first.
"""
import re
import sys

document, name, keys = sys.argv[1], sys.argv[2], int(sys.argv[3])
begin, end = f"<!-- {name}: generated -->\n", f"<!-- {name}: end -->"
with open(document, encoding="utf-8") as file:
    text = file.read()
before, rest = text.split(begin)
table, after = rest.split(end)
lines = [line for line in table.split("\n") if line.startswith("|")]
head, rows = lines[:2], {}
cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
for row in cells + [line.rstrip("\n").split("\t") for line in sys.stdin if line.strip()]:
    rows[tuple(row[:keys])] = row


def order(row):
    version = [int(number) for number in re.findall(r"\d+", row[1])]
    return row[0], [-number for number in version], row[2:keys]


ordered = [f"| {' | '.join(row)} |" for row in sorted(rows.values(), key=order)]
with open(document, "w", encoding="utf-8") as file:
    file.write(before + begin + "\n".join(head + ordered) + "\n" + end + after)
