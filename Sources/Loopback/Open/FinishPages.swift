/// The pages that a browser shows at a loopback finish. They load nothing, are not cached, and run only their own scripts.
struct FinishPages {
    static let nonceField = "fedauth-page"
    static let fragmentField = "fedauth-fragment"
    /// The page that sends a fragment returns the first nonce; the second permits the scripts of the other pages.
    let nonces: [String]

    /// Returns the page for a received result.
    func done() -> LoopbackResponse {
        page(
            200, .good, "You can close this window",
            "Your sign-in has reached <b>fedauth</b>, which continues in your terminal.", script: Self.forgetting)
    }

    /// Returns the page for a refusal by the server.
    func refusal(_ words: String) -> LoopbackResponse {
        page(
            200, .bad, "Not signed in",
            "The server says: <b>\(words.htmlEscaped)</b></p><p>You can close this window; <b>fedauth</b> shows more in "
                + "your terminal.", script: Self.forgetting)
    }

    /// Returns the page for the result of another sign-in.
    func foreign() -> LoopbackResponse {
        page(
            403, .bad, "This is another sign-in",
            "This answer does not belong to the sign-in that <b>fedauth</b> waits for, and was ignored. "
                + "Go back to the window with the login, or start again in your terminal.", script: Self.forgetting)
    }

    /// Returns the page for an address without a result.
    func nothingCame() -> LoopbackResponse {
        page(
            200, .bad, "There is no answer",
            "This is where the sign-in ends, but the address brought no answer. <b>fedauth</b> keeps waiting: go on in the "
                + "window with the login.", script: "")
    }

    /// Returns the page for a path other than that of the finish.
    func notHere() -> LoopbackResponse {
        page(404, .bad, "Nothing is here", "<b>fedauth</b> waits for a sign-in at another address.", script: "")
    }

    /// Sends the text after '#' of its own address, then removes it from the address.
    func fragmentPage() -> LoopbackResponse {
        let script = """
            var f = location.hash.slice(1);
            history.replaceState(null, '', location.pathname + location.search);
            var form = document.forms[0];
            form.elements['\(Self.fragmentField)'].value = f;
            form.submit();
            """
        let form = """
            <form method="post" action=""><input type="hidden" name="\(Self.nonceField)" value="\(nonces[0])">\
            <input type="hidden" name="\(Self.fragmentField)" value=""></form>
            """
        return page(
            200, .waiting, "One moment",
            "The sign-in is handed to <b>fedauth</b>.<noscript><br>This page needs scripts to do so: allow them for this "
                + "address and load it again.</noscript>\(form)", script: script)
    }

    private enum Look: String {
        case good, bad, waiting

        /// An icon drawn in the colour of the text.
        var sign: String {
            switch self {
            case .good: "<path d=\"M14 25l7 7 14-15\"/>"
            case .bad: "<path d=\"M24 13v14M24 34v.5\"/>"
            case .waiting: "<path d=\"M15 24h.5M24 24h.5M33 24h.5\"/>"
            }
        }
    }

    /// Removes the address with the token from the window and its history.
    private static let forgetting = "history.replaceState(null, '', location.pathname);"

    private func page(
        _ status: UInt32, _ look: Look, _ title: String, _ text: String, script: String
    ) -> LoopbackResponse {
        let nonce = nonces[1]
        let content = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) – fedauth</title>
            <style nonce="\(nonce)">\(Self.style)</style>
            </head>
            <body class="\(look.rawValue)">
            <main>
            <svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>\(look.sign)</svg>
            <h1>\(title)</h1>
            <p>\(text)</p>
            <footer>fedauth on this computer</footer>
            </main>
            <script nonce="\(nonce)">\(script)</script>
            </body>
            </html>

            """
        let policy =
            "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; form-action 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'"
        return LoopbackResponse(
            status, type: "text/html; charset=utf-8", text: content,
            headers: [("Content-Security-Policy", policy), ("X-Frame-Options", "DENY")])
    }

    private static let style = """
        :root{--ground:#f6f7f9;--card:#fff;--text:#1c2430;--soft:#5b6675;--edge:#e2e6ec;--good:#18794e;--bad:#b4232a;\
        --waiting:#3a5ccc}\
        @media(prefers-color-scheme:dark){:root{--ground:#12151a;--card:#1a1f27;--text:#e8ecf2;--soft:#9aa6b6;\
        --edge:#2a313c;--good:#4cc38a;--bad:#ff8b8b;--waiting:#8da4ef}}\
        *{box-sizing:border-box}\
        body{margin:0;min-height:100vh;display:flex;align-items:center;justify-content:center;padding:1.5rem;\
        background:var(--ground);color:var(--text);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}\
        main{width:100%;max-width:30rem;padding:2.75rem 2.25rem 1.75rem;text-align:center;background:var(--card);\
        border:1px solid var(--edge);border-radius:14px}\
        svg{width:56px;height:56px;fill:none;stroke:currentColor;stroke-width:3;stroke-linecap:round;\
        stroke-linejoin:round}\
        .good svg{color:var(--good)}.bad svg{color:var(--bad)}.waiting svg{color:var(--waiting)}\
        h1{margin:1rem 0 .5rem;font-size:1.5rem;line-height:1.25;font-weight:600}\
        h1,p{text-wrap:balance}p{margin:0;color:var(--soft);overflow-wrap:anywhere}b{color:var(--text);font-weight:600}\
        p+p{margin-top:.75rem}\
        footer{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--edge);font-size:.8125rem;color:var(--soft);\
        letter-spacing:.02em}
        """
}
