import Support
import Testing

@testable import Core

/// Tests whether the scripts of a page send its form by themselves when it is loaded, or only when a user does something.
struct ScriptScopesTests {
    private static let send = "document.forms[0].submit()"

    /// What runs at once, by a timer, or when the page is loaded.
    @Test(
        arguments: [
            "\(send)", "var f = document.f; f . submit ( );", "if (window.f) { \(send) } else { go() }",
            "window.onload = function () { \(send); };", "window.onload = () => \(send)",
            "onload = function load() { \(send) }", "document.body.onload = async function () { \(send) }",
            "addEventListener('load', function (e) { \(send) }, false)",
            "document.addEventListener(\"DOMContentLoaded\", () => { \(send); });",
            "document.addEventListener('DOMContentLoaded', e => \(send));", "setTimeout(function () { \(send) }, 10)",
            "setTimeout('\(send)', 0)", "setTimeout(() => \(send), 10)",
            "window.setTimeout(\"go()\", 1); function go() { \(send) }",
            "(function () { \(send) })();", "(function () { \(send) }());", "!function () { \(send) }()",
            "(() => { \(send) })()", "(function () { \(send) }).call(this)", "$(function () { \(send) })",
            "$(document).ready(function () { \(send) })", "jQuery(document).ready(() => \(send))",
            "function go() { \(send) } go();", "go(); function go() { \(send) }", "const go = () => \(send); go()",
            "var go = function () { \(send) }; window.onload = go;",
            "function go() { \(send) } addEventListener('load', go)",
            "function go() { \(send) } function all() { go() } setTimeout(all, 1)",
            "const o = { go() { \(send) } }; o.go()", "const o = { go: function () { \(send) } }; o.go()",
            "// it's sent: {\n\(send)", "/* { ' */ \(send)", "var r = /['{(]/; \(send)", "var s = '}{'; \(send)",
            "for (var i = 0; i < 1; i++) { if (i) { } \(send) }",
            "for (;;) { \(send); break }", "try { \(send) } catch (e) { }",
            "HTMLFormElement.prototype.submit.call(document.forms[0])", "document.forms[0]['submit']()",
            "if (document.forms.length > 0) \(send)",
            "var f = document.getElementById('f'); if (f != null) { f.submit() }",
            "var f = document.forms[0]; if (f) HTMLFormElement.prototype.submit.call(f)",
            "if (top != self) { top.location = self.location } \(send)", "if (a == 1) { b() }\n\(send)",
            "if (typeof a === 'undefined') \(send)", "if (!sent) { sent = true; \(send) }", "a && b(); \(send)",
            "if (document.readyState == 'complete') { go() } else { onload = go } function go() { \(send) }",
        ])
    func whatRunsIsFound(_ script: String) throws {
        #expect(try readPage(html: "<form><input type=hidden name=a></form><script>\(script)</script>").submitsItself)
    }

    /// What waits for a press, or is never called.
    @Test(
        arguments: [
            "function go() { \(send) }", "const go = () => \(send)", "b.onclick = function () { \(send) }",
            "b.onclick = () => \(send)", "b.addEventListener('click', function () { \(send) })",
            "b.addEventListener('click', () => \(send))", "function go() { \(send) } b.addEventListener('click', go)",
            "function go() { \(send) } b.onclick = go", "$('#b').click(function () { \(send) })",
            "$('#b').on('click', function () { \(send) })", "$('form').submit(function () { })",
            "(function () { b.onclick = function () { \(send) } })()",
            "addEventListener('load', () => { b.onclick = () => \(send) })",
            "const o = { go() { \(send) } }", "class A { go() { \(send) } }",
            "function all() { go() } function go() { \(send) }",
            "// \(send)", "/* \(send) */", "var s = 1; function a() { if (s) { while (s) { \(send) } } }",
            "var s = '\(send)'", "s = `${a}\(send)`", "a = /\"/; s = \"\(send)\"",
            "function go() { \(send) } s = 'go()'",
            "throw 1; \(send)", "if (false) \(send)", "while (0) { \(send) }", "if (true) { } else \(send)",
            "for (;false;) \(send)", "for (var i = 0; !1; i++) { \(send) }",
        ])
    func whatWaitsIsNot(_ script: String) throws {
        #expect(try !readPage(html: "<form><input type=hidden name=a></form><script>\(script)</script>").submitsItself)
    }

    /// What is sent only under a condition that is not known: a dialog gets the answer no, and anybody may have made the address.
    @Test(
        arguments: [
            "if (confirm('Delete?')) \(send)", "if (confirm('Delete?'))\n  \(send)", "confirm('Delete?') && \(send)",
            "if (location.hash == '#del') { \(send) }", "if (window['location'].hash) \(send)",
            "location.search ? \(send) : 0",
            "if (a == 1) { b() } else { \(send) }", "if (a == 1) { b() } else if (c) \(send)",
            "function go() { if (!confirm('Delete?')) return; \(send) } go()",
            "if (confirm('Delete?')) setTimeout(function () { \(send) }, 1)",
            "if (prompt('Name') === 'ada') go(); function go() { \(send) }",
            "switch (location.hash) { case '#del': \(send) }", "while (document.cookie) { \(send) }",
            String(repeating: "if (window) ", count: 300) + send,
        ])
    func whatIsSentOnlyUnderAConditionIsNot(_ script: String) throws {
        let page = try readPage(html: "<form><input type=hidden name=a value=1></form><script>\(script)</script>")
        #expect(!page.submitsItself && page.obstacles == [.waitingScript])
        guard case .needsBrowser(.scripts) = page.meaning else { return #expect(Bool(false), "\(page.meaning)") }
    }

    /// A function may be called by another script, or by the body.
    @Test func scriptsCallEachOther() throws {
        let function = "<script>function go() { \(Self.send) }</script>"
        #expect(try readPage(html: function + "<script>go()</script>").submitsItself)
        #expect(try readPage(html: function + "<body onload='go()'>").submitsItself)
        #expect(try readPage(html: "<body onload='setTimeout(\"go()\", 1)'>" + function).submitsItself)
        #expect(try !readPage(html: function + "<body onload='stop()'>").submitsItself)
        #expect(try !readPage(html: function + "<script>stop()</script>").submitsItself)
        #expect(try !readPage(html: "<form></form><script nomodule>\(Self.send)</script>").submitsItself)
    }

    /// A function that many call, and one of which each calls the next.
    @Test func manyFunctionsAreRead() throws {
        let chain = (0..<1_900).map { "function f\($0)(){f\($0 + 1)()}" }.joined()
        #expect(try readPage(html: "<script>\(chain)function f1900(){\(Self.send)}f0()</script>").submitsItself)
        let same = String(repeating: "function f(){}", count: 1_900) + String(repeating: "f();", count: 5_000)
        #expect(try !readPage(html: "<script>x.submit;\(same)</script>").submitsItself)
    }

    /// No script takes more than linear work, or a trap.
    @Test(arguments: [
        "if(", "if(a)", "if(window)", "a&&", "else ", "{", "}", "(", ")", "'", "\"", "/", "=>", "=>{", "(){",
        "function f(){", "){", "}(", "a=>a,", " ", "\\",
    ])
    func oddScriptsAreRead(_ part: String) throws {
        let script = "x.submit();" + String(repeating: part, count: 8_000)
        #expect(try readPage(html: "<form></form><script>\(script)</script>").hasScripts)
    }
}
