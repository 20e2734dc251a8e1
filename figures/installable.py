"""Of what `quarrel engines list --json` prints, LANGUAGE:NAME@VERSION of all servers that can be installed."""
import json
import sys

for engine in json.load(sys.stdin):
    if engine["reached"].startswith("server"):
        for version, state in engine["states"].items():
            if state in ("installed", "installable"):
                print(f"{engine['languages'][0]}:{engine['name']}@{version}")
