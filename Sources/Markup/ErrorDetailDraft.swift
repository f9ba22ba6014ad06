internal import Core

/// An element whose ID shows that it identifies an error for the server's administrator.
struct ErrorDetailDraft {
    let name: String
    let text = FoldedText(limit: 100, marksCut: true)

    private static let names: [StaticString] = [
        "activityid", "contextid", "timestamp", "correlationid", "requestid", "trackid", "trackingid", "incidentid",
    ]

    init?(_ node: MarkupNode) {
        guard node.attribute("id", mentions: Self.names), let identifier = node.attribute("id"),
            Self.names.contains(where: { "\($0)" == identifier.lowercased() })
        else { return nil }
        name = identifier.folded()
    }

    var detail: Page.Detail { Page.Detail(name: name, text: text.text) }
}
