import Application
import System

/// Breaks text into lines of a terminal.
struct TextColumns {
    let width: Int

    init(width: Int) { self.width = width }

    /// Returns the terminal's width, at most 100: longer lines of a text are hard to read.
    static func ofTerminal(_ environment: Environment) -> TextColumns {
        TextColumns(width: min(of(environment.output.results, environment) ?? 80, 100))
    }

    /// Returns the width of the terminal that shows this stream; nil when it is unknown.
    static func of(_ stream: Int32, _ environment: Environment) -> Int? {
        let named = environment["COLUMNS"].flatMap(Int.init)
        guard let columns = named ?? Terminal.size(of: stream)?.columns, columns > 0 else { return nil }
        return max(columns, 40)
    }

    /// Breaks `text` at blanks and indents each line by `indent` blanks; leaves lines that begin with blanks unchanged.
    func paragraph(_ text: String, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        var result = ""
        // Splits bytes: dividing the text into characters would be most of the cost of a help page.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.first == UInt8(ascii: " ") {
                result += margin + Substring(line)
            } else {
                append(line.split(separator: UInt8(ascii: " ")), margin: margin, to: &result)
            }
            result += "\n"
        }
        return result
    }

    private func append(_ words: [Substring.UTF8View], margin: String, to text: inout String) {
        var column = 0
        for word in words {
            let columns = word.allSatisfy { $0 < 0x80 } ? word.count : Substring(word).count
            if column > 0, margin.utf8.count + column + 1 + columns > width {
                text += "\n"
                column = 0
            }
            text += column == 0 ? margin : " "
            text += Substring(word)
            column += (column == 0 ? 0 : 1) + columns
        }
    }

    /// Returns a line that begins at `column`, broken at blanks, with the following lines indented to that column. Leaves
    /// a line unchanged that would have no room there.
    func hanging(_ text: String, at column: Int) -> String {
        guard column + 20 <= width, text.utf8.count > width - column else { return text + "\n" }
        return String(paragraph(text, indent: column).dropFirst(column))
    }

    /// Breaks a long command line with backslashes, at blanks outside quotes, so that it can still be pasted. Keeps an
    /// option and its value on one line.
    func commandLine(_ line: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        guard indent + line.count > width else { return margin + line + "\n" }
        var quote: Character?
        let words = line.split { character in
            if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else if character == quote {
                quote = nil
            }
            return character == " " && quote == nil
        }
        var parts: [String] = []
        for word in words {
            if let last = parts.last, last.hasPrefix("-"), !last.contains(" "), !word.hasPrefix("-") {
                parts[parts.count - 1] += " " + word
            } else {
                parts.append(String(word))
            }
        }
        var lines = parts.prefix(1).map { margin + $0 }
        for part in parts.dropFirst() {
            if let last = lines.last, last.count + part.count + 3 <= width {
                lines[lines.count - 1] += " " + part
            } else {
                lines.append(margin + "    " + part)
            }
        }
        return lines.joined(separator: " \\\n") + "\n"
    }

    /// Returns `label` with its meaning in a column that begins at `column`; below the label when the label is long.
    func entry(_ label: String, _ text: String, column: Int) -> String {
        let start = "  " + label
        guard !text.isEmpty else { return start + "\n" }
        let body = paragraph(text, indent: column)
        guard start.count + 2 <= column else { return start + "\n" + body }
        return start + body.dropFirst(start.count)
    }
}
