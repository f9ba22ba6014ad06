import Secrets

/// fish 3 and later, which has `&&`: unquoted words with hexadecimal numbers, `\X` for bytes that are not characters.
struct FishForm: ShellForm {
    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        out.append("builtin set -gx \(name) ")
        if value.isEmpty { out.append("''") }
        for byte in value {
            if ShellText.isPlain(byte) {
                out.append(byte)
            } else {
                out.append(byte < 0x80 ? "\\x" : "\\X")
                let digits = Array("0123456789abcdef".utf8)
                out.append(digits[Int(byte >> 4)])
                out.append(digits[Int(byte & 0xF)])
            }
        }
    }

    /// Unsets variables; `set -e` fails for a variable that is not set.
    func unset(_ names: [String]) -> String { "builtin set -eg \(names.joined(separator: " ")); builtin true;" }

    func evaluation(of command: String) -> String { "\(command) | source" }
}
