import Core

/// `--attribute key=value`.
enum EntryAttributes {
    /// Throws `usage` for what is no `key=value`, and for a key that is there twice.
    static func parse(_ words: [String]) throws(FedauthError) -> [String: String] {
        var attributes: [String: String] = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw FedauthError(
                    .usage, "'--attribute \(word.folded(to: 40))' is no KEY=VALUE", hint: "write it as host=example.org"
                )
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
