internal import Core

/// Writes values and keys as TOML.
enum TOMLText {
    /// Returns `key = value`, without a line break.
    static func line(_ setting: Profile.Setting) -> String { "\(setting.key) = \(value(setting))" }

    /// Returns the text after the equals sign.
    static func value(_ setting: Profile.Setting) -> String {
        let values = setting.values.map(value)
        let isSingle = setting.form == .single && values.count == 1
        return isSingle ? values[0] : "[\(values.joined(separator: ", "))]"
    }

    /// Returns a key as it appears in a header.
    static func key(_ name: String) -> String { name.contains(".") ? quoted(name) : name }

    private static func value(_ value: Profile.Setting.Value) -> String {
        switch value {
        case .text(let text), .other(let text): quoted(text)
        case .flag, .number: value.word
        }
    }

    /// Returns a basic string.
    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            // Stricter than TOML requires: also escapes characters that an editor does not show.
            case _ where !scalar.isShownAsItIs:
                let digits = String(scalar.value, radix: 16)
                out += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
