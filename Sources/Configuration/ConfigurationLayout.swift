internal import Core

/// The positions of tables and settings in the text of a configuration, by lines, to change a part without the rest.
struct ConfigurationLayout {
    /// The lines, including their line breaks.
    let lines: [Substring.UnicodeScalarView]
    /// The values and tables that toml++ found.
    let nodes: [TOMLDocument.Node]
    /// The headers of tables, in the order of the text.
    let headers: [Header]

    /// A line that begins a table.
    struct Header {
        /// The line number, from 0.
        let index: Int
        let keys: [String]
    }

    init(_ text: String, path: String) throws(FedauthError) {
        do throws(ConfigurationDiagnostic) {
            nodes = try TOMLDocument(text).nodes
        } catch { throw error.error(in: path) }
        lines = Self.split(text)
        // A multi-line text or list may contain lines that look like headers.
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

    /// Returns the lines of the table after a header, up to the comments and blank lines before the next one.
    func extent(of header: Header) -> Range<Int> {
        let next = headers.first { $0.index > header.index }?.index
        return header.index..<(next.map { leading(before: $0) } ?? lines.count)
    }

    /// Returns where the comments directly above `index` begin, with no blank line between; else `index` itself.
    func comments(above index: Int) -> Int {
        var start = index
        while start > 0, Self.isComment(lines[start - 1]) { start -= 1 }
        return start
    }

    /// Returns where the comments and blank lines above the header at `index` begin.
    private func leading(before index: Int) -> Int {
        var start = index
        while start > 0, Self.isComment(lines[start - 1]) || Self.isBlank(lines[start - 1]) { start -= 1 }
        // Lines that follow the last setting without a blank line are comments on it.
        while start < index, Self.isComment(lines[start]), comments(above: index) > start { start += 1 }
        return start
    }

    /// Returns the nodes of one setting of a profile, the setting's own node first.
    func setting(_ key: String, of profile: String) -> [TOMLDocument.Node] {
        nodes.filter { $0.keys.starts(with: ["profile", profile, key]) }
    }

    static func isBlank(_ line: Substring.UnicodeScalarView) -> Bool {
        line.allSatisfy { " \t\r\n".unicodeScalars.contains($0) }
    }

    static func isComment(_ line: Substring.UnicodeScalarView) -> Bool { line.first { $0 != " " && $0 != "\t" } == "#" }

    /// Splits by scalars, because Swift treats a carriage return and a line feed as one character.
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
    /// Returns the lines as one text.
    func joined() -> String { reduce(into: "") { $0.unicodeScalars.append(contentsOf: $1) } }
}
