import System

/// Lines of fields: columns for a terminal, tab-separated fields for a program.
struct Table {
    let rows: [[String]]

    /// Fields separated by a tab, one row per line, for `cut` and `read`.
    var forPrograms: String {
        rows.map { $0.map(\.withoutControls).joined(separator: "\t") + "\n" }.joined()
    }

    /// Aligned columns.
    var forPeople: String { linesForPeople.map { $0 + "\n" }.joined() }

    /// The lines of the table, for callers that put text before them.
    var linesForPeople: [String] {
        Terminal.useLocale()
        let fields = rows.map { $0.map(\.printable) }
        var widths: [Int] = []
        for row in fields {
            for (column, field) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], Terminal.columns(of: field))
            }
        }
        return fields.map { row in
            row.enumerated().map { column, field in
                column == row.count - 1
                    ? field : field + String(repeating: " ", count: widths[column] - Terminal.columns(of: field) + 2)
            }.joined()
        }
    }
}
