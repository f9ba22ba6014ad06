#!/usr/bin/python3
"""A secret service that misbehaves in one way, named by its argument; speaks the plain session algorithm only.

Appends a line to the file MOCK_LOG for each call that a well-behaved client avoids (Dismiss, Unlock, Prompt).

The way "faults" keeps its items in MOCK_LOG.items, also when it ends, and at each call does what a line of the file
MOCK_LOG.faults says, "FAULT CALL"; "FAULT-N CALL" holds for the next N calls. The faults: close ends the service,
hang answers never, fail is an error, lost is an error until a new session is opened, omit leaves an item out, undecodable and
garble send it as no session and no program can read it.
"""

import json
import os
import sys
import time

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


def faults(call):
    """Returns the faults of this call, and does what needs no answer."""
    path = os.environ["MOCK_LOG"] + ".faults"
    if WAY != "faults" or not os.path.exists(path):
        return []
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()
    mine = [line.partition(" ")[0].partition("-") for line in lines if line.split()[1] == call]
    left = [f"{word}-{int(times) - 1} {call}" for word, _, times in mine if times not in ("", "1")]
    left += [line for line in lines if line.split()[1] != call or "-" not in line]
    with open(path, "w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in left)
    mine = [word for word, _, _ in mine]
    if "close" in mine:
        os._exit(0)
    if "hang" in mine:
        time.sleep(600)
    if "fail" in mine:
        raise Failed("not this time")
    return mine


class Failed(dbus.DBusException):
    _dbus_error_name = "org.example.Error.Failed"


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

    def secret(self, session, faults=()):
        value = self.value
        if "garble" in faults:
            value = b"\xff" + value[1:]
        if "undecodable" in faults:
            return dbus.Struct(
                (session, dbus.ByteArray(b"sixteen bytes!!!"), dbus.ByteArray(b"eleven more"), "text/plain"),
                signature="oayays")
        if WAY == "changes":
            value = value[:-1] + bytes([value[-1] ^ 1])
        return dbus.Struct(
            (session, dbus.ByteArray(b""), dbus.ByteArray(value), "text/plain"), signature="oayays")

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, name):
        return {"Attributes": dbus.Dictionary(self.attributes, signature="ss"), "Label": "an item"}[name]

    @dbus.service.method(ITEM_INTERFACE, in_signature="o", out_signature="(oayays)")
    def GetSecret(self, session):
        return self.secret(session)

    @dbus.service.method(ITEM_INTERFACE, in_signature="(oayays)")
    def SetSecret(self, secret):
        faults("SetSecret")
        SERVICE.check(secret[0])
        value = bytes(secret[2])
        if WAY == "changes-updates" or (WAY == "changes-some-updates" and value.endswith(b"!")):
            value = value[:-1] + b"?"
        if WAY != "loses-updates":
            self.value = value
        self.ring.save()

    @dbus.service.method(ITEM_INTERFACE, out_signature="o")
    def Delete(self):
        faults("Delete")
        if WAY in ("asks", "asks-to-delete", "refuses", "ends-at-prompt"):
            return Prompt(self.ring.bus, None).path
        if WAY == "asks-and-does":
            return Prompt(self.ring.bus, lambda: self.go() or dbus.String("", variant_level=1)).path
        if WAY != "keeps-deleted":
            self.go()
        return NO_PROMPT

    def go(self):
        self.ring.items.pop(self.path, None)
        self.ring.save()
        self.remove_from_connection()


class Ring(dbus.service.Object):
    """The default collection."""

    def __init__(self, bus):
        self.bus = bus
        self.items = {}
        self.count = 0
        super().__init__(bus, COLLECTION)
        if WAY == "faults" and os.path.exists(os.environ["MOCK_LOG"] + ".items"):
            with open(os.environ["MOCK_LOG"] + ".items", encoding="ascii") as file:
                for attributes, value in json.load(file):
                    self.make(attributes, bytes.fromhex(value))

    def save(self):
        if WAY == "faults":
            with open(os.environ["MOCK_LOG"] + ".items", "w", encoding="ascii") as file:
                json.dump([({str(k): str(v) for k, v in item.attributes.items()}, item.value.hex())
                           for item in self.items.values()], file)

    def make(self, attributes, value):
        self.count += 1
        path = f"{COLLECTION}/{self.count}"
        if WAY != "loses":
            self.items[path] = Item(self, path, attributes, value)
        self.save()
        return dbus.ObjectPath(path)

    @dbus.service.method(COLLECTION_INTERFACE, in_signature="a{sv}(oayays)b", out_signature="oo")
    def CreateItem(self, properties, secret, _replace):
        faults("CreateItem")
        attributes = dict(properties["org.freedesktop.Secret.Item.Attributes"])
        value = bytes(secret[2])
        if not SERVICE.is_open(secret[0]):
            # As KWallet does it.
            self.make(attributes, b"")
            SERVICE.check(secret[0])
        if WAY in ("asks", "refuses", "ends-at-prompt"):
            return NO_PROMPT, Prompt(self.bus, None).path
        if WAY == "asks-and-does":
            return NO_PROMPT, Prompt(
                self.bus, lambda: dbus.ObjectPath(self.make(attributes, value), variant_level=1)).path
        return self.make(attributes, value), NO_PROMPT

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, name):
        faults(name)
        if WAY == "garbage":
            return dbus.UInt32(7)
        return {"Locked": dbus.Boolean(WAY == "locked"), "Label": "Mock"}[name]


class Service(dbus.service.Object):
    def __init__(self, bus):
        self.bus = bus
        self.ring = Ring(bus)
        self.sessions = 0
        self.lost = 0
        super().__init__(bus, ROOT)

    @dbus.service.method(SERVICE_INTERFACE, in_signature="sv", out_signature="vo")
    def OpenSession(self, algorithm, _input):
        if algorithm != "plain":
            raise NotSupported("only plain")
        if "lost" in faults("OpenSession"):
            self.lost = self.sessions + 1
        self.sessions += 1
        return dbus.String("", variant_level=1), dbus.ObjectPath(f"{ROOT}/session/{self.sessions}")

    def is_open(self, session):
        return int(session.rsplit("/", 1)[1]) > self.lost

    def check(self, session):
        if not self.is_open(session):
            raise Failed("Can't find session " + session)

    @dbus.service.method(
        SERVICE_INTERFACE, in_signature="s", out_signature="o", async_callbacks=("answer", "fail"))
    def ReadAlias(self, _name, answer, fail):
        faults("ReadAlias")
        path = NO_PROMPT if WAY == "empty" else dbus.ObjectPath(COLLECTION)
        if WAY == "late":
            GLib.timeout_add(DELAY, lambda: answer(path) and False)
        else:
            answer(path)

    @dbus.service.method(
        SERVICE_INTERFACE, in_signature="a{ss}", out_signature="aoao", async_callbacks=("answer", "fail"))
    def SearchItems(self, attributes, answer, fail):
        faults("SearchItems")
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
        mine = faults("GetSecrets")
        self.check(session)
        # What goes wrong concerns the first item.
        return dbus.Dictionary(
            {path: self.ring.items[path].secret(session, mine if path.endswith("/1") else ())
             for path in items if path in self.ring.items and not ("omit" in mine and path.endswith("/1"))},
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
