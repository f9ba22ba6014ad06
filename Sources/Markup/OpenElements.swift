/// The open elements at a position of a page. At many end tags libxml2 searches all of them, so their number is
/// limited: above the limit, tags of pure container elements are omitted, as browsers do above 512.
struct OpenElements {
    /// What happens to a tag.
    enum Fate: Equatable { case written, leftOut }

    /// The elements with one name.
    private struct Kind {
        let name: String
        let traits: ElementTraits
        /// Their positions in `open`.
        var places: [Int] = []
        /// The number of omitted start tags; their end tags are omitted, too.
        var omitted = 0
    }

    /// More than any login page has, unless its tags are never closed.
    static let limit = 512
    /// Elements that matter to a sign-in may be nested deeper, and forms even deeper.
    static let limitOfControls = limit * 3 / 2
    private static let limitOfForms = 2 * limit

    private var kinds: [Kind] = []
    /// The positions in `kinds`.
    private var numbers: [String: Int] = [:]
    /// The open elements, outermost first, as positions in `kinds`.
    private var open: [Int] = []
    /// The positions in `open` of the elements with each rank above the default.
    private var barriers = [[Int]](repeating: [], count: ElementTraits.ranks)

    /// Returns the number of the elements with this name, in lower case.
    mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        kinds.append(Kind(name: name, traits: ElementTraits.of(name)))
        numbers[name] = kinds.count - 1
        return kinds.count - 1
    }

    func traits(_ number: Int) -> ElementTraits { kinds[number].traits }

    /// Begins an element that has an end tag. `closed` are the elements that it ends implicitly, innermost first.
    mutating func begin(_ number: Int) -> (closed: [String], fate: Fate) {
        let flags = kinds[number].traits.flags
        // A second one is not an element.
        if flags.contains(.once) {
            guard kinds[number].places.isEmpty else { return ([], kinds[number].name == "html" ? .leftOut : .written) }
            push(number)
            return ([], .written)
        }
        let closed = flags.contains(.endsOthers) ? endOthers(kinds[number].name) : []
        let limit =
            flags.contains(.form) ? Self.limitOfForms : flags.contains(.control) ? Self.limitOfControls : Self.limit
        guard open.count < limit else {
            kinds[number].omitted += 1
            return (closed, .leftOut)
        }
        push(number)
        return (closed, .written)
    }

    /// Ends an element and the open elements inside it. Omits an end tag that ends nothing, as libxml2 does: without an
    /// element, or after an element that it may not end (`htmlAutoCloseOnClose`).
    mutating func end(_ number: Int) -> Fate {
        let traits = kinds[number].traits
        // libxml2 opens these itself, and ends them at the end of the page.
        if traits.flags.contains(.once) { return kinds[number].places.isEmpty ? .leftOut : .written }
        if kinds[number].omitted > 0 {
            kinds[number].omitted -= 1
            return .leftOut
        }
        guard let place = kinds[number].places.last else { return .leftOut }
        for places in barriers[(traits.rank + 1)...] { if let last = places.last, last > place { return .leftOut } }
        while open.count > place { pop() }
        return .written
    }

    private mutating func endOthers(_ name: String) -> [String] {
        let implied = ElementTraits.impliedEnds(of: name)
        var closed: [String] = []
        while let top = open.last, implied.contains(kinds[top].name) {
            closed.append(kinds[top].name)
            pop()
        }
        return closed
    }

    private mutating func push(_ number: Int) {
        kinds[number].places.append(open.count)
        let rank = kinds[number].traits.rank
        if rank >= 0 { barriers[rank].append(open.count) }
        open.append(number)
    }

    private mutating func pop() {
        guard let number = open.popLast() else { return }
        kinds[number].places.removeLast()
        let rank = kinds[number].traits.rank
        if rank >= 0 { barriers[rank].removeLast() }
    }
}
