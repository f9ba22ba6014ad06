"""Responses of every kind: compressed, in ranges, by type, slow, and incomplete."""

import gzip
import json
import socket
import struct
import threading
import zlib

from hostility.site import page

TEXT = ("The lab says this line again and again, so that it packs well.\n" * 400).encode()


def _packed(name, encoding, pack):
    @page(f"/packed/{name}", f"25 KB of text, Content-Encoding: {encoding}, with any Accept-Encoding")
    def packed(visit):
        visit.answer(200, pack(TEXT), "text/plain; charset=utf-8",
                     [("Content-Encoding", encoding), ("Vary", "Accept-Encoding")])


def _raw_deflate(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


_packed("gzip", "gzip", gzip.compress)
_packed("deflate", "deflate", zlib.compress)
_packed("deflate-raw", "deflate", _raw_deflate)
_packed("twice", "gzip, gzip", lambda data: gzip.compress(gzip.compress(data)))


@page("/compressed/br", "25 KB of text; Apache compresses it as br for clients that accept that")
def brotli(visit):
    visit.answer(200, TEXT, "text/plain; charset=utf-8")


def pattern(size: int) -> bytes:
    """Returns bytes that encode their own position."""
    lines = b"".join(b"%015d\n" % offset for offset in range(0, size, 16))
    return lines[:size]


def _range(visit, size):
    """Returns (first, last) of a single range, "none", or "wrong"."""
    unit, _, text = visit.headers.get("Range", "").partition("=")
    first, _, last = text.partition("-")
    if unit != "bytes" or "," in text or not (first + last).isdigit():
        return "none"
    if not first:
        return max(0, size - int(last)), size - 1
    if int(first) >= size:
        return "wrong"
    return int(first), min(int(last or size), size - 1)


def serve_ranges(visit, data, tag, cut=None):
    """Sends the data, or the requested part of it. Breaks the connection after `cut` bytes."""
    headers = [("ETag", tag), ("Accept-Ranges", "bytes"), ("Content-Disposition", 'attachment; filename="data.bin"'),
               ("Last-Modified", "Wed, 01 Jan 2025 00:00:00 GMT")]
    wanted = _range(visit, len(data))
    if visit.headers.get("If-Range", tag) not in (tag, headers[3][1]):
        wanted = "none"
    if wanted == "wrong":
        visit.answer(416, b"", None, [*headers, ("Content-Range", f"bytes */{len(data)}")])
        return
    status, part = 200, data
    if wanted != "none":
        status, part = 206, data[wanted[0]:wanted[1] + 1]
        headers.append(("Content-Range", f"bytes {wanted[0]}-{wanted[1]}/{len(data)}"))
    visit.raw_head(status, [("Content-Type", "application/octet-stream"), ("Content-Length", str(len(part))),
                            ("Connection", "close"), *headers])
    if visit.command != "HEAD":
        visit.wfile.write(part if cut is None else part[:cut])


@page("/range/*", "as many bytes as the last segment says; ranges are served")
def ranges(visit):
    size = visit.route.rpartition("/")[2]
    serve_ranges(visit, pattern(min(int(size) if size.isdigit() else 0, 64 << 20)), f'"range-{size}"')


@page("/range-cut", "256 KB, cut off after 100 KB each time; ranges are served, so a client can resume")
def range_cut(visit):
    serve_ranges(visit, pattern(256 << 10), '"cut"', 100 << 10)


@page("/range-changing", "like /range-cut, but other data each time: resuming would mix two files")
def range_changing(visit):
    with LOCK:
        COUNTS["changing"] = number = COUNTS.get("changing", 0) + 1
    serve_ranges(visit, pattern(256 << 10)[::-1] + b"%d" % number, f'"changing-{number}"', 100 << 10)


@page("/range-ignored", "64 KB; ranges are ignored, the answer is always 200")
def range_ignored(visit):
    visit.answer(200, pattern(64 << 10), "application/octet-stream")


COUNTS, LOCK = {}, threading.Lock()


@page("/code/*", "an answer of that status, without a body where there must be none")
def status(visit):
    number = visit.route.rpartition("/")[2]
    number = int(number) if number.isdigit() and 200 <= int(number) <= 599 else 404
    headers = [("Retry-After", "1")] if number in (429, 503) else []
    headers += [("Location", "/echo")] if 300 < number < 309 and number != 304 else []
    if number in (204, 304):
        visit.raw_head(number, [("Connection", "close")])
    else:
        visit.json({"status": number}, number, headers)


@page("/once/*", "the status at the end of the path the first time for each ?key, then 200")
def once(visit):
    key = visit.query.get("key", "")
    with LOCK:
        COUNTS["once " + key] = number = COUNTS.get("once " + key, 0) + 1
    wanted = visit.route.rpartition("/")[2]
    visit.json({"visit": number}, int(wanted) if number == 1 and wanted.isdigit() else 200,
               [("Retry-After", "0")] if number == 1 else [])


@page("/type", "JSON, XML, HTML or text, by Accept; 406 for anything else")
def by_type(visit):
    for wanted in [one.split(";")[0].strip() for one in visit.headers.get("Accept", "*/*").split(",")]:
        if wanted in ("application/json", "*/*", "application/*"):
            return visit.answer(200, json.dumps({"greeting": "Grüße"}, ensure_ascii=False) + "\n", "application/json")
        if wanted in ("application/xml", "text/xml"):
            return visit.answer(200, '<?xml version="1.0"?><greeting>Grüße</greeting>\n', wanted)
        if wanted == "text/html":
            return visit.html("Greeting", "<p>Grüße</p>")
        if wanted in ("text/plain", "text/*"):
            return visit.answer(200, "Grüße\n", "text/plain; charset=utf-8")
    return visit.answer(406, "not acceptable\n", "text/plain")


@page("/login-page", "an HTML page with a sign-in form, status 200, with any Accept")
def login_page(visit):
    visit.html("Sign in", '<form method="post" action="/echo"><input name="user"><input type="password" name="pass">'
                          '<button>Sign in</button></form>')


@page("/slow", "10 pieces of 100 bytes with ?pause seconds (0.2) between them")
def slow(visit):
    visit.raw_head(200, [("Content-Type", "text/plain"), ("Content-Length", "1000"), ("Connection", "close")])
    for number in range(10):
        visit.wfile.write(b"%099d\n" % number)
        visit.wfile.flush()
        visit.context.stopping.wait(min(float(visit.query.get("pause", "0.2")), 60))


@page("/stall", "half of the promised 1000 bytes, then nothing more")
def stall(visit):
    visit.raw_head(200, [("Content-Type", "text/plain"), ("Content-Length", "1000"), ("Connection", "close")])
    visit.wfile.write(b"x" * 500)
    visit.context.stopping.wait(600)


@page("/reset", "half of the promised 1000 bytes, then a reset of the connection")
def reset(visit):
    visit.raw_head(200, [("Content-Type", "text/plain"), ("Content-Length", "1000"), ("Connection", "close")])
    visit.wfile.write(b"x" * 500)
    visit.wfile.flush()
    visit.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # The last close sends the reset; a shutdown before it would end the connection normally.
    visit.rfile.close()
    visit.wfile.close()
    visit.connection.close()


@page("/sha256", "text/plain: the SHA-256 of the request's body")
def sha256(visit):
    visit.answer(200, visit.digest + "\n", "text/plain")


