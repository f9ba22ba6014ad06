internal import CSecret
internal import Core
internal import Glibc

/// Items of other programs.
extension SecretServiceConnection {
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
