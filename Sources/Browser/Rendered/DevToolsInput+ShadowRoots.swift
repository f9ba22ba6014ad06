internal import Core

/// Closed shadow roots, which only DevTools can open. Only elements with a hyphen in the name are asked, and each once: other
/// pages cost nothing.
extension DevToolsInput {
    /// Gives the reading script the closed shadow roots of the elements that it has found. Returns whether there are some; nil
    /// when the page does not answer in time.
    func openRoots() throws(FedauthError) -> Bool? {
        let list = try ask(
            "Runtime.evaluate",
            ["expression": .text(PageScript.hosts), "contextId": world, "objectGroup": "fedauth"])
        guard let array = list?["result"]?["objectId"],
            let members = try ask("Runtime.getProperties", ["objectId": array, "ownProperties": true])?["result"]
        else { return nil }
        var hasOpened = false
        for host in (members.elements ?? []).compactMap({ $0["value"]?["objectId"] }) {
            switch try window.askPage("DOM.describeNode", ["objectId": host], session: session) {
            case .none: return nil
            // The element is gone.
            case .refusal: continue
            case .result(let answer):
                let roots = answer["node"]?["shadowRoots"]?.elements ?? []
                guard let root = roots.first(where: { $0["shadowRootType"]?.text == "closed" })?["backendNodeId"] else {
                    continue
                }
                guard try open(root, of: host) else { return nil }
                hasOpened = true
            }
        }
        guard
            try ask(
                "Runtime.evaluate", ["expression": .text(PageScript.rootsAreKnown), "contextId": world]) != nil
        else { return nil }
        return hasOpened
    }

    private func open(_ root: JSONValue, of host: JSONValue) throws(FedauthError) -> Bool {
        let answer = try ask(
            "DOM.resolveNode",
            ["backendNodeId": root, "executionContextId": world, "objectGroup": "fedauth"])
        guard let object = answer?["object"]?["objectId"] else { return false }
        return try call(PageScript.takeRoot, on: host, passing: [["objectId": object]])?.bool == true
    }
}
