#!/usr/bin/python3
"""A secret service that misbehaves in one way, named by its argument; speaks the plain session algorithm only.

Appends a line to the file MOCK_LOG for each call that a well-behaved client avoids (Dismiss, Unlock, Prompt).
"""

import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

WAY = sys.argv[1]
DELAY = 60_000
ROOT = "/org/freedesktop/secrets"
COLLECTION = ROOT + "/collection/mock"
SERVICE_INTERFACE = "org.freedesktop.Secret.Service"
COLLECTION_INTERFACE = "org.freedesktop.Secret.Collection"
ITEM_INTERFACE = "org.freedesktop.Secret.Item"
PROMPT_INTERFACE = "org.freedesktop.Secret.Prompt"
PROPERTIES = "org.freedesktop.DBus.Properties"
NO_PROMPT = dbus.ObjectPath("/")


def note(what):
    with open(os.environ["MOCK_LOG"], "a", encoding="ascii") as log:
        log.write(what + "\n")


class NotSupported(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.NotSupported"


class IsLocked(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.Secret.Error.IsLocked"


class Prompt(dbus.service.Object):
    """A prompt; `answer` completes its operation, or is None for a prompt that is never answered."""

    count = 0

    def __init__(self, bus, answer):
        Prompt.count += 1
        self.path = f"{ROOT}/prompt/p{Prompt.count}"
        self.answer = answer
        super().__init__(bus, self.path)

    @dbus.service.method(PROMPT_INTERFACE, in_signature="s")
    def Prompt(self, _window):
        note("Prompt")
        if WAY == "ends-at-prompt":
            os._exit(0)
        if WAY == "refuses":
            self.Completed(True, dbus.String("", variant_level=1))
        elif self.answer:
            GLib.idle_add(lambda: self.Completed(False, self.answer()) and False)

    @dbus.service.method(PROMPT_INTERFACE)
    def Dismiss(self):
        note("Dismiss")

    @dbus.service.signal(PROMPT_INTERFACE, signature="bv")
    def Completed(self, dismissed, result):
        pass


class Item(dbus.service.Object):
    def __init__(self, ring, path, attributes, value):
        self.ring, self.path, self.attributes, self.value = ring, path, attributes, value
        super().__init__(ring.bus, path)

    def secret(self, session):
        value = self.value
        if WAY == "changes":
            value = value[:-1] + bytes([value[-1] ^ 1])
        return dbus.Struct(
            (session, dbus.ByteArray(b""), dbus.ByteArray(value), "text/plain"), signature="oayays")

    @dbus.service.method(ITEM_INTERFACE, in_signature="o", out_signature="(oayays)")
    def GetSecret(self, session):
        return self.secret(session)

    @dbus.service.method(ITEM_INTERFACE, in_signature="(oayays)")
    def SetSecret(self, secret):
        value = bytes(secret[2])
        if WAY == "changes-updates" or (WAY == "changes-some-updates" and value.endswith(b"!")):
            value = value[:-1] + b"?"
        if WAY != "loses-updates":
            self.value = value

    @dbus.service.method(ITEM_INTERFACE, out_signature="o")
    def Delete(self):
        if WAY in ("asks", "asks-to-delete", "refuses", "ends-at-prompt"):
            return Prompt(self.ring.bus, None).path
        if WAY == "asks-and-does":
            return Prompt(self.ring.bus, lambda: self.go() or dbus.String("", variant_level=1)).path
        if WAY != "keeps-deleted":
            self.go()
        return NO_PROMPT

    def go(self):
        self.ring.items.pop(self.path, None)
        self.remove_from_connection()


class Ring(dbus.service.Object):
    """The default collection."""

    def __init__(self, bus):
        self.bus = bus
        self.items = {}
        self.count = 0
        super().__init__(bus, COLLECTION)

    def make(self, attributes, value):
        self.count += 1
        path = f"{COLLECTION}/{self.count}"
        if WAY != "loses":
            self.items[path] = Item(self, path, attributes, value)
        return dbus.ObjectPath(path)

    @dbus.service.method(COLLECTION_INTERFACE, in_signature="a{sv}(oayays)b", out_signature="oo")
    def CreateItem(self, properties, secret, _replace):
        attributes = dict(properties["org.freedesktop.Secret.Item.Attributes"])
        value = bytes(secret[2])
        if WAY in ("asks", "refuses", "ends-at-prompt"):
            return NO_PROMPT, Prompt(self.bus, None).path
        if WAY == "asks-and-does":
            return NO_PROMPT, Prompt(
                self.bus, lambda: dbus.ObjectPath(self.make(attributes, value), variant_level=1)).path
        return self.make(attributes, value), NO_PROMPT

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, name):
        if WAY == "garbage":
            return dbus.UInt32(7)
        return {"Locked": dbus.Boolean(WAY == "locked"), "Label": "Mock"}[name]


class Service(dbus.service.Object):
    def __init__(self, bus):
        self.bus = bus
        self.ring = Ring(bus)
        super().__init__(bus, ROOT)

    @dbus.service.method(SERVICE_INTERFACE, in_signature="sv", out_signature="vo")
    def OpenSession(self, algorithm, _input):
        if algorithm != "plain":
            raise NotSupported("only plain")
        return dbus.String("", variant_level=1), dbus.ObjectPath(ROOT + "/session/1")

    @dbus.service.method(
        SERVICE_INTERFACE, in_signature="s", out_signature="o", async_callbacks=("answer", "fail"))
    def ReadAlias(self, _name, answer, fail):
        path = NO_PROMPT if WAY == "empty" else dbus.ObjectPath(COLLECTION)
        if WAY == "late":
            GLib.timeout_add(DELAY, lambda: answer(path) and False)
        else:
            answer(path)

    @dbus.service.method(
        SERVICE_INTERFACE, in_signature="a{ss}", out_signature="aoao", async_callbacks=("answer", "fail"))
    def SearchItems(self, attributes, answer, fail):
        found = [
            dbus.ObjectPath(path) for path, item in self.ring.items.items()
            if all(item.attributes.get(name) == value for name, value in attributes.items())
        ]
        none = dbus.Array([], signature="o")
        found = dbus.Array(found, signature="o")
        if WAY == "late":
            GLib.timeout_add(DELAY, lambda: answer(found, none) and False)
        elif WAY == "late-by-2":
            GLib.timeout_add(2000, lambda: answer(found, none) and False)
        else:
            answer(found, none)

    @dbus.service.method(SERVICE_INTERFACE, in_signature="aoo", out_signature="a{o(oayays)}")
    def GetSecrets(self, items, session):
        return dbus.Dictionary(
            {path: self.ring.items[path].secret(session) for path in items if path in self.ring.items},
            signature="o(oayays)")

    @dbus.service.method(SERVICE_INTERFACE, in_signature="ao", out_signature="aoo")
    def Lock(self, _objects):
        return dbus.Array([], signature="o"), Prompt(self.bus, None).path

    @dbus.service.method(SERVICE_INTERFACE, in_signature="ao", out_signature="aoo")
    def Unlock(self, _objects):
        note("Unlock")
        return dbus.Array([], signature="o"), Prompt(self.bus, None).path

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, _name):
        return dbus.Array([dbus.ObjectPath(COLLECTION)], signature="o")


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
BUS = dbus.SessionBus()
SERVICE = Service(BUS)
NAME = dbus.service.BusName("org.freedesktop.secrets", BUS, do_not_queue=True)
GLib.MainLoop().run()
