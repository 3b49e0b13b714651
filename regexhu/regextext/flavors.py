"""The regex engines that a rule set can be written for, and how their syntax differs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from regexhu.errors import RuleError
from regexhu.hands.tiles import Spelling


@dataclass(frozen=True, slots=True)
class Flavor:
    """The syntax of an engine.

    `end` matches at the very end of a text. `long_capture` opens the captures from the hundredth on, and
    `long_reference` refers back to one. `capture` opens a capture with a name, where the engine keeps every repetition
    of one and lets names repeat; `numbers_names` says whether such captures are counted among the numbered ones.
    Without `lookahead` there are no back-references either. With `utf16` a character of the regex is a UTF-16 unit.
    `own` says whether a regex of the author's own can be read. `limits` are for the user to know.
    """

    name: str
    limits: tuple[str, ...]
    end: str = r"\z"
    long_capture: str = "("
    long_reference: str = r"\{}"
    capture: str = ""
    numbers_names: bool = True
    lookahead: bool = True
    utf16: bool = False
    own: bool = False

    def spell(self, spelling: Spelling) -> Spelling:
        """The spelling in the characters of this engine."""
        if not self.utf16:
            return spelling
        return replace(spelling, tiles=tuple(map(_utf16_units, spelling.tiles)))

    def finish(self, text: str) -> str:
        """The regex as the engine reads it: UTF-16 units, which no text can hold one by one, are escaped."""
        return text.encode("ascii", "backslashreplace").decode() if self.utf16 else text


def _utf16_units(text: str) -> str:
    units = text.encode("utf-16-be")
    return "".join(chr(high << 8 | low) for high, low in zip(units[::2], units[1::2], strict=True))


_NO_OWN = "no matches(…): a regex of your own is written for Python's regex module"
_NO_GROUPS = "groups are not captured: the engine would keep only the last of several"
_64_KB = "as most builds are, an expression may compile to 64 kB: what is larger is refused by pcre2_compile"
_PERL = "in Perl give it through a variable or between single quotes: its @ would stand for arrays"

FLAVORS = {
    flavor.name: flavor
    for flavor in (
        Flavor(
            "python",
            ("for the regex module, which keeps every repetition of a capture; for the standard library take re",),
            end=r"\Z",
            long_reference=r"\g<{}>",
            capture="(?P<{}>",
            own=True,
        ),
        Flavor(
            "re",
            (_NO_GROUPS, _NO_OWN),
            end=r"\Z",
            long_capture="(?P<of{}>",
            long_reference="(?P=of{})",
        ),
        Flavor("pcre2", ("glyphs need PCRE2_UTF, in PHP the modifier u", _PERL, _64_KB, _NO_GROUPS, _NO_OWN)),
        Flavor("javascript", ("glyphs need the flag u; m may not be set", _NO_GROUPS, _NO_OWN), end="$"),
        Flavor("java", (_NO_GROUPS, _NO_OWN)),
        Flavor(
            "dotnet",
            ("glyphs are written as UTF-16 units", "not with RegexOptions.ECMAScript or NonBacktracking", _NO_OWN),
            capture="(?<{}>",
            numbers_names=False,
            utf16=True,
        ),
        Flavor(
            "re2",
            (
                "several expressions: a hand wins if for one alternative every clause is found, and no negated one is",
                "for RE2, Go, Rust's regex, Polars and DuckDB alike, since it uses only what they share",
                "no article spelling, where nothing marks the end of a group",
                _NO_GROUPS,
                _NO_OWN,
            ),
            lookahead=False,
        ),
    )
}
PYTHON = FLAVORS["python"]


def flavor_named(name: str) -> Flavor:
    """The flavour of that name, or a `RuleError` that lists all."""
    if name not in FLAVORS:
        raise RuleError(f"no flavor named {name!r}; write one of {', '.join(FLAVORS)}")
    return FLAVORS[name]
