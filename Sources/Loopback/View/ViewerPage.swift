/// The page that shows a remote browser window. It loads nothing: style and script are included, and the content
/// security policy that is sent with it allows no others.
enum ViewerPage {
    /// Returns the page for the viewer of this number. `nonce` makes the policy accept style and script.
    static func html(viewer: Int, nonce: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Sign in - fedauth</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="data:,">
        <style nonce="\(nonce)">\(style)</style>
        </head>
        <body data-viewer="\(viewer)">
        \(body)
        <script nonce="\(nonce)">\(ViewerScript.text)
        \(ViewerDialogs.text)</script>
        </body>
        </html>

        """
    }

    /// Returns the Content Security Policy of the page: only its own parts, and requests to this server.
    static func policy(nonce: String) -> String {
        "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data: blob:; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    private static let body = """
        <header id="bar">
        <button id="back" title="Back" aria-label="Back"><svg viewBox="0 0 24 24"><path d="M15 5l-7 7 7 7"/></svg></button>
        <button id="reload" title="Reload the page" aria-label="Reload the page"><svg viewBox="0 0 24 24"><path \
        d="M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5"/></svg></button>
        <div id="place">
        <div id="address" role="status" aria-label="Address"><svg id="lock" viewBox="0 0 24 24" hidden><path \
        d="M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3"/></svg><span id="warning" hidden>Not secure</span><span \
        id="text"><b id="host"></b><span id="path"></span></span></div>
        <div id="title"></div>
        </div>
        <button id="keyboard" title="Keyboard" aria-label="Keyboard"><svg viewBox="0 0 24 24"><path \
        d="M3 7h18v10H3zM7 14h10M6.5 10.5h.01M10 10.5h.01M13.5 10.5h.01M17 10.5h.01"/></svg></button>
        <button id="cancel">Cancel</button>
        </header>
        <main id="stage">
        <canvas id="picture" aria-label="The sign-in page, as a picture" tabindex="-1"></canvas>
        <textarea id="keys" aria-label="Keyboard input for the sign-in page" autocomplete="off" autocorrect="off" \
        autocapitalize="none" spellcheck="false"></textarea>
        <form id="dialog" role="alertdialog" aria-labelledby="asker" aria-describedby="question" hidden><div><h2 \
        id="asker"></h2><p id="question"></p><input id="answer" aria-labelledby="question" autocomplete="off" \
        spellcheck="false" hidden><p id="choices"><button type="button" id="no">Cancel</button><button \
        id="yes">OK</button></p></div></form>
        <section id="card" role="status" class="wait"><div><svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" \
        r="22"/><path id="sign" d="M15 24h.5M24 24h.5M33 24h.5"/></svg><h1 id="headline">One moment</h1><p id="words">The \
        sign-in page is being opened.</p><button id="again" hidden>Show it here</button><noscript><p>This page needs \
        scripts: it shows a browser that runs on another machine.</p></noscript><footer>fedauth on another \
        computer</footer></div></section>
        </main>
        """

    private static let style = """
        :root { --ground: #f3f4f6; --bar: #fff; --line: #d6d9de; --text: #1b1f24; --soft: #5b636e; --press: #e8eaee;
          --good: #1a7f37; --bad: #b3261e; --accent: #0b57d0 }
        @media (prefers-color-scheme: dark) {
          :root { --ground: #16181c; --bar: #22252a; --line: #3a3f46; --text: #e8eaed; --soft: #a2a9b3; --press: #31353b;
            --good: #6bd08a; --bad: #ff8a80; --accent: #8ab4f8 }
        }
        * { box-sizing: border-box }
        [hidden] { display: none !important }
        html, body { height: 100%; margin: 0 }
        body { display: flex; flex-direction: column; height: 100dvh; background: var(--ground); color: var(--text);
          font: 15px/1.4 system-ui, sans-serif; overflow: hidden }
        header { display: flex; align-items: center; gap: 4px; padding: 6px 8px; background: var(--bar);
          border-bottom: 2px solid var(--line) }
        header button { flex: none; display: inline-flex; align-items: center; justify-content: center; min-width: 40px;
          height: 40px; padding: 0; border: 0; border-radius: 8px; background: none; color: inherit; font: inherit;
          cursor: pointer }
        button:hover { background: var(--press) }
        button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px }
        svg { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round;
          stroke-linejoin: round }
        #cancel { padding: 0 12px; color: var(--bad) }
        #place { flex: 1; min-width: 0; padding: 0 4px }
        #address { display: flex; align-items: center; gap: 6px; min-width: 0 }
        #lock { flex: none; width: 16px; height: 16px; color: var(--good) }
        #warning { flex: none; color: var(--bad); font-weight: 600 }
        #text { min-width: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--soft) }
        #host { color: var(--text) }
        #title { font-size: 12.5px; color: var(--soft); white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
        #keyboard { display: none }
        @media (any-pointer: coarse) { #keyboard { display: inline-flex } }
        #stage { position: relative; flex: 1; min-height: 0; overflow: hidden }
        #picture { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: pinch-zoom; outline: 0 }
        #keys { position: absolute; left: 0; bottom: 0; width: 1px; height: 1px; padding: 0; border: 0; opacity: 0;
          resize: none; font-size: 16px }
        #dialog { position: absolute; inset: 0; display: flex; align-items: center; justify-content: center; padding: 16px;
          background: #0006 }
        #dialog div { display: flex; flex-direction: column; gap: 12px; width: 100%; max-width: 30em; max-height: 100%;
          padding: 20px; border-radius: 12px; background: var(--bar) }
        #dialog h2 { margin: 0; font-size: 15px; overflow-wrap: anywhere }
        #dialog p { margin: 0; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere }
        #dialog input, #dialog button { padding: 10px 16px; border: 1px solid var(--line); border-radius: 8px;
          background: var(--ground); color: inherit; font: inherit }
        #dialog #choices { display: flex; justify-content: flex-end; gap: 8px }
        #card { position: absolute; inset: 0; display: flex; align-items: center; justify-content: center; padding: 24px;
          overflow: auto; text-align: center; background: var(--ground); font-size: 17px; line-height: 1.55 }
        #card div { width: 100%; max-width: 30rem; padding: 44px 36px 28px; border: 1px solid var(--line); border-radius: 14px;
          background: var(--bar) }
        #card svg { width: 56px; height: 56px; stroke-width: 3; color: var(--accent) }
        #card.good svg { color: var(--good) }
        #card.bad svg { color: var(--bad) }
        h1 { margin: 16px 0 8px; font-size: 24px; line-height: 1.25; font-weight: 600 }
        h1, #card p { text-wrap: balance }
        #card p { margin: 0; color: var(--soft); overflow-wrap: anywhere }
        footer { margin-top: 32px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; color: var(--soft) }
        #again { margin-top: 20px; padding: 10px 18px; border: 1px solid var(--line); border-radius: 8px;
          background: var(--bar); color: inherit; font: inherit; cursor: pointer }
        @media (max-width: 480px) { #reload { display: none } #cancel { padding: 0 8px } }
        """
}
