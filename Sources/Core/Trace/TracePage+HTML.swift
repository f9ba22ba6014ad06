extension TracePage {
    /// The page: without scripts, and with nothing from elsewhere.
    public var html: String {
        let host = origins.first ?? "no server"
        var page = Markup()
        page.raw(
            """
            <!doctype html><html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer"><title>
            """)
        page.text("Trace of \(host)")
        page.put(
            "</title><style>\(Self.style)</style></head><body style=\"--n:\(lanes.count)\"><header><h1>",
            "A sign-in, from \(host)", "</h1><p>")
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        page.text(
            "\(program.isEmpty ? "fedauth" : program) · \(count(exchanges.count, "request")) to "
                + count(origins.count, "server"))
        let time = end?.milliseconds ?? exchanges.last.flatMap { $0.answer ?? $0.request }?.milliseconds
        if let time { page.text(" · \(Self.seconds(time))") }
        page.raw(
            holdsSecrets
                ? ".</p><p class=\"end bad\">It holds secrets: passwords, cookies and tokens. Pass it on to nobody.</p>"
                : ". Values that may be secret are left out: <i>…</i> and <i>***</i> stand in their places.</p>")
        addOutcome(to: &page, isShort: true)
        addFindings(to: &page)
        if exchanges.contains(where: \.isPart) {
            let count = exchanges.count(where: \.isPart)
            page.raw("<p class=all><label><input type=checkbox id=all> ")
            page.raw("show the \(count) requests for pictures, scripts and styles too</label></p>")
        }
        page.raw("</header><main><div class=\"head row\"><span class=t></span><span class=lanes>")
        for (index, lane) in lanes.enumerated() {
            page.put("<b class=c\(index)>", lane.hasPrefix("https://") ? lane.dropFirst(8) : lane, "</b>")
        }
        page.raw("</span></div>")
        for row in rows {
            switch row {
            case .exchange(let exchange): add(exchange, to: &page)
            case .person(let event): add(event, to: &page)
            }
        }
        page.raw("</main><footer>")
        addOutcome(to: &page, isShort: false)
        page.raw("</footer></body></html>\n")
        return page.html
    }

    private var exchanges: [Exchange] {
        rows.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    private var hasBrowser: Bool { exchanges.contains { $0.request.isOfBrowser } }

    /// The person, fedauth, the browser, and the servers. A page is not wide enough for more.
    private var lanes: [Substring] {
        ["you", "fedauth"] + (hasBrowser ? ["browser"] : []) + origins.prefix(Self.mostServers)
            + (origins.count > Self.mostServers ? ["other servers"] : [])
    }
    private static let mostServers = 6

    private static func seconds(_ milliseconds: Int) -> String {
        "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst()) s"
    }

    // MARK: The end, and what is worth a look

    private func addOutcome(to page: inout Markup, isShort: Bool) {
        guard let end else {
            return page.raw("<p class=\"end bad\">The command had not ended when this was written.</p>")
        }
        let errors = end.lines("!")
        guard let first = errors.first else {
            let isHandedOver = end.lines("=").first?.hasPrefix("handed over") == true
            return page.raw(
                "<p class=\"end ok\" id=end>It \(isHandedOver ? "handed over to the command" : "ended without an error").</p>"
            )
        }
        page.put(
            isShort ? "<p class=\"end bad\"><a href=\"#end\">" : "<div class=\"end bad\" id=end><p><b>", first,
            isShort ? "</a></p>" : "</b></p>")
        guard !isShort else { return }
        for line in errors.dropFirst() { page.put("<p>", line, "</p>") }
        page.raw("</div>")
    }

    private func addFindings(to page: inout Markup) {
        let found = exchanges.flatMap { exchange in exchange.findings.map { (exchange, $0) } }
        guard !found.isEmpty else { return }
        page.raw("<details class=look open><summary>Worth a look</summary><ul>")
        for (exchange, text) in found.prefix(40) {
            page.put("<li><a href=\"#r\(exchange.request.number)\">", text, "</a> <small>")
            page.text("\(exchange.method) \(exchange.origin)\(exchange.target)")
            page.raw("</small></li>")
        }
        page.raw("</ul></details>")
    }

    // MARK: Rows

    private func lane(of exchange: Exchange) -> Int {
        let index = origins.firstIndex(of: exchange.origin) ?? 0
        return min(index, Self.mostServers) + (hasBrowser ? 3 : 2)
    }

    private func add(_ event: Event, to page: inout Markup) {
        page.raw("<div class=\"row person \(event.kind)\">")
        addTime(event, to: &page)
        // From fedauth to the person; an answer goes back.
        page.put(
            "<span class=lanes><span class=\"a \(event.kind == "answered" ? "out" : "in")\" style=\"--a:1;--b:3\"><span class=w>",
            event.kind == "answered" ? "answered" : event.lines("*").joined(separator: " "),
            "</span></span></span></div>")
    }

    private func addTime(_ event: Event, until end: Event? = nil, to page: inout Markup) {
        page.raw("<span class=t>\(event.milliseconds.map(Self.seconds) ?? "")")
        if let begin = event.milliseconds, let end = end?.milliseconds {
            page.raw("<small>\(max(0, end - begin)) ms</small>")
        }
        page.raw("</span>")
    }

    private func add(_ exchange: Exchange, to page: inout Markup) {
        let (from, lane) = (exchange.request.isOfBrowser ? 3 : 2, lane(of: exchange))
        let span = "style=\"--a:\(from);--b:\(lane + 2)\""
        page.raw(
            "<details class=\"x\(exchange.isPart ? " part" : "")\" id=r\(exchange.request.number)><summary class=row>")
        addTime(exchange.request, until: exchange.answer, to: &page)
        page.put(
            "<span class=lanes><span class=\"a out\" \(span)><small class=who>",
            "\(from == 3 ? "browser" : "fedauth") → \(exchange.origin)", "</small><span class=w><b>")
        page.text(exchange.method)
        page.put("</b> ", exchange.target, "</span></span>")
        if let answer = exchange.answer {
            page.put(
                "<span class=\"a in s\(exchange.status.map { $0 / 100 } ?? 0)\" \(span)><span class=w><b>",
                exchange.status.map { "\($0)" } ?? "no answer", "</b> ")
            page.text(exchange.location.map { "→ \($0)" } ?? answer.lines("!").first ?? "")
            page.raw("</span></span>")
        }
        page.raw("<span class=chips style=\"--b:\(lane + 2)\">")
        for (kind, text) in exchange.chips { page.put("<span class=\"chip \(kind)\">", text, "</span>") }
        page.raw("</span></span></summary><div class=more>")
        addRemarks(exchange, to: &page)
        for (title, event, mark) in [
            ("Sent", exchange.request as Event?, ">" as Character), ("Received", exchange.answer, "<"),
        ] {
            guard let event else { continue }
            page.raw("<section><h3>\(title)</h3><dl>")
            for line in event.lines(mark) + event.lines("!") { page.pair(line) }
            page.raw("</dl></section>")
        }
        page.raw("</div></details>")
    }

    /// Adds a section for each message, page and verdict, and one for all cookies.
    private func addRemarks(_ exchange: Exchange, to page: inout Markup) {
        let cookies = exchange.remarks.filter { $0.hasPrefix("cookie ") }
        var isOpen = false
        for line in exchange.remarks where !line.hasPrefix("cookie ") {
            if !line.hasPrefix(" ") {
                page.put(
                    "\(isOpen ? "</dl></section>" : "")<section><h3>",
                    line.hasPrefix("message ") ? line.dropFirst(8) : line, "</h3><dl>")
                isOpen = true
            } else if isOpen {
                let line = line.dropFirst(2)
                if line.hasPrefix("GET ") || line.hasPrefix("POST ") {
                    page.form(line)
                } else {
                    page.pair(line, isBad: TracePage.isFault(line))
                }
            }
        }
        if isOpen { page.raw("</dl></section>") }
        guard !cookies.isEmpty else { return }
        page.raw("<section><h3>Cookies that were set</h3><dl>")
        for line in cookies { page.pair(line.dropFirst(7), isBad: TracePage.isFault(line)) }
        page.raw("</dl></section>")
    }
}

extension TracePage.Exchange {
    /// Where the answer leads; without the origin if that is its own.
    fileprivate var location: Substring? {
        guard let field = answer?.lines("<").first(where: { $0.hasPrefix("location: ") })?.dropFirst(10)
        else { return nil }
        return field.hasPrefix(origin + "/") ? field.dropFirst(origin.count) : field
    }

    /// What a row shows of it, each with its kind.
    fileprivate var chips: [(String, Substring)] {
        var chips: [(String, Substring)] = []
        for line in remarks {
            if line.hasPrefix("message ") {
                chips.append(("message", line.dropFirst(8)))
            } else if line.hasPrefix("taken for ") {
                chips.append(("verdict", line.dropFirst(10)))
            } else if line.hasPrefix("page '") || line.hasPrefix("SAML response") {
                chips.append((TracePage.isFault(line) ? "bad" : "page", line))
            } else if line.hasPrefix("  step: ") {
                chips.append(("verdict", line.dropFirst(8)))
            } else if line.hasPrefix("  says: ") {
                chips.append(("bad", line.dropFirst(2)))
            }
        }
        let cookies = remarks.filter { $0.hasPrefix("cookie ") }
        let dropped = cookies.count { $0.contains(": dropped") }
        func count(_ number: Int) -> String { number == 1 ? "1 cookie" : "\(number) cookies" }
        if cookies.count > dropped { chips.append(("kept", "\(count(cookies.count - dropped)) kept")) }
        if dropped > 0 { chips.append(("bad", "\(count(dropped)) dropped")) }
        if remarks.contains(where: { $0.hasSuffix("by this machine's clock") }) {
            chips.append(("bad", "a time disagrees with this clock"))
        }
        return chips
    }
}

/// HTML in which every text is escaped.
private struct Markup {
    private(set) var html = ""

    /// Appends fedauth's own markup.
    mutating func raw(_ markup: String) { html += markup }

    /// Appends markup, a text, and markup.
    mutating func put(_ begin: String, _ between: some StringProtocol, _ end: String) {
        html += begin
        text(between)
        html += end
    }

    /// Appends a text of any origin.
    mutating func text(_ text: some StringProtocol) { html += text.htmlEscaped.replacing("…", with: "<i>…</i>") }

    /// Appends `name: value` of a list; a fault is marked.
    mutating func pair(_ line: Substring, isBad: Bool = false) {
        let colon = line.firstIndex(of: ":").flatMap { colon -> Substring.Index? in
            let after = line.index(after: colon)
            return after < line.endIndex && line[after] == " " ? colon : nil
        }
        raw(isBad ? "<dt class=bad>" : "<dt>")
        text(colon.map { line[..<$0] } ?? "")
        raw(isBad ? "</dt><dd class=bad>" : "</dt><dd>")
        text(colon.map { line[line.index($0, offsetBy: 2)...] } ?? line)
        raw("</dd>")
    }

    /// Appends a form, `POST /login: name (kind) as role, …`.
    mutating func form(_ line: Substring) {
        let parts = line.split(by: ": ", limit: 2)
        raw("<dt>form</dt><dd><b>")
        text(parts.first ?? "")
        raw("</b><ul>")
        for field in (parts.count > 1 ? parts[1] : "").split(by: ", ") {
            let role = field.split(by: ") as ", limit: 2)
            raw("<li>")
            text(role.count > 1 ? role[0] + ")" : field)
            if role.count > 1 {
                raw(" <span class=role>")
                text(role[1])
                raw("</span>")
            }
            raw("</li>")
        }
        raw("</ul></dd>")
    }
}

extension TracePage {
    /// The colours follow the reader's choice of light or dark; on a telephone the lanes become lines.
    fileprivate static let style = """
        :root{--bg:#fff;--fg:#1c2024;--dim:#60646c;--line:#d9d9e0;--card:#f6f7f9;--bad:#b3261e;--badbg:#fdecea;--ok:#1a7f4b;--okbg:#e6f5ec;--acc:#2f5fd0;--accbg:#e8eefc;--warn:#8a5a00;--warnbg:#fdf3dc;--vio:#6b3fb5;--viobg:#f1eafc}
        @media(prefers-color-scheme:dark){:root{--bg:#111315;--fg:#e8eaed;--dim:#9aa0a8;--line:#33373d;--card:#1b1e22;--bad:#ff8a80;--badbg:#3b1a18;--ok:#6fd39c;--okbg:#13301f;--acc:#8fb1ff;--accbg:#1a2744;--warn:#f3c969;--warnbg:#352a10;--vio:#c6a6ff;--viobg:#2a1d44}}
        *{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:14px/1.45 system-ui,sans-serif}header,footer{max-width:72rem;margin:auto;padding:1rem 1.25rem}h1{font-size:1.35rem;margin:.2rem 0}
        header p{color:var(--dim);margin:.3rem 0}main{max-width:96rem;margin:auto;padding:0 1.25rem}i{font-style:normal;opacity:.55}a{color:inherit}.end{border-radius:8px;padding:.6rem .9rem;margin:.7rem 0!important}
        .end p{margin:.2rem 0;color:inherit}.end.bad{background:var(--badbg);color:var(--bad)}.end.ok{background:var(--okbg);color:var(--ok)}.look{background:var(--warnbg);color:var(--warn);border-radius:8px;padding:.5rem .9rem;margin:.7rem 0}
        .look summary{cursor:pointer;font-weight:600}.look ul{margin:.4rem 0;padding-left:1.2rem}.look small{opacity:.8;overflow-wrap:anywhere}.row{display:grid;grid-template-columns:5.2rem 1fr}
        .t{color:var(--dim);font-variant-numeric:tabular-nums;font-size:12px;padding:.35rem .6rem 0 0;text-align:right}
        .lanes{display:grid;grid-template-columns:repeat(var(--n),minmax(0,1fr));background:linear-gradient(90deg,transparent calc(50% - .5px),var(--line) calc(50% - .5px) calc(50% + .5px),transparent 0) 0 0/calc(100%/var(--n)) 100%}
        .head{position:sticky;top:0;z-index:2;background:var(--bg)}.head .lanes{background:none;border-bottom:2px solid var(--line)}.head b{text-align:center;padding:.4rem .3rem;font-size:12.5px;overflow-wrap:anywhere;align-self:end}
        .a{--k:calc(var(--b) - var(--a));grid-column:var(--a)/var(--b);margin:.1rem calc(50%/var(--k));position:relative;min-width:0;border-bottom:2px solid var(--c,var(--acc));font:12.5px/1.5 ui-monospace,monospace}
        .w{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:0 .7rem}.a::after{content:"";position:absolute;bottom:-6px;border:5px solid transparent}
        .out::after{right:-1px;border-right:0;border-left:9px solid var(--c,var(--acc))}.in::after{left:-1px;border-left:0;border-right:9px solid var(--c,var(--acc))}.in{border-bottom-style:dashed}.in.s2{--c:var(--ok)}
        .in.s4,.in.s5,.in.s0{--c:var(--bad)}.in.s4 b,.in.s5 b,.in.s0 b{color:var(--bad)}.who{display:none}.t small{display:block;font-size:11px;opacity:.75}.person .a{--c:var(--vio);font:13px/1.4 system-ui,sans-serif;margin-block:.4rem}
        .person .w{white-space:normal;overflow-wrap:anywhere;background:var(--bg)}.warning .a{--c:var(--warn);color:var(--warn)}details.x>summary{list-style:none;cursor:pointer}details.x>summary:hover{background:var(--card)}
        details.x>summary:focus-visible{outline:2px solid var(--acc)}details.x:target>summary{background:var(--warnbg)}.chips{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.3rem;padding:.2rem calc(100%/var(--n)*(var(--n) - var(--b) + 1.5)) .55rem 0;justify-content:flex-end}
        .chip{font-size:12px;border-radius:99px;padding:.05rem .6rem;background:var(--card);border:1px solid var(--line);max-width:100%;overflow-wrap:anywhere}.chip.message{background:var(--viobg);color:var(--vio);border-color:transparent}
        .chip.verdict{background:var(--accbg);color:var(--acc);border-color:transparent}.chip.kept{background:var(--okbg);color:var(--ok);border-color:transparent}
        .chip.bad{background:var(--badbg);color:var(--bad);border-color:transparent;font-weight:600}
        .more{margin:.2rem 0 .8rem 5.2rem;padding:.6rem .9rem;background:var(--card);border-radius:8px;display:grid;gap:.4rem 1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}
        .more h3{font-size:13px;margin:.2rem 0 .3rem;overflow-wrap:anywhere}dl{margin:0;display:grid;grid-template-columns:minmax(5rem,max-content) 1fr;gap:.1rem .8rem;font-size:12.5px}dt{color:var(--dim);overflow-wrap:anywhere;max-width:14rem}
        dd{margin:0;min-width:0;overflow-wrap:anywhere}.bad{color:var(--bad)}dd ul{margin:.2rem 0;padding-left:1.1rem}.role{background:var(--accbg);color:var(--acc);border-radius:4px;padding:0 .35rem}body:not(:has(#all:checked)) .part{display:none}
        @media(max-width:44rem){header,footer,main{padding:.6rem .8rem}.head{display:none}.row{grid-template-columns:1fr;border-top:1px solid var(--line)}.t{text-align:left;padding:.2rem 0 0}.lanes{display:block;background:none}
        .a,.person .a{display:block;margin:.2rem 0}.w{white-space:normal;overflow-wrap:anywhere;padding:0 .2rem}.who{display:block;color:var(--dim);font-family:system-ui,sans-serif}.t small{display:inline;padding-left:.6rem}
        .chips{justify-content:flex-start;padding:.1rem 0 .4rem}.more{margin-left:0}.a::after{display:none}}@media print{@page{margin:12mm}body{font-size:11px}.head{position:static}.all{display:none}.x>summary,.more section,.end{break-inside:avoid}.x>summary{break-after:avoid}
        *{print-color-adjust:exact}details.x::details-content,.look::details-content{display:block;content-visibility:visible;block-size:auto}}
        """
}
