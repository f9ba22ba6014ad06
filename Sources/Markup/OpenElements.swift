/// The open elements at a position of a page. At many end tags libxml2 searches all of them, so their number is
/// limited: above the limit, tags of pure container elements are omitted, as browsers do above 512.
struct OpenElements {
    /// What happens to a tag.
    enum Fate: Equatable {
        case written
        case leftOut
    }

    /// More than any login page has, unless its tags are never closed.
    static let limit = 512
    /// Elements that matter to a sign-in may be nested deeper, and forms even deeper.
    static let limitOfControls = limit * 3 / 2
    private static let limitOfForms = 2 * limit

    private struct Element {
        let name: String
        let priority: Int
    }

    private var open: [Element] = []
    /// The positions in `open` of the elements with each name.
    private var places: [String: [Int]] = [:]
    /// The positions in `open` of the elements with each priority above the default, in the order of `priorities`.
    private var barriers = [[Int]](repeating: [], count: priorities.count)
    /// The number of omitted start tags for each name; their end tags are omitted, too.
    private var omitted: [String: Int] = [:]

    /// Begins an element that has an end tag. `closed` are the elements that it ends implicitly, innermost first.
    mutating func begin(_ name: String) -> (closed: [String], fate: Fate) {
        // A second one is not an element.
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

    /// Ends an element and the open elements inside it. Omits an end tag that ends nothing, as libxml2 does: without an
    /// element, or after an element that it may not end (`htmlAutoCloseOnClose`).
    mutating func end(_ name: String) -> Fate {
        // libxml2 opens these itself, and ends them at the end of the page.
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

    /// The innermost open elements that a start tag ends (HTML, "optional tags").
    private static let impliedEnds: [String: Set<String>] = [
        "p": ["p"], "li": ["p", "li"], "dt": ["p", "dt", "dd"], "dd": ["p", "dt", "dd"], "option": ["option"],
        "optgroup": ["option", "optgroup"], "td": ["p", "td", "th"], "th": ["p", "td", "th"],
        "tr": ["p", "td", "th", "tr"],
    ]

    /// libxml2's `htmlEndPriority`: an end tag does not end an element of a higher priority.
    private static let priorityOf = [
        "div": 150, "td": 160, "th": 160, "tr": 170, "thead": 180, "tbody": 180, "tfoot": 180, "table": 190,
        "head": 200, "body": 200, "html": 220,
    ]
    private static let priorities = [150, 160, 170, 180, 190, 200, 220]
}
