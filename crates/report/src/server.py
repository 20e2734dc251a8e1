# What the clients of servers have in common. A server is one for all graphs of a case: it is emptied only where it was
# found empty, and again at the end.
import http.client, urllib.error, urllib.parse, urllib.request, warnings

warnings.simplefilter("ignore")


class Rejected(Exception):
    """The server's own error."""

    def __str__(self):
        return str(self.args[0])


class Server:
    insists = False

    def __init__(self):
        self.address = urllib.parse.urlsplit(os.environ["REPLAY_SERVER"])
        with open(os.path.join(sys.argv[1], "server.json"), encoding="utf-8") as file:
            self.settings = json.load(file)
        if self.address.scheme not in self.settings["schemes"] or not self.address.hostname:
            raise Unusable(f"the address of a server is wanted, such as {self.settings['address']}")
        # Of an address that names nothing on the server the usual path is meant.
        self.path = self.address.path.rstrip("/") or self.settings["base"]
        self.user = os.environ.get("REPLAY_USER") or urllib.parse.unquote(self.address.username or "")
        self.password = os.environ.get("REPLAY_PASSWORD") or urllib.parse.unquote(self.address.password or "")
        try:
            self.connect()
        except (Died, Rejected) as error:
            raise Unusable(f"there is no server at the address that can be used: {error}")

    def connect(self):
        """Opens what is kept open."""

    def empty(self):
        ours = os.path.join(sys.argv[1], "ours")
        if not os.path.exists(ours):
            if self.occupied():
                raise Unusable("the server holds data already, and would be emptied: name one that is empty")
            open(ours, "w").close()
        self.clear()

    def occupied(self):
        return bool(self.run(self.settings["occupied"])[1]) or any(map(self.listed, self.settings["declared"]))

    def listed(self, text):
        """What is declared there by a text; nothing by one that another version has."""
        try:
            return self.run(text)[1]
        except Rejected:
            return []

    def clear(self):
        """Elements first, then what is left: constraints and indexes."""
        for text in self.settings["reset"]:
            self.run(text)
        for texts in self.settings["leftovers"]:
            for row in self.listed(texts):
                self.run(row[0])

    def leave(self):
        """Leaves nothing behind at the end."""
        self.clear()

    def exchange(self, method, path, body="", media="", accept="*/*"):
        """An exchange over HTTP: the status, the type of what came, and its text."""
        port = self.address.port or 80
        url = f"http://{self.address.hostname}:{port}{path}"
        data = body.encode() if method == "POST" else None
        headers = {"Accept": accept, "Content-Type": media}
        if self.insists:
            login = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
            headers["Authorization"] = f"Basic {login}"
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with self.opener().open(request) as answer:
                return answer.status, answer.headers.get_content_type(), answer.read().decode()
        except urllib.error.HTTPError as error:
            if error.code in (401, 403) and self.user and not self.insists:
                # Some servers do not say that they want to know who asks.
                self.insists = True
                return self.exchange(method, path, body, media, accept)
            return error.code, error.headers.get_content_type(), error.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            raise Died(str(error) or type(error).__name__)

    def opener(self):
        # The server is asked itself, not a proxy of the environment.
        handlers = [urllib.request.ProxyHandler({})]
        if self.user:
            known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
            known.add_password(None, f"http://{self.address.hostname}", self.user, self.password)
            handlers += [urllib.request.HTTPDigestAuthHandler(known), urllib.request.HTTPBasicAuthHandler(known)]
        return urllib.request.build_opener(*handlers)
