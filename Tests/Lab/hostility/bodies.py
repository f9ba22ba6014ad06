"""Responses that are slow, endless, truncated, or different from their header."""

import time
import zlib

from .site import page

HTML = [("Content-Type", "text/html; charset=utf-8"), ("Connection", "close")]
CHUNKED = [*HTML, ("Transfer-Encoding", "chunked")]


def _status(code):
    @page(f"/status/{code}", f"an error page with status {code}")
    def answer(visit):
        more = [("Retry-After", "120")] if code in (429, 503) else []
        visit.html(f"Error {code}", "<p>Something went wrong.</p>", code, more)


for _code in (400, 401, 403, 404, 410, 418, 429, 500, 502, 503, 504):
    _status(_code)


@page("/status/500-form", "status 500 with a sign-in form on it")
def error_with_form(visit):
    visit.html("Error", '<form method="post" action="/signin/check"><input name="user"><input type="password" name="pass">'
                        "</form>", 500)


@page("/body/drip", "one byte a second, for ever")
def drip(visit):
    visit.raw_head(200, HTML)
    visit.pour(b"a", 1)


@page("/body/flood", "as fast as possible, for ever")
def flood(visit):
    visit.raw_head(200, HTML)
    visit.pour(b"<p>flood</p>\n" * 5000)


@page("/body/flood-chunked", "the same, chunked")
def flood_chunked(visit):
    visit.raw_head(200, CHUNKED)
    visit.pour(b"10000\r\n" + b"a" * 0x10000 + b"\r\n")


@page("/body/gigabyte", "says Content-Length 1 GB and sends it")
def gigabyte(visit):
    visit.raw_head(200, [*HTML, ("Content-Length", str(1 << 30))])
    block = b"x" * (1 << 16)
    for _ in range(1 << 14):
        visit.wfile.write(block)


@page("/body/gigabyte-promised", "says Content-Length 1 GB and sends nothing more")
def gigabyte_promised(visit):
    visit.raw_head(200, [*HTML, ("Content-Length", str(1 << 30))])
    visit.wfile.write(b"<html>")
    visit.context.stopping.wait(600)


def _bomb(megabytes):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    zeros = b"\0" * (1 << 20)
    packed = packer.compress(b"<html><body>")
    for _ in range(megabytes):
        packed += packer.compress(zeros)
    return packed + packer.flush()


BOMBS = {}


@page("/body/gzip-bomb", "200 KB of gzip that unpack to 200 MB")
def gzip_bomb(visit):
    if "bomb" not in BOMBS:
        BOMBS["bomb"] = _bomb(200)
    visit.answer(200, BOMBS["bomb"], headers=[("Content-Encoding", "gzip")])


@page("/body/gzip-broken", "gzip data with an error in the middle")
def gzip_broken(visit):
    packed = bytearray(_bomb(1))
    packed[len(packed) // 2] ^= 0xFF
    visit.answer(200, bytes(packed[:-20]), headers=[("Content-Encoding", "gzip")])


@page("/body/encoding-unknown", "Content-Encoding: rot13")
def encoding_unknown(visit):
    visit.answer(200, "<uryyb>", headers=[("Content-Encoding", "rot13")])


@page("/body/short", "closes in the middle of the promised body")
def short(visit):
    visit.raw_head(200, [*HTML, ("Content-Length", "5000")])
    visit.wfile.write(b'<html><body><form action="/signin/check">')


@page("/body/chunk-cut", "closes in the middle of a chunk")
def chunk_cut(visit):
    visit.raw_head(200, CHUNKED)
    visit.wfile.write(b"100\r\n<html>")


@page("/body/chunk-invalid", "chunk sizes that are not numbers")
def chunk_invalid(visit):
    visit.raw_head(200, CHUNKED)
    visit.wfile.write(b"zz\r\nhello\r\n-5\r\n\r\n0\r\n\r\n")


@page("/body/chunk-huge", "a chunk with a declared size of 2^64 bytes")
def chunk_huge(visit):
    visit.raw_head(200, CHUNKED)
    visit.wfile.write(b"FFFFFFFFFFFFFFFFF\r\nhello")


@page("/body/lengths", "two Content-Length headers that differ")
def lengths(visit):
    visit.raw_head(200, [*HTML, ("Content-Length", "5"), ("Content-Length", "50")])
    visit.wfile.write(b"hello")


@page("/body/empty", "status 200 and nothing")
def empty(visit):
    visit.answer(200, b"")


@page("/body/binary", "random bytes of type HTML")
def binary(visit):
    visit.answer(200, bytes((i * 193 + i // 7) & 255 for i in range(20000)))


@page("/body/json", "JSON where a page is expected")
def json_body(visit):
    visit.answer(200, '{"error":"interaction_required"}', "application/json")


@page("/body/no-type", "HTML without a Content-Type")
def no_type(visit):
    visit.answer(200, '<form action="/signin/check" method="post"><input name="user">'
                      '<input type="password" name="pass"></form>', kind=None)


@page("/head/slow", "a header line every two seconds, for ever")
def slow_head(visit):
    visit.wfile.write(b"HTTP/1.1 200 OK\r\n")
    visit.pour(b"X-Slow: yes\r\n", 2)


@page("/head/silent", "accepts the request and never answers")
def silent(visit):
    visit.context.stopping.wait(600)


@page("/head/closed", "accepts the request and closes")
def closed(visit):
    pass


@page("/head/cut", "closes in the middle of the headers")
def cut(visit):
    visit.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Ty")


@page("/head/flood", "headers for ever")
def head_flood(visit):
    visit.wfile.write(b"HTTP/1.1 200 OK\r\n")
    visit.pour(b"X-More: " + b"a" * 1000 + b"\r\n")


@page("/head/garbage", "not HTTP")
def garbage(visit):
    visit.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n\x00\x01\x02")


@page("/head/nul", "a NUL and a bare line feed in a header")
def nul(visit):
    visit.wfile.write(b"HTTP/1.1 200 OK\r\nX-Bad: a\x00b\nX-Worse: c\r\nContent-Length: 2\r\n\r\nok")


@page("/slow-end", "a correct page that takes five seconds, then /done")
def slow_end(visit):
    time.sleep(5)
    visit.redirect("/done")
