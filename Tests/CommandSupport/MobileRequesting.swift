import Testing

/// What suites need that request something from SAP mobile services.
protocol MobileRequesting {
    var lab: Lab { get }
    var home: Home { get }
}

extension MobileRequesting {
    func sap(_ key: String) throws -> String { try #require(lab.sap[key]) }

    var password: String { get throws { try lab.password(of: "ada") } }

    /// Writes a profile with all values, so that no question is needed.
    func configure(_ more: String = "") throws {
        try home.configure(
            """
            [profile.mobile]
            sap = "\(try sap("backendURL"))"
            user = "ada"
            password-file = "\(try #require(lab.users["ada"]?.passwordFile))"
            \(more)
            """)
    }
}
