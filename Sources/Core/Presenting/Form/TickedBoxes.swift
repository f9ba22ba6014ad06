import Secrets

/// Decides which boxes and radio buttons of a form a value of `--field` ticks.
struct TickedBoxes {
    private let boxes: [String: [FormField]]
    /// The last value for each name, and whether a box has it.
    private var known: [String: (value: SharedSecret, isOwn: Bool)] = [:]

    init(of form: LoginForm) { boxes = Dictionary(grouping: form.fields.filter { $0.kind == .checkbox }, by: \.name) }

    /// Returns whether the value ticks this box or radio button: its own value, or for a box any value that is not a "no" and
    /// is no other box's of the name.
    mutating func contains(_ box: FormField, by value: SharedSecret) -> Bool {
        if value == box.value { return true }
        guard box.kind == .checkbox, !["", "no", "false", "off"].contains(where: { value.equals($0) }) else {
            return false
        }
        // One value serves many boxes: it is looked for once.
        if let known = known[box.name], known.value == value { return !known.isOwn }
        let isOwn = boxes[box.name, default: []].contains { $0.value == value }
        known[box.name] = (value, isOwn)
        return !isOwn
    }
}
