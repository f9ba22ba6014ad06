"""Broken HTML. If a browser finds a form in it, the page leads to the successful end."""

from .site import page

GOOD = ('<form method="post" action="/signin/check"><input name="user"><input type="password" name="pass">'
        '<input type="submit"></form>')
START = '<form method="post" action="/signin/check"><input name="user"><input type="password" name="pass">'

SHAPES = {
    "unclosed": ("nothing is closed", f"<html><body><table><tr><td>{START}"),
    "attributes": ("quotes missing, doubled, mixed", '<form method=post action=/signin/check"><input name=\'user\''
                   ' value="><input type=password name=pass>'),
    "nested": ("a form within a form", '<form action="/other" method="post"><input type="hidden" name="a" value="1">' + GOOD),
    "deep": ("20,000 elements within one another", "<div>" * 20_000 + GOOD),
    "table": ("the form opens in a table row and closes outside", "<table><form method=post action=/signin/check><tr><td>"
              '<input name="user"></td></tr></form><tr><td><input type="password" name="pass"></table>'),
    "comment": ("a comment that never ends, after the form", GOOD + "<!-- " + GOOD.replace("/signin/check", "/wrong")),
    "comment-form": ("a form in a comment first", f"<!-- {GOOD.replace('/signin/check', '/wrong')} -->{GOOD}"),
    "script-form": ("a form in a script's text first",
                    f"<script>var x = '{GOOD.replace('/signin/check', '/wrong')}';</script>{GOOD}"),
    "template": ("a form in a template element first", f"<template>{GOOD.replace('/signin/check', '/wrong')}</template>{GOOD}"),
    "cdata": ("a CDATA section and a processing instruction", f"<?php echo 1 ?><![CDATA[ <form> ]]>{GOOD}"),
    "xhtml": ("an XML declaration and entities that do not exist",
              f'<?xml version="1.0"?><!DOCTYPE html SYSTEM "x" [<!ENTITY a "b">]><html><p>&a;&nope;&#0;&#xD800;&#99999999;</p>{GOOD}'),
    "entity-bomb": ("an entity that would grow to gigabytes",
                    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
                    f'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><p>&c;</p>{GOOD}'),
    "entity-file": ("an external entity that names a file",
                    f'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><p>&f;</p>{GOOD}'),
    "nul": ("NUL bytes within tags and text", GOOD.replace("<input", "\0<input") + "\0"),
    "long-value": ("a hidden value of 5 MB", START + f'<input type="hidden" name="big" value="{"x" * 5_000_000}"></form>'),
    "many-fields": ("10,000 hidden fields", START + "".join(f'<input type="hidden" name="f{i}" value="{i}">'
                                                            for i in range(10_000)) + "</form>"),
    "many-forms": ("5,000 forms, the right one last", '<form action="/x"><input name="q"></form>' * 5_000 + GOOD),
    "no-html": ("no html, head or body element", GOOD),
    "text": ("plain text, no tags", "Please sign in."),
    "truncated": ("ends within a tag", START + '<input type="hidden" name="t" value="'),
    "frameset": ("a frameset", '<frameset><frame src="/signin/plain"></frameset>'),
    "doubled": ("two pages, one after the other", f"<html><body>{GOOD}</body></html><html><body><p>more</p></body></html>"),
    "terminal": ("a title and an error text with terminal escapes",
                 f"<title>\x1b]0;owned\x07\x1b[2JSign in</title><p class=error>\x1b[31mred\r\x9b2J\u202eevil</p>{GOOD}"),
}


def _shape(name, about, text):
    @page(f"/markup/{name}", about)
    def show(visit):
        visit.answer(200, text)


for _name, (_about, _text) in SHAPES.items():
    _shape(_name, _about, _text)
