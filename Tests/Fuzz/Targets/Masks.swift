import Secrets

@testable import Core

/// Secrets, the first one in all its forms, and the output of a command as the last part, separated by the byte 0x1E. Exactly
/// the bytes of the secrets are masked, however the output is divided into pieces. The first secret is masked completely too when
/// its letters are escaped as the bytes of the output choose.
@Sendable func checkMask(_ input: FuzzInput) throws {
    let parts = input.parts(separatedBy: 0x1E, maximum: 4)
    guard let output = parts.last, let first = parts.first, parts.count > 1, output.bytes.count <= 1024 else { return }
    let others = parts.dropFirst().dropLast().map(\.secret)
    let forms = SecretForms(of: FuzzInput(bytes: Array(first.bytes.prefix(32))).secret).forms + others
    let automaton = SecretAutomaton(forms)
    try checkEscaped(FuzzInput(bytes: Array(first.bytes.prefix(32))), output, automaton)
    let wanted = masked(output.bytes, forms.map { $0.withBytes { Array($0) } })
    for size in [1, 7, output.bytes.count] where size > 0 {
        var mask = SecretMask(automaton)
        var shown = Secret()
        for start in stride(from: 0, to: output.bytes.count, by: size) {
            let piece = FuzzInput(bytes: Array(output.bytes[start..<min(start + size, output.bytes.count)]))
            piece.withBytes { mask.feed($0, to: &shown) }
        }
        mask.finish(to: &shown)
        let got = shown.withBytes { Array($0) }
        try require(
            got == wanted, "in pieces of \(size): \(FuzzInput(bytes: got).text), not \(FuzzInput(bytes: wanted).text)")
    }
}

/// Escapes the letters of a secret as the choices say. Text in it that looks like an escape is not treated separately.
private func checkEscaped(_ secret: FuzzInput, _ choices: FuzzInput, _ automaton: SecretAutomaton) throws {
    guard secret.bytes.count >= SecretForms.leastBytes, !choices.bytes.isEmpty,
        !secret.bytes.contains(where: { "%\\&".utf8.contains($0) })
    else { return }
    var text: [UInt8] = []
    for (index, byte) in secret.bytes.enumerated() {
        let digits = Array(Hexadecimal.text([byte]).utf8)
        switch choices.bytes[index % choices.bytes.count] % 6 {
        case 1 where byte < 0x80: text += Array("\\u00".utf8) + digits
        case 2 where byte < 0x80: text += Array("&#\(byte);".utf8)
        case 3 where byte < 0x80: text += Array("&#x0".utf8) + digits + [0x3B]
        case 4: text += Array("\\x".utf8) + digits
        case 0: text.append(byte)
        default: text += [0x25] + digits
        }
    }
    var mask = SecretMask(automaton)
    var shown = Secret()
    FuzzInput(bytes: text).withBytes { mask.feed($0, to: &shown) }
    mask.finish(to: &shown)
    try require(shown.withBytes { $0.elementsEqual("***".utf8) }, "not struck: \(FuzzInput(bytes: text).text)")
}

/// Returns both views of the output: its bytes, and the bytes after decoding its escapes.
private func views(_ output: [UInt8]) -> [[(byte: UInt8, place: Range<Int>)]] {
    var decoded: [(byte: UInt8, place: Range<Int>)] = []
    var index = 0
    while index < output.count {
        let found = escape(output[index...])
        let count = found?.count ?? 1
        decoded += (found?.bytes ?? [output[index]]).map { ($0, index..<(index + count)) }
        index += count
    }
    return [output.indices.map { (output[$0], $0..<($0 + 1)) }, decoded]
}

/// Returns the decoded bytes and the length of the escape at the start of a text.
private func escape(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], count: Int)? {
    func digits(_ from: Int, _ least: Int, _ most: Int, _ base: Int) -> (value: Int, count: Int)? {
        let found = text.dropFirst(from).prefix(most).prefix {
            Int(String(UnicodeScalar($0)), radix: base) != nil && $0 > 0x2D
        }
        guard found.count >= least else { return nil }
        return Int(String(decoding: found, as: UTF8.self), radix: base).map { ($0, found.count) }
    }
    func utf8(_ value: Int) -> [UInt8] {
        if let scalar = UnicodeScalar(value) { return Array(String(scalar).utf8) }
        return [UInt8(0xE0 | value >> 12), UInt8(0x80 | value >> 6 & 0x3F), UInt8(0x80 | value & 0x3F)]
    }
    func starts(_ words: String) -> Bool { text.starts(with: words.utf8) }
    if starts("%") { return digits(1, 2, 2, 16).map { ([UInt8($0.value)], 3) } }
    if starts("\\x") { return digits(2, 2, 2, 16).map { ([UInt8($0.value)], 4) } }
    if starts("\\u") { return digits(2, 4, 4, 16).map { (utf8($0.value), 6) } }
    if starts("\\"), let next = text.dropFirst().first {
        let short: [Character: UInt8] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "'": 0x27, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        return short[Character(UnicodeScalar(next))].map { ([$0], 2) }
    }
    let names: [(String, UInt8)] = [
        ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27),
    ]
    if let (name, byte) = names.first(where: { starts($0.0) }) { return ([byte], name.utf8.count) }
    guard starts("&#") else { return nil }
    let isHexadecimal = starts("&#x") || starts("&#X")
    let start = isHexadecimal ? 3 : 2
    guard let found = digits(start, 1, 9, isHexadecimal ? 16 : 10), found.count <= 8, found.value <= 0x10FFFF else {
        return nil
    }
    let end = start + found.count
    return (utf8(found.value), text.dropFirst(end).first == 0x3B ? end + 1 : end)
}

/// Searches for each secret at each place of both views, and writes one mark for each run of bytes that belong to a secret.
private func masked(_ output: [UInt8], _ secrets: [[UInt8]]) -> [UInt8] {
    var isSecret = [Bool](repeating: false, count: output.count)
    for view in views(output) {
        let bytes = view.map(\.byte)
        for secret in Set(secrets) where !secret.isEmpty && secret.count <= bytes.count {
            for start in 0...(bytes.count - secret.count) where bytes[start...].starts(with: secret) {
                let end = view[start + secret.count - 1].place.upperBound
                for index in view[start].place.lowerBound..<end { isSecret[index] = true }
            }
        }
    }
    var shown: [UInt8] = []
    for (index, byte) in output.enumerated() {
        if !isSecret[index] {
            shown.append(byte)
        } else if index == 0 || !isSecret[index - 1] {
            shown += Array("***".utf8)
        }
    }
    return shown
}
