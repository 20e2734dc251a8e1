"""Of what `quarrel engines list --json` prints, LANGUAGE:NAME@VERSION, a line each.

Usage: engines.py servers|all STATE,... [NAME|NAME@VERSION...]: those in one of these states, of these names if any.
       engines.py stores: NAME STORE, a line for each store that an engine has beside its own default.
"""
import json
import sys

engines = json.load(sys.stdin)
if sys.argv[1:] == ["stores"]:
    for engine in engines:
        for store in engine["options"].get("store", [])[1:]:
            print(engine["name"], store)
    sys.exit()
kind, states, *names = sys.argv[1:]
for engine in engines:
    if kind == "servers" and not engine["reached"].startswith("server"):
        continue
    for version, state in engine["states"].items():
        title = f"{engine['name']}@{version}"
        if state in states.split(",") and (not names or {engine["name"], title} & set(names)):
            for language in engine["languages"]:
                print(f"{language}:{title}")
