internal import Core

/// Where things stand in a configuration's text, by lines, so that a part can be changed and the rest stays as it is.
struct ConfigurationLayout {
    /// The lines, each with its line break.
    let lines: [Substring.UnicodeScalarView]
    /// What toml++ found.
    let nodes: [TOMLDocument.Node]
    /// The headers of tables, in the order of the text.
    let headers: [Header]

    /// A line that begins a table.
    struct Header {
        /// From 0.
        let index: Int
        let keys: [String]
    }

    init(_ text: String, path: String) throws(FedauthError) {
        do throws(ConfigurationMistake) {
            nodes = try TOMLDocument(text).nodes
        } catch {
            throw error.error(in: path)
        }
        lines = Self.split(text)
        // A text, or a list, of several lines may hold what looks like a header.
        var covered: Set<Int> = []
        for node in nodes where node.content != .table && node.end.line > node.begin.line {
            covered.formUnion(node.begin.line..<node.end.line)
        }
        var headers: [Header] = []
        for (index, line) in lines.enumerated() where !covered.contains(index) {
            guard line.first(where: { $0 != " " && $0 != "\t" }) == "[",
                let document = try? TOMLDocument(String(line)), let keys = document.nodes.last?.keys
            else { continue }
            headers.append(Header(index: index, keys: keys))
        }
        self.headers = headers
    }

    /// The lines of the table that begins with a header, up to the next one's; comments and blank lines that stand
    /// before the next header are that one's.
    func extent(of header: Header) -> Range<Int> {
        let next = headers.first { $0.index > header.index }?.index
        return header.index..<(next.map { leading(before: $0) } ?? lines.count)
    }

    /// Where the comments begin that stand right above `index`, with no blank line between; `index` itself if there are
    /// none.
    func comments(above index: Int) -> Int {
        var start = index
        while start > 0, Self.isComment(lines[start - 1]) { start -= 1 }
        return start
    }

    /// Where the comments and blank lines begin that stand above the header at `index`.
    private func leading(before index: Int) -> Int {
        var start = index
        while start > 0, Self.isComment(lines[start - 1]) || Self.isBlank(lines[start - 1]) { start -= 1 }
        // What follows the last setting without a blank line between is a comment on it.
        while start < index, Self.isComment(lines[start]), comments(above: index) > start { start += 1 }
        return start
    }

    /// The nodes of one setting of a profile, the setting's own first.
    func setting(_ key: String, of profile: String) -> [TOMLDocument.Node] {
        nodes.filter { $0.keys.starts(with: ["profile", profile, key]) }
    }

    static func isBlank(_ line: Substring.UnicodeScalarView) -> Bool {
        line.allSatisfy { " \t\r\n".unicodeScalars.contains($0) }
    }

    static func isComment(_ line: Substring.UnicodeScalarView) -> Bool {
        line.first { $0 != " " && $0 != "\t" } == "#"
    }

    /// By scalars: to Swift a carriage return and a line feed are one character.
    private static func split(_ text: String) -> [Substring.UnicodeScalarView] {
        var lines: [Substring.UnicodeScalarView] = []
        var rest = text.unicodeScalars[...]
        while let end = rest.firstIndex(of: "\n") {
            let next = rest.index(after: end)
            lines.append(rest[..<next])
            rest = rest[next...]
        }
        if !rest.isEmpty { lines.append(rest) }
        return lines
    }
}

extension [Substring.UnicodeScalarView] {
    /// The lines as one text.
    func joined() -> String {
        reduce(into: "") { $0.unicodeScalars.append(contentsOf: $1) }
    }
}
