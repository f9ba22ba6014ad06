"""The login of the Secure Login Server, step by step."""

import secrets
from dataclasses import dataclass, field

from challenge.passwords import UTF8_PASSWORD, UTF8_USER, everyone

PEOPLE = dict([*everyone(), (UTF8_USER, UTF8_PASSWORD)])
CODE, COLOUR = "314159", "green"
MOST_REJECTIONS = 3


@dataclass(frozen=True)
class Field:
    name: str
    prompt: str
    type: str = "plain"
    preset: str = ""
    confirm: str = ""


CREDENTIALS = (Field("username", "User name"), Field("password", "Password", "secure"))
STEPS = {
    "credentials": CREDENTIALS,
    "code": (Field("otp", "Code of your token", "secure"),),
    "colour": (Field("colour", "Colour of the door"),),
    "change": (Field("newPassword", "New password", "secure", confirm="newPassword2"),),
    "more": (Field("more", "Something more"),),
}


def steps_of(label) -> list:
    if label.has("none", "negotiate", "certificate"):
        return []
    steps = ["credentials"]
    steps += ["change"] if label.has("change") else []
    steps += ["code"] if label.has("two", "three") else []
    steps += ["colour"] if label.has("three") else []
    return steps + (["more"] * 100 if label.has("endless") else [])


@dataclass
class Login:
    """A login; every client with its cookie can continue it."""

    label: object
    steps: list
    wishes: dict
    user: str = ""
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    passed: int = 0

    @property
    def is_done(self) -> bool:
        return not self.steps

    def fields(self) -> tuple:
        if self.is_done:
            return ()
        fields = STEPS[self.steps[0]]
        if self.steps[0] == "credentials" and self.label.has("preset"):
            fields = (Field("username", "User name", preset="ada"), fields[1])
        return fields

    def take(self, form: dict) -> str:
        """Returns 'next', 'missing NAME', 'wrong' or 'locked'."""
        wanted = [one.name for one in self.fields()] + [one.confirm for one in self.fields() if one.confirm]
        missing = [one for one in wanted if one not in form]
        if missing:
            return f"missing {missing[0]}"
        if not self.is_right(form):
            with self.label.lock:
                self.label.rejected += 1
                return "locked" if self.label.rejected >= MOST_REJECTIONS else "wrong"
        self.passed += 1
        del self.steps[0]
        return "next"

    def is_right(self, form) -> bool:
        step, label = self.steps[0], self.label
        if step == "credentials":
            self.user = form["username"]
            password = label.password.get(self.user, PEOPLE.get(self.user))
            return password is not None and password == form["password"]
        if step == "change":
            new = form["newPassword"]
            if new != form["newPassword2"] or len(new) < 8 or new == PEOPLE.get(self.user):
                return False
            label.password[self.user] = new
            return True
        if step == "code":
            return form["otp"] == CODE
        return form.get("colour", COLOUR) == COLOUR
