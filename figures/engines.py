"""Of what `quarrel engines list --json` prints, LANGUAGE:NAME@VERSION, a line each.

Usage: engines.py servers|all STATE,... [NAME|NAME@VERSION...]: those in one of these states, of these names if any.
"""
import json
import sys

kind, states, *names = sys.argv[1:]
for engine in json.load(sys.stdin):
    if kind == "servers" and not engine["reached"].startswith("server"):
        continue
    for version, state in engine["states"].items():
        title = f"{engine['name']}@{version}"
        if state in states.split(",") and (not names or {engine["name"], title} & set(names)):
            for language in engine["languages"]:
                print(f"{language}:{title}")
