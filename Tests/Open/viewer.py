"""Opens the page of `--presenter remote` in a real Chromium with a touch screen, and does what its arguments say.

usage: viewer.py PROFILE URL STEP…, where a STEP is tap, keys:TEXT, press:KEY, or until:EXPRESSION of the page.
"""

import itertools
import json
import os
import subprocess
import sys
import time

profile, address, *steps = sys.argv[1:]
to_browser, from_us = os.pipe()
to_us, from_browser = os.pipe()


def descriptors():
    """Gives the browser its ends of the pipe as 3 and 4."""
    ends = os.dup(to_browser), os.dup(from_browser)
    os.dup2(ends[0], 3)
    os.dup2(ends[1], 4)


browser = subprocess.Popen(
    ["chromium", "--headless=new", "--remote-debugging-pipe", "--no-first-run", f"--user-data-dir={profile}"]
    + (["--no-sandbox"] if os.geteuid() == 0 else []) + ["about:blank"],
    close_fds=False, preexec_fn=descriptors, stderr=subprocess.DEVNULL)
reader = os.fdopen(to_us, "rb")
numbers = itertools.count(1)
buffered = b""


def call(method, session=None, **parameters):
    global buffered
    number = next(numbers)
    message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
    os.write(from_us, json.dumps(message).encode() + b"\0")
    while True:
        while b"\0" not in buffered:
            buffered += os.read(to_us, 65536) or sys.exit("the browser has ended")
        text, _, buffered = buffered.partition(b"\0")
        answer = json.loads(text)
        if answer.get("id") == number:
            return answer.get("result", {})


page = next(t for t in call("Target.getTargets")["targetInfos"] if t["type"] == "page")
session = call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
call("Emulation.setTouchEmulationEnabled", session, enabled=True)
call("Page.navigate", session, url=address)


def until(expression):
    for _ in range(600):
        result = call("Runtime.evaluate", session, expression=f"Boolean({expression})", returnByValue=True)
        if result.get("result", {}).get("value"):
            return
        time.sleep(0.05)
    sys.exit(f"'{expression}' does not become true")


def press(key, text=""):
    code = {"Enter": 13, "Escape": 27}.get(key, ord(key.upper()[0]))
    name = {"key": key, "windowsVirtualKeyCode": code}
    call("Input.dispatchKeyEvent", session, type="keyDown", **name, **({"text": text} if text else {}))
    call("Input.dispatchKeyEvent", session, type="keyUp", **name)


for step in steps:
    kind, _, value = step.partition(":")
    if kind == "tap":
        # A gesture, as of a finger: the browser then sends what a mouse would have sent.
        call("Input.synthesizeTapGesture", session, x=200, y=200, gestureSourceType="touch")
    elif kind == "keys":
        for letter in value:
            press(letter, letter)
    elif kind == "press":
        press(value, "\r" if value == "Enter" else "")
    else:
        until(value)
call("Browser.close")
browser.wait()
