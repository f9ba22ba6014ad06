extension MetaRefresh {
    /// Reads the `content` of a `<meta http-equiv=refresh>`, or the field `Refresh` of a response (HTML, "shared
    /// declarative refresh steps"); nil when a browser would not refresh.
    public init?(content: String) {
        var rest = content.utf8[...].drop(while: \.isBlankOfHTML)
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty || rest.first == 0x2E else { return nil }
        let seconds = digits.isEmpty ? 0 : Int(String(Substring(digits))) ?? Int(Int32.max)
        rest = rest.dropFirst(digits.count).drop { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard let separator = rest.first else {
            self.init(delaySeconds: seconds, target: nil)
            return
        }
        guard separator == 0x3B || separator == 0x2C || separator.isBlankOfHTML else { return nil }
        rest = rest.drop(while: \.isBlankOfHTML)
        if rest.first == 0x3B || rest.first == 0x2C { rest = rest.dropFirst() }
        rest = rest.drop(while: \.isBlankOfHTML)
        if Substring(rest.prefix(3)).lowercased() == "url" {
            let afterName = rest.dropFirst(3).drop(while: \.isBlankOfHTML)
            if afterName.first == 0x3D { rest = afterName.dropFirst().drop(while: \.isBlankOfHTML) }
        }
        if let quote = rest.first, quote == 0x22 || quote == 0x27 { rest = rest.dropFirst().prefix { $0 != quote } }
        let target = String(Substring(rest))
        self.init(delaySeconds: seconds, target: target.isEmpty ? nil : target)
    }
}

extension UInt8 {
    /// ASCII whitespace (Infra).
    fileprivate var isBlankOfHTML: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}
