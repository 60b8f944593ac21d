"""DIVER in Python: count cohorts by expressions, describe them, and download their data.

One file without dependencies beyond the standard library (Python 3.9 or later); with pandas, tables are data frames.

    from diver import Diver
    d = Diver()                              # DIVER_SERVER and DIVER_TOKEN, or the login of `diver login`
    women = d.cohort("SEX = Female")
    high = d.cohort("MOOD_HIGH_EVER = Yes")
    (high & women).count()                   # Count(match=…, no_match=…, unknown=…, no_record=…)
"""

from __future__ import annotations

import csv
import io
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Union

__all__ = ["Diver", "Cohort", "Count", "DiverError"]

ALL_INDIVIDUALS = 1
ATTEMPTS = 4
DESCRIBED_AT_ONCE = 50


class DiverError(Exception):
    """A refused or failed request; `status` is that of HTTP, 0 without an answer."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class Count(NamedTuple):
    """The outcomes of an expression in individuals; None if a count is suppressed."""

    match: Optional[int]
    no_match: Optional[int]
    unknown: Optional[int]
    no_record: Optional[int]


def _settings_file() -> Path:
    home = Path(os.environ.get("HOME") or Path.home())
    if "XDG_CONFIG_HOME" in os.environ:
        folder = Path(os.environ["XDG_CONFIG_HOME"])
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    else:
        folder = home / ".config"
    return folder / "diver" / "settings.json"


def _origin(address: str) -> str:
    parts = urllib.parse.urlsplit(address if "://" in address else "https://" + address)
    return f"{parts.scheme}://{parts.netloc}"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the token to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Diver:
    """A server and an access token, by default those of the environment or of `diver login`."""

    def __init__(self, server: Optional[str] = None, token: Optional[str] = None, project: Optional[int] = None) -> None:
        file = _settings_file()
        kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self.server = _origin(server or os.environ.get("DIVER_SERVER") or kept.get("server") or "http://127.0.0.1:8080")
        is_same = _origin(kept.get("server", "")) == self.server if kept else False
        self._token = token or os.environ.get("DIVER_TOKEN") or (kept.get("token") if is_same else None)
        if not self._token:
            raise DiverError("No access token. Make one in “Your account…”, then run: diver login")
        self.project = project
        self._opener = urllib.request.build_opener(_NoRedirects)

    def __repr__(self) -> str:
        return f"Diver({self.server!r})"

    # Requests

    def _open(self, method: str, path: str, body: Optional[dict], query: Optional[dict], key: Optional[str]) -> Any:
        address = f"{self.server}/api/v0{path}"
        if query:
            address += "?" + urllib.parse.urlencode({k: v for k, v in query.items() if v is not None})
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps({k: v for k, v in body.items() if v is not None}).encode()
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(address, data, headers, method=method)
        return self._opener.open(request, timeout=600)

    def call(self, method: str, path: str, body: Optional[dict] = None, query: Optional[dict] = None) -> Any:
        """Any request of the API (see /api/v0/openapi.json); returns its JSON.

        A request without an answer is sent again. A change has an idempotency key, so that it is done once.
        """
        with self._with_retries(method, path, body, query) as answer:
            return json.load(answer)

    def _with_retries(self, method: str, path: str, body: Optional[dict], query: Optional[dict]) -> Any:
        key = str(uuid.uuid4()) if method != "GET" else None
        for attempt in range(ATTEMPTS):
            is_last = attempt == ATTEMPTS - 1
            try:
                return self._open(method, path, body, query, key)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 502, 503, 504) or is_last:
                    raise DiverError(_message(error), error.code) from None
                wait = float(error.headers.get("Retry-After") or 2**attempt)
            except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
                if is_last:
                    raise DiverError(f"{self.server} does not answer: {error}") from None
                wait = 2**attempt
            time.sleep(min(wait, 60))
        raise AssertionError

    # Variables

    def search(self, words: str, limit: int = 20) -> Any:
        """The best variables for some words."""
        sent = {"searchstring": words, "searchtype": "question", "limit": limit, "nearest": True}
        found = self.call("POST", "/variable/search", sent)
        hits = found["data"] if isinstance(found, dict) else found
        fields = ("variable_name", "question", "data_type", "observations")
        return _table([{field: hit.get(field) for field in fields} for hit in hits])

    def variable(self, name: str) -> dict:
        """A variable: its question, values with their meanings, and numbers of answers."""
        return self.variables([name])[0]

    def variables(self, names: Sequence[str]) -> List[dict]:
        found: List[dict] = []
        for start in range(0, len(names), 250):
            sent = {"variable_names": list(names[start : start + 250])}
            some = self.call("POST", "/variable/lookup", sent)["data"]
            _all_found(sent["variable_names"], some)
            found += some
        return found

    # Cohorts

    def cohort(self, expression: Optional[str] = None, *, name: Optional[str] = None) -> "Cohort":
        """The cohort of an expression, or a saved cohort by its name."""
        if (expression is None) == (name is None):
            raise DiverError("Give either an expression or a name.")
        if name is None:
            return Cohort(self, str(expression))
        saved = self._saved("/cohort/info", "cohorts", name, "cohort")
        return Cohort(self, _quoted_membership(saved["name"]), saved["cohortid"])

    def cohorts(self) -> Any:
        """The saved cohorts."""
        fields = ("cohortid", "name", "rowcount", "cohort_type", "projectid")
        return _table([{field: one.get(field) for field in fields} for one in self.call("GET", "/cohort/info")["cohorts"]])

    def _saved(self, path: str, field: str, name: str, kind: str) -> dict:
        found = [one for one in self.call("GET", path)[field] if one["name"].casefold() == name.casefold()]
        here = [one for one in found if one.get("projectid") == self.project] if self.project else found
        found = here or found
        if len(found) != 1:
            raise DiverError(f"There is no {kind} {name}." if not found else f"Several {kind}s have the name {name}.")
        return found[0]

    # Projects as text

    def export(self) -> str:
        """The project as a study file."""
        return str(self.call("GET", "/project/study", query={"projectid": self.project})["text"])

    def plan(self, text: str, remove: bool = False) -> dict:
        """What a study file would change, with its problems by line."""
        return dict(self.call("POST", "/project/study/plan", {"text": text, "projectid": self.project, "remove": remove}))

    def apply(self, text: str, remove: bool = False, base: Optional[str] = None) -> dict:
        """Changes the project as a study file says, all or nothing; `base` is that of a plan."""
        sent = {"text": text, "projectid": self.project, "remove": remove, "base": base}
        return dict(self.call("POST", "/project/study/apply", sent))


class Cohort:
    """Individuals by an expression. `&`, `|` and `~` combine cohorts; nothing is sent before a count."""

    def __init__(self, diver: Diver, expression: str, cohortid: Optional[int] = None) -> None:
        self._diver = diver
        self.expression = expression
        self.cohortid = cohortid

    def __repr__(self) -> str:
        return f"Cohort({self.expression!r})"

    def __and__(self, other: "Cohort") -> "Cohort":
        return Cohort(self._diver, f"({self.expression}) and ({other.expression})")

    def __or__(self, other: "Cohort") -> "Cohort":
        return Cohort(self._diver, f"({self.expression}) or ({other.expression})")

    def __invert__(self) -> "Cohort":
        return Cohort(self._diver, f"not ({self.expression})")

    def rules(self) -> dict:
        """The rules of the expression, as the builder has them."""
        read = self._diver.call("POST", "/cohort/rules/text", {"text": self.expression, "projectid": self._diver.project})
        if read.get("rules") is None:
            raise DiverError("\n".join(f"{one['line']}:{one['column']} {one['message']}" for one in read["problems"]))
        return dict(read["rules"])

    def _count(self, rules: dict) -> Count:
        counted = self._diver.call("POST", "/cohort/rules/preview", {"parent_id": ALL_INDIVIDUALS, "rules": rules})
        split = counted.get("split") or {}
        return Count(*(split.get(field) for field in Count._fields))

    def count(self) -> Count:
        """The four outcomes."""
        return self._count(self.rules())

    def split(self, variable: str) -> Any:
        """Counts the members by each value of a variable; the last row counts those without an answer."""
        found = self._diver.variable(variable)
        name = found["variable_name"]
        group = {key: value for key, value in self.rules().items() if key != "version"}

        def among(rule: dict) -> Optional[int]:
            return self._count({"version": 1, "match": "all", "count": 1, "rules": [group, rule]}).match

        rows = []
        for value in found["possible_values"]:
            rule = {"variable_name": name, "constraint_type": "EQ", "constraint_values": [value]}
            meaning = found["value_mapping"].get(value, "")
            rows.append({"value": value, "meaning": meaning, "individuals": among(rule)})
        answered = {"variable_name": name, "constraint_type": "VALID"}
        rule = {"match": "none", "count": 1, "unknown_as": "match", "rules": [answered]}
        rows.append({"value": None, "meaning": "not answered", "individuals": among(rule)})
        return _table(rows)

    def save(self, name: str, description: str = "") -> "Cohort":
        """Saves the cohort under a name."""
        sent = {"parent_id": ALL_INDIVIDUALS, "rules": self.rules(), "name": name, "description": description}
        made = self._diver.call("POST", "/cohort/rules/new", {**sent, "projectid": self._diver.project})
        return Cohort(self._diver, _quoted_membership(name), made["new_cohort_id"])

    def _id(self) -> int:
        if self.cohortid is None:
            raise DiverError("Save the cohort first: cohort.save(\"A name\").")
        return self.cohortid

    def table1(self, variables: Sequence[str], *others: "Cohort") -> Any:
        """Numbers and categories of this saved cohort and others, one row each, individuals in columns."""
        cohorts = [self, *others]
        ids = [one._id() for one in cohorts]
        rows: List[Dict[str, Any]] = []
        for start in range(0, len(variables), DESCRIBED_AT_ONCE):
            some = list(variables[start : start + DESCRIBED_AT_ONCE])
            described = self._diver.call("POST", "/cohort/describe", {"cohortids": ids, "variable_names": some})
            _all_found(some, described["data"])
            for variable in described["data"]:
                rows += _described(variable)
        return _table(rows)

    def download(self, variable_set: str, file: Optional[Union[str, Path]] = None, labels: bool = False) -> Any:
        """The rows of a variable set: a table, whose attribute `variables` has questions and meanings, or a file."""
        found = self._diver._saved("/variableset/info", "variablesets", variable_set, "variable set")
        sent = {"cohortid": self._id(), "varsetid": found["varsetid"]}
        prepared = self._diver.call("POST", "/cohort/download/new", sent)
        first = prepared[0] if isinstance(prepared, list) else prepared
        query = {"downloadid": first["download_id"], "filename": "download.csv", "codes": "labels" if labels else "codes"}
        with self._diver._with_retries("GET", "/cohort/downloadstream", None, query) as answer:
            if file is None:
                return _table_of_csv(answer.read().decode("utf-8"), self._diver.variables(found["variables"]))
            part = Path(f"{file}.part")
            with part.open("wb") as out:
                while piece := answer.read(1 << 20):
                    out.write(piece)
            part.replace(file)
            return Path(file)


class Rows(list):
    """Rows as dictionaries, where pandas is not installed."""

    variables: Dict[str, dict]


def _quoted_membership(name: str) -> str:
    return f'in "{name}"'


def _message(error: urllib.error.HTTPError) -> str:
    try:
        body = json.load(error)
    except ValueError:
        return f"HTTP {error.code}"
    issues = [f"{one['path']}: {one['message']}" if one["path"] else one["message"] for one in body.get("issues") or []]
    return "\n".join(filter(None, [body.get("message"), *issues])) or f"HTTP {error.code}"


def _all_found(names: Sequence[str], found: Sequence[dict]) -> None:
    known = {one["variable_name"].casefold() for one in found}
    lacking = [name for name in names if name.casefold() not in known]
    if lacking:
        raise DiverError(f"There is no variable {', '.join(lacking)}.")


def _described(variable: dict) -> List[Dict[str, Any]]:
    name, groups = variable["variable_name"], variable["groups"]

    def row(statistic: str, values: Sequence[Any]) -> Dict[str, Any]:
        return {"variable": name, "statistic": statistic, **{f"cohort_{n + 1}": value for n, value in enumerate(values)}}

    rows = [row("answered", [group["answered"] for group in groups])]
    if any(group.get("categories") for group in groups):
        for place, (code, _) in enumerate(groups[0]["categories"]):
            meaning = variable.get("value_mapping", {}).get(code, code)
            rows.append(row(meaning, [group["categories"][place][1] for group in groups]))
    if any(group.get("mean") is not None for group in groups):
        rows.append(row("mean", [group["mean"] for group in groups]))
        rows.append(row("sd", [group["sd"] for group in groups]))
    return rows


def _table(rows: List[dict]) -> Any:
    try:
        import pandas
    except ImportError:
        return Rows(rows)
    return pandas.DataFrame(rows)


def _table_of_csv(text: str, variables: List[dict]) -> Any:
    described = {one["variable_name"]: {"question": one["question"], "values": one["value_mapping"]} for one in variables}
    try:
        import pandas
    except ImportError:
        rows = Rows(csv.DictReader(io.StringIO(text)))
        rows.variables = described
        return rows
    table = pandas.read_csv(io.StringIO(text), dtype={"individual_id": str})
    table.attrs["variables"] = described
    return table
