/// The short help: one screen.
extension HelpPage {
    /// The limits at 80 columns, which `HelpTests` checks.
    static let maximumLines = 32
    static let maximumLinesOfTop = 41

    var shortText: String {
        let parts = [
            columns.paragraph(type.configuration.abstract), columns.paragraph("Usage: " + usage),
            description.positionals.map(shortEntry).joined(),
        ]
        let sections = isGroup ? commands : [mainSection]
        let end = shortEnd
        func page(_ count: Int) -> String {
            (parts + sections + [examples(all.prefix(count)), end]).filter { !$0.isEmpty }.joined(separator: "\n")
        }
        let long = page(3)
        let limit = path.isEmpty ? Self.maximumLinesOfTop : Self.maximumLines
        return long.utf8.count { $0 == UInt8(ascii: "\n") } <= limit ? long : page(2)
    }

    /// The options that the page lists.
    var mainOptions: [Argument] {
        guard let names = (type as? any Documented.Type)?.mainOptions else {
            return description.options.filter { !$0.isHelp && !$0.isShared }
        }
        return names.compactMap { description.option("--" + $0) }
    }

    private var mainSection: String {
        let options = mainOptions
        return options.isEmpty ? "" : "Main options:\n" + options.map(shortEntry).joined()
    }

    /// Returns the lines of an option or an argument, with the beginning of its help, and its values if they fit in two lines.
    func shortEntry(_ argument: Argument) -> String {
        let text = argument.beginning
        let lines = entry(argument, meaning(argument, text))
        return lines.utf8.count { $0 == UInt8(ascii: "\n") } <= 2 ? lines : entry(argument, text)
    }

    private var shortEnd: String {
        let words = path.map { " " + $0 }.joined()
        let isTop = path.isEmpty ? ", '\(HelpTopic.listing)'" : ""
        let help = isGroup ? "Help: 'fedauth help\(words) COMMAND'\(isTop)\n" : ""
        let all = "\(isGroup ? "More" : "All options"): fedauth help\(words) \(HelpRequest.all)."
        let manual = "Manual: \(manual)"
        return help + all + (all.count + 1 + manual.count > columns.width ? "\n" : " ") + manual + "\n"
    }
}

extension Argument {
    /// The help up to the end of its first clause: a full stop, a semicolon or a colon, outside brackets and quotes.
    fileprivate var beginning: String {
        var (depth, isQuoted, last) = (0, false, UInt8(ascii: " "))
        let bytes = help.utf8
        for (index, byte) in zip(bytes.indices, bytes) {
            let ends = [UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: ":")].contains(last)
            if ends, byte == UInt8(ascii: " "), depth == 0, !isQuoted {
                return String(help[..<bytes.index(before: index)]) + "."
            }
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "'") where isQuoted: isQuoted = false
            // An apostrophe follows a letter.
            case UInt8(ascii: "'"): isQuoted = last == UInt8(ascii: " ") || last == UInt8(ascii: "(")
            default: break
            }
            last = byte
        }
        return help
    }

    /// Whether many commands have it.
    fileprivate var isShared: Bool {
        section.map { ["Sign-in", "Browser", "Network", "Store", "Everywhere"].contains($0) } ?? false
    }
}
