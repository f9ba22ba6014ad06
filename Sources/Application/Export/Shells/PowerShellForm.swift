import Secrets

/// PowerShell: single quotes, doubled inside (about_Quoting_Rules). It reads lines and characters, not bytes.
struct PowerShellForm: ShellForm {
    func obstacle(in value: UnsafeRawBufferPointer) -> String? {
        // Up to PowerShell 7.4, setting a variable to an empty value removes it.
        value.isEmpty ? "nothing at all" : ValueObstacle.control(in: value) ?? ValueObstacle.notUTF8(in: value)
    }

    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        out.append("$env:\(name) = '")
        var index = 0
        while index < value.count {
            let length = Self.quoteLength(in: value, at: index)
            let piece = UnsafeRawBufferPointer(rebasing: value[index..<index + max(1, length)])
            out.append(piece)
            if length > 0 { out.append(piece) }
            index += piece.count
        }
        out.append("'")
    }

    func unset(_ names: [String]) -> String { names.map { "$env:\($0) = $null" }.joined(separator: joint) + closing }

    /// `Invoke-Expression` does not return a status: only an exception stops the line and the script.
    var failure: String { "throw 'fedauth failed';" }

    func evaluation(of command: String) -> String { "\(command) | Out-String | Invoke-Expression" }

    /// Returns the length of a quote that begins at `index`; 0 when there is none. PowerShell reads U+2018 to U+201B as
    /// `'`.
    private static func quoteLength(in value: UnsafeRawBufferPointer, at index: Int) -> Int {
        if value[index] == 0x27 { return 1 }
        guard index + 2 < value.count, value[index] == 0xE2, value[index + 1] == 0x80 else { return 0 }
        return (0x98...0x9B).contains(value[index + 2]) ? 3 : 0
    }
}
