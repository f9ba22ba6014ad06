import Secrets

/// Returns the bytes of hexadecimal text, as in the vectors of RFCs and NIST; blanks are skipped.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// Returns the bytes of a secret as hexadecimal text.
func hexText(_ secret: borrowing Secret) -> String {
    secret.withBytes { $0.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined() }
}

func hexText(_ bytes: [UInt8]) -> String { hexText(Secret(bytes)) }
