internal import CSecret
internal import Core
internal import Glibc

/// Items of other programs.
extension SecretServiceConnection {
    /// Returns the paths of all items that have these attributes; never prompts.
    func search(
        attributes: [String: String]
    ) throws(FedauthError) -> (unlocked: [String], locked: [String]) {
        try answer(to: "be searched") { error in
            let copies = attributes.flatMap { [strdup($0.key), strdup($0.value)] }
            defer { copies.forEach { free($0) } }
            let pairs = copies.map { UnsafePointer($0) }
            var unlocked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            var locked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            guard csecret_search_attributes(service, pairs, attributes.count, &unlocked, &locked, error) == 1 else {
                return nil
            }
            defer {
                g_strfreev(unlocked)
                g_strfreev(locked)
            }
            return (Self.strings(unlocked), Self.strings(locked))
        }
    }

    /// Returns the label of an item.
    func label(ofItem item: String) throws(FedauthError) -> String {
        try answer(to: "name an entry") { error -> String? in
            guard let label = csecret_item_label(connection, item, error) else { return nil }
            defer { g_free(label) }
            return String(cString: label)
        }
    }

    /// Returns the attributes of an item.
    func attributes(of item: String) throws(FedauthError) -> [String: String] {
        try answer(to: "describe an entry") { error -> [String: String]? in
            var count = 0
            guard let list = csecret_item_attributes(connection, item, &count, error) else { return nil }
            defer { g_variant_unref(list) }
            var attributes: [String: String] = [:]
            for index in 0..<count {
                var name: UnsafePointer<CChar>?
                var value: UnsafePointer<CChar>?
                csecret_attribute(list, index, &name, &value)
                if let name, let value { attributes[String(cString: name)] = String(cString: value) }
            }
            return attributes
        }
    }
}
