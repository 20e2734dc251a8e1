#!/usr/bin/env python3
"""A worker for Quarrel: a toy engine that knows two queries.

    MATCH (n:Label) RETURN count(n) AS c
    MATCH (n:Label) RETURN n

with or without the label. Everything else is refused as unsupported, which is honest and does no harm: the
hunt passes over it. Copy this file, keep `main`, and put your engine in the place of `Toy`.

    quarrel query cypher --engine 'exec:python3 examples/worker/toy.py' --graph graph.json 'MATCH (n) RETURN n'

The protocol is described in docs/worker-protocol.md.
"""

import json
import re
import sys

QUERY = re.compile(r"\s*MATCH\s*\(\s*n\s*(?::\s*(\w+)\s*)?\)\s*RETURN\s+(count\(\s*n\s*\)\s+AS\s+c|n)\s*;?\s*$")


class Refused(Exception):
    """An error reply: `phase` is parse, compile or run."""

    def __init__(self, phase, error_class, message):
        super().__init__(message)
        self.reply = {"error": {"phase": phase, "class": error_class, "message": message}}


class Toy:
    """The engine: keeps the graph as it was loaded."""

    def __init__(self):
        self.graph = {"vertices": [], "edges": []}

    def hello(self, request):
        if request.get("protocol") != 1 or request.get("language") != "cypher":
            raise Refused("run", "BadRequest", "this worker speaks cypher over protocol 1 alone")
        for name in request.get("options", {}):
            raise Refused("run", "BadRequest", f"this worker has no option {name!r}")
        return {"protocol": 1, "name": "toy", "version": "1.0", "ops": ["reset", "load", "query", "dump"]}

    def reset(self, _request):
        self.__init__()
        return {"ok": True}

    def load(self, request):
        self.graph = request["graph"]
        return {"ok": True}

    def query(self, request):
        match = QUERY.match(request["text"])
        if not match:
            raise Refused("parse", "Unsupported", "this toy counts and lists nodes, nothing else")
        label, returned = match.groups()
        found = [v["id"] for v in self.graph["vertices"] if label is None or label in v.get("labels", [])]
        if returned != "n":
            return {"columns": ["c"], "rows": [[len(found)]]}
        if len(found) > request.get("rows", 10000):
            raise Refused("run", "RowLimit", "the answer has more rows than asked for")
        # An element is its id in the graph that was loaded.
        return {"columns": ["n"], "rows": [[{"vertex": vertex}] for vertex in found]}

    def dump(self, _request):
        return {"graph": self.graph}


def main():
    engine = Toy()
    # One request per line, one reply per line, in order, until stdin ends.
    for line in sys.stdin:
        try:
            request = json.loads(line)
            op = request.get("op")
            if op not in ("hello", "reset", "load", "query", "dump"):
                raise Refused("run", "UnknownOperation", f"this worker has no operation {op!r}")
            reply = getattr(engine, op)(request)
        except Refused as refused:
            reply = refused.reply
        except (ValueError, KeyError, AttributeError) as error:
            reply = Refused("run", "BadRequest", str(error)).reply
        # A reply must leave at once: whoever waits for it has a deadline.
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
