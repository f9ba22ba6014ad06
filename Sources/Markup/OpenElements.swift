/// The elements that are open at a place of a page. libxml2 looks through all of them at many end tags, so there must not be
/// any number: beyond a limit, tags of elements that only hold others are left out, as browsers do beyond 512.
struct OpenElements {
    /// What becomes of a tag.
    enum Fate: Equatable {
        case written
        case leftOut
    }

    /// More than any page that people sign in on has, unless its tags are never closed.
    static let limit = 512
    /// What matters to a sign-in may stand deeper, and forms deeper still.
    static let limitOfControls = limit * 3 / 2
    private static let limitOfForms = 2 * limit

    private struct Element {
        let name: String
        let priority: Int
    }

    private var open: [Element] = []
    /// Where in `open` the elements of each name stand.
    private var places: [String: [Int]] = [:]
    /// Where in `open` those of each priority above the usual one stand, in the order of `priorities`.
    private var barriers = [[Int]](repeating: [], count: priorities.count)
    /// How many start tags of each name were left out; their end tags are, too.
    private var omitted: [String: Int] = [:]

    /// Begins an element that has an end tag. `closed` are those whose end it implies, the innermost first.
    mutating func begin(_ name: String) -> (closed: [String], fate: Fate) {
        // Second ones are no elements.
        if Self.once.contains(name) {
            guard places[name, default: []].isEmpty else { return ([], name == "html" ? .leftOut : .written) }
            push(name)
            return ([], .written)
        }
        var closed: [String] = []
        if let implied = Self.impliedEnds[name] {
            while let top = open.last, implied.contains(top.name) {
                closed.append(top.name)
                pop()
            }
        }
        let isControl = Self.controls.contains(name)
        guard open.count < (name == "form" ? Self.limitOfForms : isControl ? Self.limitOfControls : Self.limit) else {
            omitted[name, default: 0] += 1
            return (closed, .leftOut)
        }
        push(name)
        return (closed, .written)
    }

    /// Ends an element, and those that stand open in it. An end tag that ends nothing is left out, as libxml2 leaves it out: one
    /// without an element, or behind an element that it must not end (`htmlAutoCloseOnClose`).
    mutating func end(_ name: String) -> Fate {
        // libxml2 opens these by itself, and ends them at the end of the page.
        if Self.once.contains(name) { return places[name, default: []].isEmpty ? .leftOut : .written }
        if let count = omitted[name], count > 0 {
            omitted[name] = count - 1
            return .leftOut
        }
        guard let place = places[name]?.last else { return .leftOut }
        let priority = open[place].priority
        for (barrier, places) in zip(Self.priorities, barriers) where barrier > priority {
            if let last = places.last, last > place { return .leftOut }
        }
        while open.count > place { pop() }
        return .written
    }

    private mutating func push(_ name: String) {
        let priority = Self.priorityOf[name] ?? 100
        places[name, default: []].append(open.count)
        if let rank = Self.priorities.firstIndex(of: priority) { barriers[rank].append(open.count) }
        open.append(Element(name: name, priority: priority))
    }

    private mutating func pop() {
        guard let last = open.popLast() else { return }
        places[last.name]?.removeLast()
        if let rank = Self.priorities.firstIndex(of: last.priority) { barriers[rank].removeLast() }
    }

    private static let once: Set<String> = ["html", "head", "body"]

    private static let controls: Set<String> = [
        "fieldset", "legend", "label", "select", "optgroup", "option", "button", "template", "noscript",
    ]

    /// Those at the top of the open ones that a start tag ends (HTML, "optional tags").
    private static let impliedEnds: [String: Set<String>] = [
        "p": ["p"], "li": ["p", "li"], "dt": ["p", "dt", "dd"], "dd": ["p", "dt", "dd"], "option": ["option"],
        "optgroup": ["option", "optgroup"], "td": ["p", "td", "th"], "th": ["p", "td", "th"],
        "tr": ["p", "td", "th", "tr"],
    ]

    /// libxml2's `htmlEndPriority`: an end tag ends no element of a higher one.
    private static let priorityOf = [
        "div": 150, "td": 160, "th": 160, "tr": 170, "thead": 180, "tbody": 180, "tfoot": 180, "table": 190,
        "head": 200, "body": 200, "html": 220,
    ]
    private static let priorities = [150, 160, 170, 180, 190, 200, 220]
}
