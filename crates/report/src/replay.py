# Runs the steps in a folder with the client and holds the last answer against the expected one. The client runs
# in a process of its own, so that a crash and a hang are seen.
import base64, json, math, os, re, signal, subprocess, sys, tempfile, time, traceback
from collections import Counter


class Died(Exception):
    """The engine's process ended."""


class Unusable(Exception):
    """There is no server that can be used."""


class Form:
    """A value in the form of the contract: its one key, and what is in it."""

    def __init__(self, name, inner):
        self.name, self.inner = name, inner


def is_negative_zero(value):
    return value == 0 and math.copysign(1, value) < 0


def printable(text):
    return "".join(letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text)


# The engine's side: every step, and a file with the outcome of the last one.

class Run:
    def __init__(self, folder):
        self.folder, self.client, self.made, self.same = folder, None, {}, {}

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8", newline="") as file:
            return file.read()

    def all(self):
        outcome = {}
        for name in sorted(name for name in os.listdir(self.folder) if name[:1].isdigit()):
            kind = name.split(".")[1]
            if kind != "ids":
                outcome = self.step(kind, self.read(name), self.read(name.split(".")[0] + ".ids")) or outcome
        with open(os.path.join(self.folder, "outcome.json"), "w", encoding="utf-8") as file:
            json.dump({"outcome": outcome, "same": self.same}, file)

    def step(self, kind, text, ids):
        if kind == "fresh":
            self.client, self.made = self.fresh(), {}
        elif kind == "graph":
            self.client.load(text)
        elif kind == "make":
            self.make(text, ids.split())
        elif kind == "filled":
            self.make(re.sub(r"\{id of (vertex|edge) (-?\d+)\}", self.id, text), ids.split())
        elif kind == "text":
            self.attempt(text)
        elif kind == "wait":
            self.wait(text)
        else:
            print(f"\n{printable(text)}\n", flush=True)
            return self.attempt(text)

    def wait(self, text):
        """For indexes that are built in the background: the text gives a row as long as one is not ready."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            if not self.attempt(text).get("rows"):
                return
            time.sleep(0.01)

    def fresh(self):
        client = self.client if self.client and hasattr(Client, "empty") else Client()
        if hasattr(client, "empty"):
            client.empty()
        return client

    def id(self, hole):
        wanted = (hole[1], int(hole[2]))
        return next(key for (kind, key), known in self.made.items() if (kind, known) == wanted)

    def make(self, text, ids):
        columns, rows = self.client.run(text)
        row = dict(zip(columns, rows[0]))
        # By their names, since a client may sort the columns.
        for name, kind, number in zip(ids[::3], ids[1::3], map(int, ids[2::3])):
            element = self.element(row[name] if len(ids) > 3 else rows[0][0])
            if not element or element[0] != kind:
                raise RuntimeError(f"{name} is not the {kind} that was made by {text}")
            # Parallel edges may look the same to a client that shows no id.
            self.same[f"{kind} {number}"] = self.made.setdefault(element, number)

    def element(self, value):
        found = self.found(value)
        return found and (found[0], json.dumps(found[1], sort_keys=True))

    def found(self, value):
        return getattr(self.client, "element", lambda value: None)(value)

    def shown_element(self, element, value):
        """By its number in the graph file; what the query made by all there is to it, where the client tells that."""
        if element in self.made:
            return self.made[element]
        _, _, *whole = self.found(value)
        if not whole:
            return {"foreign": element[1]}
        labels, properties = whole
        return {"new": 0, "labels": labels, "properties": {key: self.shown(part) for key, part in properties.items()}}

    def attempt(self, text):
        try:
            answer = self.client.run(text)
        except Died:
            raise
        except Exception as error:
            print(f"  {printable(type(error).__name__)}: {printable(str(error))}")
            return {"error": f"{type(error).__name__}: {error}"}
        if isinstance(answer, dict):
            return answer
        return {"columns": answer[0], "rows": [[self.shown(value) for value in row] for row in answer[1]]}

    def shown(self, value):
        value = getattr(self.client, "value", lambda value: value)(value)
        element = self.element(value)
        if element:
            return {element[0]: self.shown_element(element, value)}
        if isinstance(value, Form):
            inner = value.inner
            parts = isinstance(inner, dict)
            return {value.name: {key: self.shown(part) for key, part in inner.items()} if parts else self.shown(inner)}
        if isinstance(value, float) and not math.isfinite(value):
            return {"f64": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
        if isinstance(value, (list, tuple)):
            return [self.shown(part) for part in value]
        if isinstance(value, dict):
            return {"map": [[key, self.shown(part)] for key, part in value.items()]}
        return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


# The judge's side: answers in the form in which they are compared.

def comparable(value, same):
    if isinstance(value, list):
        return [comparable(part, same) for part in value]
    if isinstance(value, dict) and len(value) == 1:
        (name, inner), = value.items()
        if name in ("vertex", "edge") and isinstance(inner, dict) and "labels" in inner:
            # What the query made has no name of its own.
            properties = {key: comparable(part, same) for key, part in sorted(inner["properties"].items())}
            return {name: {"labels": sorted(inner["labels"]), "properties": properties}}
        if name in ("vertex", "edge"):
            return {name: same.get(f"{name} {inner}", inner)}
        if name == "path" and isinstance(inner, list):
            return comparable(inner, same)
        if name == "path" and isinstance(inner, dict):
            labels = [sorted(labels) for labels in inner["labels"]]
            return {name: {"objects": comparable(inner["objects"], same), "labels": labels}}
        if name in ("date", "time", "localtime", "datetime", "localdatetime"):
            return inner
        if name == "map":
            return {"map": sorted(comparable(inner, same), key=json.dumps)}
        if name in ("bag", "property"):
            return {name: comparable(inner, same)}
        if name == "set":
            return {name: sorted(comparable(inner, same), key=json.dumps)}
    if isinstance(value, str):
        # Nodes that the query makes have no name of their own.
        value = re.sub(r"_:new\d+", "_:new", value)
    return getattr(Client, "blur", lambda client, value: value)(None, value)


def equal(expected, got):
    if isinstance(expected, dict) and "open" in expected:
        return True
    if isinstance(expected, dict) and "near" in expected:
        number = isinstance(got, (int, float)) and not isinstance(got, bool)
        return number and math.isclose(expected["near"], got, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(expected, dict) and "bag" in expected:
        got = got.get("bag") if isinstance(got, dict) else got
        return isinstance(got, list) and bags(expected["bag"], got)
    if isinstance(expected, dict) and "map" in expected:
        got = got.get("map") if isinstance(got, dict) else None
        return equal(expected["map"], got)
    if isinstance(expected, list):
        return isinstance(got, list) and len(expected) == len(got) and all(map(equal, expected, got))
    return json.dumps(expected) == json.dumps(got)


def bags(expected, got):
    if Counter(map(json.dumps, expected)) == Counter(map(json.dumps, got)):
        return True
    if len(expected) != len(got) or not re.search('"(near|bag|open)"', json.dumps(expected)):
        return False
    left = list(got)
    for row in expected:
        at = next((index for index, other in enumerate(left) if equal(row, other)), None)
        if at is None:
            return False
        del left[at]
    return True


def same_answer(expected, got, same):
    if "rows" not in expected or "rows" not in got:
        pick = lambda answer: sorted(comparable(answer["triples"], same)) if "triples" in answer else answer
        return json.dumps(pick(expected), sort_keys=True) == json.dumps(pick(got), sort_keys=True)
    columns, names = expected["columns"], got["columns"]
    rows = got["rows"]
    if names is not None and names != columns and rows and expected["rows"]:
        if Counter(names) != Counter(columns):
            return False
        rows = [[row[names.index(column)] for column in columns] for row in rows]
    rows, wanted = comparable(rows, same), comparable(expected["rows"], same)
    if len(rows) != len(wanted):
        return False
    start, groups = 0, expected.get("order") or [len(rows)]
    for length in groups:
        if not bags(wanted[start:start + length], rows[start:start + length]):
            return False
        start += length
    return True


def words(error):
    """The words of an error's message: what is quoted are names and values, which a client may show otherwise."""
    text = error.get("message", "") if isinstance(error, dict) else error.partition(": ")[2]
    return set(re.findall(r"[a-z]+", re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", " ", text).lower()))


def same_error(recorded, got):
    """Whether two errors say the same, up to names; a client may add words, or leave out a few."""
    recorded, got = words(recorded.get("error", "")), words(got["error"])
    return not recorded or not got or 2 * len(recorded & got) >= min(len(recorded), len(got))


def show(title, answer):
    print(f"{title}:")
    if answer is None:
        print("  an answer")
    elif "rows" in answer:
        for line in [answer["columns"]] + answer["rows"][:50]:
            print("  " + json.dumps(line))
        if len(answer["rows"]) not in range(1, 51):
            print(f"  ({len(answer['rows'])} rows)")
    else:
        print("  " + printable(json.dumps(answer)))


REPRODUCED, NOT_REPRODUCED, FAILED, UNCLEAR = range(4)


def judge(case, outcome, same):
    kind, expected, recorded = case["kind"], case["expected"], case["got"]
    if "crashed" in outcome or "timed_out" in outcome:
        seen = kind == ("crash" if "crashed" in outcome else "hang")
        return REPRODUCED if seen else UNCLEAR
    if kind in ("crash", "hang"):
        # It came to an end here, but maybe not to the right one.
        wrong = expected is not None and "error" not in outcome and not same_answer(expected, outcome, same)
        return UNCLEAR if wrong else NOT_REPRODUCED
    if kind == "missing-error":
        return NOT_REPRODUCED if "error" in outcome else REPRODUCED
    if kind in ("unexpected-error", "internal-error", "capability-lost"):
        if "error" not in outcome:
            return NOT_REPRODUCED
        return REPRODUCED if same_error(recorded, outcome) else UNCLEAR
    if "error" in outcome:
        return UNCLEAR
    as_expected = same_answer(expected, outcome, same)
    as_recorded = same_answer(recorded, outcome, same)
    if as_expected and as_recorded:
        return UNCLEAR
    if as_expected:
        return NOT_REPRODUCED
    # Terms may be spelled in several ways: what is neither must be looked at.
    return REPRODUCED if as_recorded or case["compare"] != "value" else UNCLEAR


def run_apart(folder, case):
    # Twice what was waited for, which is five seconds where nothing says it.
    hang = 2 * (case.get("timeout_ms") or 5000) / 1000
    limit = float(os.environ.get("QUARREL_TIMEOUT") or (hang if case["kind"] == "hang" else max(300, hang)))
    command = [sys.executable, "-I", os.path.abspath(__file__), folder, "run"]
    child = subprocess.Popen(command, start_new_session=True)
    try:
        code = child.wait(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return {"timed_out": f"no answer within {limit:g} seconds"}, {}
    if code < 0:
        return {"crashed": f"signal {-code}"}, {}
    if code > 0:
        # It has said why.
        sys.exit(FAILED)
    with open(os.path.join(folder, "outcome.json"), encoding="utf-8") as file:
        both = json.load(file)
    return both["outcome"], both["same"]


def clear(folder):
    """Empties a server where it was emptied before; in a process of its own, since a server may be past answering."""
    if not os.path.exists(os.path.join(folder, "ours")):
        return
    child = subprocess.Popen([sys.executable, "-I", os.path.abspath(__file__), folder, "clear"])
    try:
        cleared = child.wait(timeout=60) == 0
    except subprocess.TimeoutExpired:
        child.kill()
        cleared = False
    if not cleared:
        print("the server could not be emptied", file=sys.stderr)


def leave(folder):
    try:
        Client().leave()
    except (Unusable, Died) as error:
        sys.exit(str(error))


def run_here(folder):
    try:
        Run(folder).all()
    except BaseException as error:
        if isinstance(error, Unusable):
            sys.exit(str(error))
        # A panic of an engine written in Rust arrives as such an exception, of its own base class.
        if not isinstance(error, Died) and type(error).__name__ != "PanicException":
            raise
        with open(os.path.join(folder, "outcome.json"), "w", encoding="utf-8") as file:
            json.dump({"outcome": {"crashed": str(error)}, "same": {}}, file)


def main(folder):
    with open(os.path.join(folder, "case.json"), encoding="utf-8") as file:
        case = json.load(file)
    start = time.monotonic()
    try:
        outcome, same = run_apart(folder, case)
    finally:
        clear(folder)
    print(f"(after {time.monotonic() - start:.1f} seconds)")
    if case["kind"] == "missing-error":
        print("Expected:\n  an error")
    else:
        show("Expected", case["expected"])
    show("Recorded", case["got"])
    show(f"Shown by {case['by']}", outcome)
    verdict = judge(case, outcome, same)
    words = ["reproduced", "not reproduced", "failed", "unclear: compare the answers by hand"]
    other = verdict == REPRODUCED and "rows" in outcome and not same_answer(case["got"], outcome, same)
    print(words[verdict] + (", with another wrong answer" if other else ""))
    return verdict


if __name__ == "__main__":
    try:
        ways = {"run": run_here, "clear": leave}
        status = ways.get("".join(sys.argv[2:]), main)(sys.argv[1])
    except Exception:
        traceback.print_exc()
        status = FAILED
    sys.exit(status or 0)
