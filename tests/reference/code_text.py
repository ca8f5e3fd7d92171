"""The text of a job's code, made comparable, character by character (semantics 4.3)."""

import re
import string
from typing import NamedTuple

DIGITS = string.digits
LETTERS = string.ascii_letters


class Forms(NamedTuple):
    wording: str
    shape: str


def in_word(char: str) -> bool:
    return char != "" and (char.isalnum() or char in "_$@#")


class Sql:
    """Reads SQL from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line_is_empty = True
        """Whether nothing but layout is before it on its line."""
        self.tokens: list[tuple[bool, str]] = []
        """Whether it is a literal, and its text."""
        while self.at < len(text):
            self.read()

    def peek(self, offset: int = 0) -> str:
        return self.text[self.at + offset : self.at + offset + 1]

    def follows(self, start: str) -> bool:
        return self.text.startswith(start, self.at)

    def read(self) -> None:
        char = self.peek()
        is_hint = self.follows("/*") and self.peek(2) in ("+", "!")
        if char.isspace():
            self.line_is_empty = self.line_is_empty or char == "\n"
            self.at += 1
        elif self.follows("--") or (self.line_is_empty and self.begins_hash_comment()):
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end
        elif self.follows("/*") and not is_hint:
            self.at += len(self.block())
        else:
            self.line_is_empty = False
            is_literal, token = (False, self.block()) if is_hint else self.token()
            self.tokens.append((is_literal, token))
            self.at += len(token)

    def begins_hash_comment(self) -> bool:
        after = self.peek(1)
        if self.peek() != "#" or in_word(after) or after == ">":
            return False
        return after != "-" or self.peek(2) == "-"

    def block(self) -> str:
        end = self.text.find("*/", self.at + 2)
        return self.text[self.at :] if end < 0 else self.text[self.at : end + 2]

    def token(self) -> tuple[bool, str]:
        char = self.peek()
        if char in ("'", '"'):
            return char == "'", self.quoted(char, escapes=True)
        if char == "`":
            return False, self.quoted(char, escapes=False)
        if char == "?":
            return True, char
        if self.follows("%s") and not (self.peek(2).isalnum() or self.peek(2) == "_"):
            return True, "%s"
        for operator in ("#>>", "#>"):
            if self.follows(operator):
                return False, operator
        if self.follows("#-") and self.peek(2) != "-":
            return False, "#-"
        if in_word(char):
            number = self.number()
            return (True, number) if number else (False, self.taken(self.at, in_word))
        return False, char

    def quoted(self, quote: str, escapes: bool) -> str:
        end = self.at + 1
        while end < len(self.text):
            if escapes and self.text[end] == "\\":
                end += 2
            elif self.text[end] != quote:
                end += 1
            elif self.text[end + 1 : end + 2] == quote:
                end += 2
            else:
                return self.text[self.at : end + 1]
        return self.text[self.at :]

    def taken(self, start: int, wanted: object) -> str:
        """The characters from there on that are of a kind."""
        end = start
        is_wanted = wanted if callable(wanted) else lambda char: char in str(wanted)
        while end < len(self.text) and is_wanted(self.text[end]):
            end += 1
        return self.text[start:end]

    def number(self) -> str:
        """A number that is no part of a word, or ''."""
        whole = self.taken(self.at, DIGITS)
        if not whole:
            return ""
        candidates = []
        if whole == "0" and self.peek(1) in ("x", "X"):
            hexadecimal = self.taken(self.at + 2, string.hexdigits)
            candidates.append(f"0{self.peek(1)}{hexadecimal}" if hexadecimal else "")
        candidates += [self.decimal(whole), self.decimal(whole, exponents=False), whole]
        for number in candidates:
            if number and not in_word(self.peek(len(number))):
                return number
        return ""

    def decimal(self, whole: str, *, exponents: bool = True) -> str:
        number = whole
        if self.peek(len(number)) == ".":
            number += "." + self.taken(self.at + len(number) + 1, DIGITS)
        if exponents and self.peek(len(number)) in ("e", "E"):
            sign = self.peek(len(number) + 1)
            sign = sign if sign in ("+", "-") else ""
            exponent = self.taken(self.at + len(number) + 1 + len(sign), DIGITS)
            number += self.peek(len(number)) + sign + exponent if exponent else ""
        return number + self.taken(self.at + len(number), LETTERS)[:2]


def sql_forms(sql: str) -> Forms:
    tokens = Sql(sql).tokens
    wording = " ".join(token for _, token in tokens)
    shape = " ".join("?" if is_literal else undated(token) for is_literal, token in tokens)
    shape = re.sub(r"\(( [-+])? \?( ,( [-+])? \?)* \)", "( ? )", shape)
    while "( ? ) , ( ? )" in shape:
        shape = shape.replace("( ? ) , ( ? )", "( ? )")
    return Forms(wording, shape)


def code_forms(code: str) -> Forms:
    wording = "\n".join(line.rstrip() for line in code.split("\n")).rstrip()
    return Forms(wording, undated(wording))


DATE = r"[0-9]{4}(?P<s>[-_/.])[0-9]{2}(?P=s)[0-9]{2}"
TIME = r"[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[-+][0-9]{2}:?[0-9]{2})?"


def undated(text: str) -> str:
    return re.sub(rf"(?<![0-9])({DATE}({TIME})?|[0-9]{{6,}})(?![0-9])", "_", text)
