/// Where texts are separated, by the usual appearance of elements.
enum Layout {
    /// Elements that do not separate words.
    static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "small", "span",
        "strong", "sub", "sup", "tt", "u", "var", "wbr",
    ]

    /// Elements whose content does not belong to the text before: a table row, but not its cells.
    static let rows: Set<String> = [
        "tr", "form", "p", "li", "div", "fieldset", "table", "section", "main", "body", "dt", "h1", "h2", "h3", "h4",
        "ul",
    ]
}
