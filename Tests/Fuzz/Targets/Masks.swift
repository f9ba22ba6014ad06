import Secrets

@testable import Core

/// Secrets, the first one in all its forms, and the output of a command as the last part, separated by the byte 0x1E. Exactly
/// the bytes of the secrets are masked, however the output is divided into pieces.
@Sendable func checkMask(_ input: FuzzInput) throws {
    let parts = input.parts(separatedBy: 0x1E, maximum: 4)
    guard let output = parts.last, let first = parts.first, parts.count > 1, output.bytes.count <= 1024 else { return }
    let others = parts.dropFirst().dropLast().map(\.secret)
    let forms = SecretForms(of: FuzzInput(bytes: Array(first.bytes.prefix(32))).secret).forms + others
    let automaton = SecretAutomaton(forms)
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

/// Searches for each secret at each place, and writes one mark for each run of bytes that belong to a secret.
private func masked(_ output: [UInt8], _ secrets: [[UInt8]]) -> [UInt8] {
    var isSecret = [Bool](repeating: false, count: output.count)
    for secret in Set(secrets) where !secret.isEmpty && secret.count <= output.count {
        for start in 0...(output.count - secret.count) where output[start...].starts(with: secret) {
            for index in start..<start + secret.count { isSecret[index] = true }
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
