/// Limits for a message, so that reading it takes only linear time: libxml2 compares each attribute of a tag with all
/// others, and searches all outer declarations for a prefix. It also writes the names of namespaces as they are
/// (xmlNsDumpOutput in 2.9), so that these may not need references.
struct XMLLimits {
    static let attributes = 250
    static let namespaces = 100
    static let depth = 200

    /// The number of namespaces that each open element declares.
    private var declared: [Int] = []
    private var namespacesInScope = 0

    /// Processes a start tag. Returns what is not allowed in it, in words; nil when everything is.
    mutating func begin(_ tag: UnsafeRawBufferPointer, isEmpty: Bool) -> String? {
        guard let (attributes, namespaces) = Self.count(in: tag) else {
            return "a reference in the name of a namespace"
        }
        guard attributes <= Self.attributes else { return "more than \(Self.attributes) attributes in an element" }
        guard namespacesInScope + namespaces <= Self.namespaces else {
            return "more than \(Self.namespaces) namespaces declared in one place"
        }
        guard declared.count < Self.depth else { return "more than \(Self.depth) elements within one another" }
        if !isEmpty {
            declared.append(namespaces)
            namespacesInScope += namespaces
        }
        return nil
    }

    mutating func end() { namespacesInScope -= declared.popLast() ?? 0 }

    /// Returns the numbers of a tag's quoted values and of names that begin with `xmlns`; nil: one has a reference.
    private static func count(in tag: UnsafeRawBufferPointer) -> (attributes: Int, namespaces: Int)? {
        var attributes = 0
        var namespaces = 0
        var quote: UInt8?
        var previous: UInt8 = 0
        var isNamespace = false
        for index in tag.indices {
            let byte = tag[index]
            if let open = quote {
                if byte == open { (quote, isNamespace) = (nil, false) }
                if byte == 0x26, isNamespace { return nil }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
                attributes += 1
            } else if byte == 0x78, previous.isMarkupBlank, tag[index...].starts(with: "xmlns".utf8) {
                namespaces += 1
                isNamespace = true
            }
            previous = byte
        }
        return (attributes, namespaces)
    }
}
