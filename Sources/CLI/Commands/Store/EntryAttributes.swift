import Core

/// `--attribute key=value`.
enum EntryAttributes {
    /// Parses the attributes of an entry that a user creates. Throws `usage` also for control characters.
    static func parsePrintable(_ words: [String]) throws(FedauthError) -> [String: String] {
        let attributes = try parse(words)
        for (key, value) in attributes where value.hasControls {
            throw FedauthError(
                .usage, "the attribute '\(key.folded(to: 40))' holds control characters",
                hint: "keep what is not plain text in the value")
        }
        return attributes
    }

    /// Parses attributes. Throws `usage` for a word other than `key=value`, and for a repeated key.
    static func parse(_ words: [String], option: String = "--attribute") throws(FedauthError) -> [String: String] {
        var attributes: [String: String] = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw FedauthError(
                    .usage, "'\(option) \(word.folded(to: 40))' is not KEY=VALUE", hint: "write it as host=example.org")
            }
            let key = String(word[..<equals])
            guard attributes.updateValue(String(word[word.index(after: equals)...]), forKey: key) == nil else {
                throw FedauthError(
                    .usage, "the attribute '\(key.folded(to: 40))' is given twice", hint: "each has one value")
            }
        }
        return attributes
    }
}
