import Secrets

/// Bytes written in hexadecimal, as the vectors of RFCs and NIST have them; blanks are skipped.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The same for the bytes of a secret.
func hexText(_ secret: borrowing Secret) -> String {
    secret.withBytes { $0.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined() }
}

func hexText(_ bytes: [UInt8]) -> String { hexText(Secret(bytes)) }
