/// Where texts begin anew, by the elements' usual appearance.
enum Layout {
    /// Elements that do not part words.
    static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "small", "span",
        "strong", "sub", "sup", "tt", "u", "var", "wbr",
    ]

    /// Elements in which nothing belongs to what stood before: a row of a table, but not its cells.
    static let rows: Set<String> = [
        "tr", "form", "p", "li", "div", "fieldset", "table", "section", "main", "body", "dt", "h1", "h2", "h3", "h4",
        "ul",
    ]
}
