import Secrets

/// The content that a browser would post for a form (HTML, "constructing the entry list" and
/// "application/x-www-form-urlencoded").
struct FormContent: ~Copyable {
    private var bytes = Secret()

    /// Encodes the successful controls of `form`, with `answers` replacing their values. Each name occurs once unless
    /// the page repeats it. Of the buttons, includes only `button`.
    init(_ form: LoginForm, answers: [String: SharedSecret], button: FormField?) {
        var ticks = TickedBoxes(of: form)
        for field in form.fields {
            if field.isImage {
                guard let button, button == field else { continue }
                let prefix = field.name.isEmpty ? "" : field.name + "."
                for axis in ["x", "y"] { add(prefix + axis, SharedSecret(text: "0")) }
                continue
            }
            guard !field.name.isEmpty else { continue }
            switch field.kind {
            case .submit:
                if let button, button == field { add(field.name, field.value) }
            case .file, .inert: break
            case .checkbox, .radio:
                let isTicked = answers[field.name].map { ticks.contains(field, by: $0) } ?? field.isChecked
                if isTicked { add(field.name, field.value) }
            case .hidden where field.name.asciiLowercased == "_charset_":
                add(field.name, SharedSecret(text: form.encodingName))
            default: add(field.name, answers[field.name] ?? field.value)
            }
        }
    }

    /// Returns the whole content.
    consuming func finish() -> SharedSecret { SharedSecret(bytes) }

    private mutating func add(_ name: String, _ value: SharedSecret) {
        if !bytes.isEmpty { bytes.append(0x26) }
        FormBody.append(name, value, to: &bytes, normalisesLineBreaks: true)
    }
}

extension LoginForm {
    /// The encoding's name as browsers write it (Encoding, "names and labels").
    fileprivate var encodingName: String {
        switch charset {
        case "shift_jis": "Shift_JIS"
        case "big5": "Big5"
        case "gb18030", "macintosh": charset
        default: charset.hasPrefix("windows-") ? charset : charset.uppercased()
        }
    }
}
