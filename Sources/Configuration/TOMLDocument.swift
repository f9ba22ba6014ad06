internal import CTOML
internal import Core

/// A TOML document as a list of its values (toml++, through `ctoml_visit`).
struct TOMLDocument {
    /// A value or table, and the names that lead to it.
    struct Node {
        enum Content: Equatable {
            case text(String)
            case integer(Int64)
            case flag(Bool)
            case table
            /// A date, a time or a floating-point number.
            case other
        }

        var keys: [String]
        var content: Content
        /// An element of a list.
        var isInList: Bool
        var line: Int
        var column: Int
    }

    /// In the order of the names; a table before what it holds.
    private(set) var nodes: [Node] = []

    /// Throws `configuration` with line and column for what is no TOML.
    init(_ text: String, path: String) throws(FedauthError) {
        // toml++ nests a table for every dot of a key, and ends with them one within another.
        guard !text.utf8.split(separator: 0x0A).contains(where: { $0.count > Self.maximumLineBytes }) else {
            throw FedauthError(
                .configuration, "'\(path)' has a line of more than \(Self.maximumLineBytes) bytes",
                hint: "correct the file; see fedauth-config(5)")
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
            throw FedauthError(
                .configuration,
                "'\(path)' line \(position.line), column \(position.column): "
                    + "\(words.prefix(1).lowercased() + words.dropFirst())",
                hint: "correct the file; see fedauth-config(5)")
        }
        self.nodes = nodes
    }

    private static let maximumLineBytes = 8192

    private static let visitor: ctoml_visitor = { context, keys, depth, kind, isInList, text, number, position in
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
        default: content = .other
        }
        nodes.pointee.append(
            Node(
                keys: names, content: content, isInList: isInList, line: Int(position.line),
                column: Int(position.column)))
    }
}
