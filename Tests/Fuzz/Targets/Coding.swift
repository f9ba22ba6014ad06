import Secrets

@testable import Core

/// JSON: the output parses to the same value. A trace shows it on one line.
@Sendable func checkJSON(_ input: FuzzInput) throws {
    if let outline = JSONOutline.text(input.secret) {
        try require(outline == outline.printable, "an outline is \(outline.debugDescription)")
    }
    guard let value = try attempt({ () throws(FedauthError) in try JSONReader.parse(input.secret) }) else { return }
    var text = Secret()
    value.write(to: &text)
    let read = try again("it is not read again") { try text.withBytes { try JSONReader.parse($0) } }
    try require(read == value, "it is read as something else")
}

/// Base64, forms, hexadecimal digits, numbered fields and text for a terminal: each output parses to the input.
@Sendable func checkCoding(_ input: FuzzInput) throws {
    let secret = input.secret
    try require(Base64.decode(Base64.encode(secret)) == secret, "base64")
    if let decoded = Base64.decode(secret) {
        try require(Base64.decode(Base64.encode(decoded)) == decoded, "base64 of what was decoded")
    }
    try require(FormBody(FormBody.field("a b", secret)).value(of: "a b") == secret, "a field of a form")
    let form = FormBody(secret)
    for name in form.names.prefix(50) where !name.unicodeScalars.contains("\u{FFFD}") {
        try require(form.value(of: name) != nil, "the field \(name.debugDescription) has no value")
    }
    try require(Hexadecimal.bytes(Array(Hexadecimal.text(input.bytes).utf8)) == input.bytes, "hexadecimal digits")
    try input.withBytes { bytes in
        guard let fields = FieldReader.fields(bytes) else { return }
        var writer = FieldWriter()
        for field in fields { writer.put(field.tag, field.secret) }
        let written = writer.finish()
        try require(written.withBytes { $0.elementsEqual(bytes) }, "fields are written otherwise")
    }
    let text = input.text
    let folded = text.folded(to: 80)
    try require(text.printable.printable == text.printable, "printable text is changed")
    try require(folded.folded(to: 80) == folded, "folded text is changed")
    try require(folded.unicodeScalars.reduce(0) { $0 + $1.columns } <= 80, "folded text is too wide")
    let escaped = XMLText.escaped(text)
    try require(!escaped.utf8.contains { "<>\"'".utf8.contains($0) }, "text of XML is not escaped")
}
