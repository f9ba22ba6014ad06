public import Core
import FoundationEssentials
import Secrets

/// The schemas of `docs/json`, and whether results of commands are so.
///
/// It knows of JSON Schema 2020-12 what those schemas use, and is stricter in one thing: an object has no member that its schema
/// does not name.
public enum JSONSchema {
    /// A line of the table in `docs/json/README.md`.
    public struct Row: Sendable {
        /// The command, and the options with which it prints this.
        public var words: [String]
        /// Whether it prints a list of them.
        public var isList: Bool
        /// The names of the schemas, one of which fits.
        public var schemas: [String]
    }

    private static let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/docs/json"

    /// The schemas by their names.
    public static let schemas: [String: JSONValue] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".json") }.reduce(into: [:]) { all, file in
            all[String(file.dropLast(5))] = FileManager.default.contents(atPath: folder + "/" + file).flatMap { data in
                try? data.withUnsafeBytes { try JSONReader.parse($0) }
            }
        }
    }()

    /// The commands with what they print.
    public static let rows: [Row] = {
        let text = String(
            decoding: FileManager.default.contents(atPath: folder + "/README.md") ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line -> [Row] in
            let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            let schemas = (cells[2].split(separator: ", with ").first ?? "").split(separator: "]")
                .compactMap { $0.split(separator: "[").last.map(String.init) }.filter { !$0.contains("(") }
            return cells[0].split(separator: ", ").map { command in
                Row(
                    words: command.filter { $0 != "`" }.split(separator: " ").map(String.init),
                    isList: cells[1] == "list", schemas: schemas)
            }
        }
    }()

    /// Returns what the command prints; nil: no object of fedauth's own.
    public static func row(for arguments: [String]) -> Row? {
        let words = Array(arguments.drop { $0 == "--json" }.prefix { $0 != "--" })
        // A file on stdout stands there alone.
        if words.contains("-") { return nil }
        return rows.filter { row in
            let command = row.words.prefix { !$0.hasPrefix("-") }
            return words.starts(with: command) && row.words.dropFirst(command.count).allSatisfy(words.contains)
        }.max { $0.words.count < $1.words.count }
    }

    /// Returns in what a result differs from its schema.
    ///
    /// - Parameter text: what a command printed with `--json`.
    public static func faults(in text: String, of arguments: [String]) -> [String] {
        // A shell gets no object.
        guard !arguments.contains(where: { $0.hasSuffix("shell") }), let row = row(for: arguments), !text.isEmpty,
            text.utf8.count < 1 << 20
        else { return [] }
        var bytes = Array(text.utf8)
        guard let value = try? bytes.withUnsafeMutableBytes({ try JSONReader.parse(UnsafeRawBufferPointer($0)) }) else {
            return ["it is not one JSON text"]
        }
        if value["error"] != nil, value.members?.allSatisfy({ ["error", "warnings"].contains($0.name) }) == true {
            return faults(value, "failure")
        }
        if row.isList {
            guard let elements = value.elements else { return ["it is no list"] }
            return elements.flatMap { element in faults(element, anyOf: row.schemas) }
        }
        let warnings = value["warnings"]?.elements ?? []
        let rest = JSONValue.object((value.members ?? []).filter { $0.name != "warnings" })
        return (value.members == nil ? ["it is no object"] : faults(rest, anyOf: row.schemas))
            + warnings.flatMap { faults($0, "warning") }
    }

    private static func faults(_ value: JSONValue, anyOf names: [String]) -> [String] {
        let all = names.map { faults(value, $0) }
        return all.contains([]) ? [] : all.first ?? ["no schema"]
    }

    private static func faults(_ value: JSONValue, _ name: String) -> [String] {
        guard let schema = schemas[name] else { return ["there is no schema '\(name)'"] }
        return faults(value, schema, name)
    }

    /// The words of JSON Schema that `faults` knows.
    public static let keywords: Set = [
        "$schema", "title", "description", "type", "properties", "required", "additionalProperties", "items", "enum",
        "format", "$ref",
    ]

    private static func faults(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        if let file = schema["$ref"]?.text { return faults(value, String(file.dropLast(5))) }
        let types = schema["type"].map { $0.elements?.compactMap(\.text) ?? [$0.text ?? ""] } ?? []
        guard types.isEmpty || types.contains(type(of: value)) else { return ["\(place) is no \(types)"] }
        if let choices = schema["enum"]?.elements, !choices.contains(value) { return ["\(place) is none of its words"] }
        if schema["format"]?.text == "uri", (value.text.flatMap { try? WebURL($0) }) == nil {
            return ["\(place) is no address"]
        }
        var found: [String] = []
        for (index, element) in (value.elements ?? []).enumerated() {
            if let items = schema["items"] { found += faults(element, items, "\(place)[\(index)]") }
        }
        guard let members = value.members else { return found }
        for name in (schema["required"]?.elements ?? []).compactMap(\.text) where value[name] == nil {
            found.append("\(place) has no '\(name)'")
        }
        for member in members {
            if let known = schema["properties"]?[member.name] ?? schema["additionalProperties"] {
                found += faults(member.value, known, "\(place).\(member.name)")
            } else {
                found.append("\(place) has '\(member.name)'")
            }
        }
        return found
    }

    private static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: value.integer == nil ? "number" : "integer"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
