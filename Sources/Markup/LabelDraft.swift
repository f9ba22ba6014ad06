/// A `label` element; its control is determined at the end.
struct LabelDraft {
    let target: String?
    let text = FoldedText(limit: 200)
    /// The controls inside it.
    var controls: [Int] = []

    /// Pages for users have fewer controls; more would only cost time.
    private static let referenceLimit = 500

    init(target: String?) { self.target = target }

    /// Whether the label belongs to a control elsewhere.
    var isOfAnother: Bool { !(target ?? "").isEmpty }

    static func texts(of controls: [ControlDraft], _ labels: [LabelDraft], in first: MarkupNode?) -> [String] {
        var byTarget: [String: String] = [:]
        var wrapping: [Int: String] = [:]
        for label in labels where !label.text.text.isEmpty {
            if let target = label.target, label.isOfAnother, byTarget[target] == nil {
                byTarget[target] = label.text.text
            }
            // A label without `for` belongs to the first control inside it.
            if label.target == nil, let control = label.controls.first { wrapping[control] = label.text.text }
        }
        let named = controls.lazy.filter { $0.kind != .hidden }.prefix(Self.referenceLimit)
        let referenced = ReferencedTexts(named.flatMap(\.labelledBy), from: first)
        return controls.enumerated().map { index, control in
            let candidates = [
                control.kind == .submit || control.kind == .inert ? control.buttonName : "",
                byTarget[control.identifier] ?? "", wrapping[index] ?? "", control.ariaLabel,
                referenced.text(for: control.labelledBy), control.placeholder, control.tooltip, control.textBefore,
            ]
            return candidates.first { !$0.isEmpty } ?? ""
        }
    }
}
