internal import Core

/// The mark on the field in which fedauth types, in a window on a display. The browser draws it above the page, which can
/// neither see nor change it.
extension BrowserWindow {
    /// Marks a field, in place of another one. Does not wait for the browser: the mark is only for the user's eyes.
    func mark(_ element: JSONValue, in session: String) throws(FedauthError) {
        guard !isHeadless else { return }
        for domain in ["DOM.enable", "Overlay.enable"] { try connection.post(domain, session: session) }
        try connection.post(
            "Overlay.highlightNode",
            [
                "objectId": element,
                "highlightConfig": [
                    "borderColor": Self.amber("1"), "paddingColor": Self.amber("0.25"),
                    "contentColor": Self.amber("0.25"),
                ],
            ], session: session)
        marked[session] = clock.monotonicMilliseconds
    }

    func removeMarks(after milliseconds: Int64) throws(FedauthError) {
        for (session, since) in marked where clock.monotonicMilliseconds - since >= milliseconds {
            marked[session] = nil
            for domain in ["Overlay.disable", "DOM.disable"] { try connection.post(domain, session: session) }
        }
    }

    private static func amber(_ opacity: String) -> JSONValue { ["r": 245, "g": 158, "b": 11, "a": .number(opacity)] }
}
