import Core
import System

/// Lines of fields: columns with headers for a terminal, tab-separated fields for a program.
struct Table {
    /// A field of a line.
    enum Field {
        case text(String)
        /// A time, or `-`; the note stands behind it on a terminal.
        case time(Timestamp?, note: String? = nil)
        /// The end of an entry that may have none; programs get `expired` when it is over, and otherwise no field.
        case end(Timestamp?)
    }

    /// The headers for a terminal; empty: none. A column without a field has no header.
    let headers: [String]
    let rows: [[Field]]
    /// The time to which the times of a terminal's lines are compared.
    let now: Timestamp

    init(_ headers: [String], _ rows: [[Field]], now: Timestamp) {
        (self.headers, self.rows, self.now) = (headers, rows, now)
    }

    /// Creates a table without headers and times.
    init(rows: [[String]]) { self.init([], rows.map { $0.map(Field.text) }, now: Timestamp(seconds: 0)) }

    /// Fields separated by a tab, one row per line, for `cut` and `read`.
    var forPrograms: String {
        rows.map { row in
            let fields: [String] = row.compactMap { field in
                switch field {
                case .text(let text): text
                case .time(let time, _): time?.iso8601 ?? "-"
                case .end(let time): time.map { $0 <= now } ?? false ? "expired" : nil
                }
            }
            return fields.map(\.withoutControls).joined(separator: "\t") + "\n"
        }.joined()
    }

    /// Returns aligned columns; nothing for a table without rows.
    func forPeople(_ columns: TextColumns) -> String { linesForPeople(columns).joined() }

    /// Returns the rows, with the headers before them; a row may have several lines. The caller uses `margin` columns
    /// in front.
    func linesForPeople(_ columns: TextColumns, margin: Int = 0) -> [String] {
        guard !rows.isEmpty else { return [] }
        Terminal.useLocale()
        var fields = rows.map { row in row.map { shown($0).printable } }
        // The last columns may be empty in all rows.
        let count = fields.map { $0.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0 }.max() ?? 0
        if !headers.isEmpty { fields.insert(Array(headers.prefix(count)), at: 0) }
        let widths = (0..<count).map { column in
            fields.map { column < $0.count ? Terminal.columns(of: $0[column]) : 0 }.max() ?? 0
        }
        return fields.map { row in
            let last = row.lastIndex { !$0.isEmpty } ?? 0
            let start = row.prefix(last).enumerated().map { column, field in
                field + String(repeating: " ", count: widths[column] - Terminal.columns(of: field) + 2)
            }.joined()
            let column = widths.prefix(last).reduce(margin) { $0 + $1 + 2 }
            return start + columns.hanging(row.isEmpty ? "" : row[last], at: column)
        }
    }

    private func shown(_ field: Field) -> String {
        switch field {
        case .text(let text): text
        case .time(nil, _): "-"
        case .time(let time?, let note): ShownTime(time, now: now).text(note)
        case .end(let time): time.map { ShownTime($0, now: now).text() } ?? ""
        }
    }
}
