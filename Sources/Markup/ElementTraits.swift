/// What HTML, libxml2 and the usual layout of pages say about the elements with a name. One lookup answers all.
struct ElementTraits {
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// Has no end tag (HTML, "void elements"), also formerly.
        static let void = Flags(rawValue: 1 << 0)
        /// Has no end tag, and libxml2 does not know that.
        static let unknownVoid = Flags(rawValue: 1 << 1)
        /// Contains a script or a style, in which tags are text.
        static let script = Flags(rawValue: 1 << 2)
        /// Contains text in which tags are text.
        static let escapableText = Flags(rawValue: 1 << 3)
        /// Contains text that browsers do not show, in which tags are text.
        static let unseenText = Flags(rawValue: 1 << 4)
        /// Occurs once in a page.
        static let once = Flags(rawValue: 1 << 5)
        /// Matters to a sign-in.
        static let control = Flags(rawValue: 1 << 6)
        static let form = Flags(rawValue: 1 << 7)
        /// Its start tag ends other elements.
        static let endsOthers = Flags(rawValue: 1 << 8)
        /// Does not separate words.
        static let inline = Flags(rawValue: 1 << 9)
        /// Its content does not belong to the text before: a table row, but not its cells.
        static let row = Flags(rawValue: 1 << 10)
        /// Is no part of the content, but of every page of the server.
        static let marginal = Flags(rawValue: 1 << 11)
        /// Contains the content, whatever its attributes are called.
        static let frame = Flags(rawValue: 1 << 12)
        /// Introduces the text behind it.
        static let heading = Flags(rawValue: 1 << 13)
        /// Its content is shown by no browser with scripts, or only where something else is not.
        static let fallback = Flags(rawValue: 1 << 14)
        /// The tags in it are text.
        static let rawText: Flags = [.script, .escapableText, .unseenText]
    }

    /// The number of ranks.
    static let ranks = 7

    private(set) var flags: Flags = []
    /// The position of libxml2's `htmlEndPriority` among its values: an end tag does not end an element of a higher rank. Most
    /// elements have -1, the default.
    private(set) var rank = -1

    /// Returns the traits of the elements with this name, in lower case.
    static func of(_ name: String) -> ElementTraits { named[name] ?? ElementTraits() }

    /// Returns the innermost open elements that a start tag ends (HTML, "optional tags").
    static func impliedEnds(of name: String) -> [String] { impliedEnds[name] ?? [] }

    private static let impliedEnds = [
        "p": ["p"], "li": ["p", "li"], "dt": ["p", "dt", "dd"], "dd": ["p", "dt", "dd"], "option": ["option"],
        "optgroup": ["option", "optgroup"], "td": ["p", "td", "th"], "th": ["p", "td", "th"],
        "tr": ["p", "td", "th", "tr"],
    ]

    private static let flagged: [(Flags, [String])] = [
        (
            .void,
            [
                "area", "base", "basefont", "br", "col", "frame", "hr", "img", "input", "isindex", "link", "meta",
                "param",
            ]
        ),
        (.unknownVoid, ["embed", "source", "track", "wbr"]),
        (.script, ["script", "style"]),
        (.escapableText, ["title", "textarea"]),
        (.unseenText, ["iframe", "xmp", "noembed", "noframes"]),
        (.once, ["html", "head", "body"]),
        (.control, ["fieldset", "legend", "label", "select", "optgroup", "option", "button", "template", "noscript"]),
        (.form, ["form"]),
        (.endsOthers, Array(impliedEnds.keys)),
        (
            .inline,
            [
                "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "small",
                "span", "strong", "sub", "sup", "tt", "u", "var", "wbr",
            ]
        ),
        (
            .row,
            [
                "tr", "form", "p", "li", "div", "fieldset", "table", "section", "main", "body", "dt", "h1", "h2", "h3",
                "h4", "ul",
            ]
        ),
        (.marginal, ["footer", "nav", "aside"]),
        (.frame, ["html", "body", "main", "form"]),
        (.heading, ["h1", "h2", "h3", "h4", "h5", "h6"]),
        (
            .fallback,
            [
                "audio", "video", "canvas", "meter", "progress", "datalist", "defs", "symbol", "clippath", "mask",
                "marker",
            ]
        ),
    ]

    /// The elements of each rank, lowest first.
    private static let ranked = [
        ["div"], ["td", "th"], ["tr"], ["thead", "tbody", "tfoot"], ["table"], ["head", "body"], ["html"],
    ]

    private static let named: [String: ElementTraits] = {
        var traits: [String: ElementTraits] = [:]
        for (flag, names) in flagged {
            for name in names { traits[name, default: ElementTraits()].flags.insert(flag) }
        }
        for (rank, names) in ranked.enumerated() {
            for name in names { traits[name, default: ElementTraits()].rank = rank }
        }
        return traits
    }()
}
