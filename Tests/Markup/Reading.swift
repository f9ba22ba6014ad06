import Core
import Glibc
import Markup
import Secrets

/// Returns the bytes of `Pages/name`.
func pageBytes(_ name: String) throws -> [UInt8] {
    let folder = #filePath.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
    guard let file = fopen(folder + "/Pages/" + name, "r") else { throw NoSuchPage(name: name) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { return bytes }
        bytes += chunk[..<count]
    }
}

struct NoSuchPage: Error { let name: String }

func shared(_ bytes: some Sequence<UInt8>) -> SharedSecret { SharedSecret(Secret(Array(bytes))) }

func readPage(_ name: String, charset: String? = nil) throws -> Page {
    try LibXMLReader().page(html: shared(pageBytes(name)), charset: charset)
}

func readPage(html: String, charset: String? = "utf-8") throws -> Page {
    try LibXMLReader().page(html: SharedSecret(text: html), charset: charset)
}

extension SharedSecret {
    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
    var bytes: [UInt8] { withBytes { Array($0) } }
}

extension LoginForm {
    /// One line `kind name=value` for each field.
    var summary: [String] {
        fields.map { field in
            var line = "\(field.kind.rawValue) \(field.name)=\(field.value.text)"
            if field.isChecked { line += " checked" }
            if field.isInvisible { line += " invisible" }
            return field.label.isEmpty ? line : line + " (\(field.label))"
        }
    }
}

/// Returns the bytes of `Tests/Vectors/tokens/name`.
func tokenBytes(_ name: String) throws -> [UInt8] { try pageBytes("../../Vectors/tokens/" + name) }
