internal import CTOML
internal import Core

/// A TOML document as a list of its values (toml++, through `ctoml_visit`).
struct TOMLDocument {
    /// A value or table, and the keys that lead to it.
    struct Node {
        enum Content: Equatable {
            case text(String)
            case integer(Int64)
            case flag(Bool)
            case table, list
            /// A type that no setting has, described in words.
            case other(String)
        }

        typealias Place = Profile.Setting.Place

        var keys: [String]
        var content: Content
        /// Whether it is an element of a list.
        var isInList: Bool
        /// The position of its key; for an element of a list, its own position.
        var key: Place
        var begin: Place
        /// The position after its last character.
        var end: Place
    }

    /// In the order of the keys; a table comes before its contents.
    private(set) var nodes: [Node] = []

    /// Throws the mistake, with its position, when the text is not TOML.
    init(_ text: String) throws(ConfigurationDiagnostic) {
        // toml++ nests a table for every dot of a key; too many would exhaust the stack.
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        if let long = lines.firstIndex(where: { $0.count > Self.maximumLineBytes }) {
            throw ConfigurationDiagnostic(
                .file, Node.Place(line: long + 1, column: 1), "a line of more than \(Self.maximumLineBytes) bytes",
                hint: Self.hint)
        }
        var nodes: [Node] = []
        var why = [CChar](repeating: 0, count: 512)
        var position = ctoml_position()
        var text = text
        let isTOML = text.withUTF8 { bytes in
            withUnsafeMutablePointer(to: &nodes) { pointer in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    ctoml_visit(
                        characters.baseAddress, characters.count, Self.visitor, pointer, &why, why.count, &position)
                }
            }
        }
        guard isTOML else {
            let words = String(decoding: why.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            // What toml++ says of a word that is neither a number nor 'true' nor 'false'.
            let isBare = words.hasSuffix("could not determine value type")
            throw ConfigurationDiagnostic(
                .file, Self.place(position), words.prefix(1).lowercased() + words.dropFirst(),
                hint: isBare ? "text stands in quotes: user = \"ada\"; true and false do not" : Self.hint)
        }
        self.nodes = nodes
    }

    private static let maximumLineBytes = 8192
    private static let hint = "correct the file; see fedauth-config(5)"

    private static let visitor: ctoml_visitor = { context, keys, depth, kind, isInList, text, number, region in
        guard let nodes = context?.assumingMemoryBound(to: [Node].self) else { return }
        let names = (0..<depth).compactMap { keys?[$0].map { String(cString: $0) } }
        let content: Node.Content
        switch kind {
        case ctoml_text:
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(number))
            content = .text(String(decoding: bytes, as: UTF8.self))
        case ctoml_integer: content = .integer(number)
        case ctoml_flag: content = .flag(number != 0)
        case ctoml_table: content = .table
        case ctoml_list: content = .list
        case ctoml_fraction: content = .other("a number with a fraction")
        case ctoml_moment: content = .other("a date or a time")
        default: content = .other("a table within tables")
        }
        let begin = place(region.begin)
        nodes.pointee.append(
            Node(
                keys: names, content: content, isInList: isInList,
                key: region.key.line == 0 ? begin : place(region.key), begin: begin, end: place(region.end)))
    }

    private static func place(_ position: ctoml_position) -> Node.Place {
        Node.Place(line: Int(position.line), column: Int(position.column))
    }
}

/// Information about toml++, which is compiled in.
public enum TOMLLibrary {
    /// Its version, such as `3.3.0`.
    public static var version: String { String(cString: ctoml_version()) }
}

/// Writes values and keys as TOML.
enum TOMLText {
    /// Returns `key = value`, without a line break.
    static func line(_ setting: Profile.Setting) -> String { "\(setting.key) = \(value(setting))" }

    /// Returns the text after the equals sign.
    static func value(_ setting: Profile.Setting) -> String {
        let values = setting.values.map(value)
        let isSingle = setting.form == .single && values.count == 1
        return isSingle ? values[0] : "[\(values.joined(separator: ", "))]"
    }

    /// Returns a key as it appears in a header.
    static func key(_ name: String) -> String { name.contains(".") ? quoted(name) : name }

    private static func value(_ value: Profile.Setting.Value) -> String {
        switch value {
        case .text(let text), .other(let text): quoted(text)
        case .flag, .number: value.word
        }
    }

    /// Returns a basic string.
    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            // Stricter than TOML requires: also escapes characters that an editor does not show.
            case _ where !scalar.isShownAsItIs:
                let digits = String(scalar.value, radix: 16)
                out += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
