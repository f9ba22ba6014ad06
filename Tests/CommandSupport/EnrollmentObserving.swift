import Testing

/// What suites need that request something from a server that requires a certificate.
protocol EnrollmentObserving {
    var scene: EnrollmentScene { get }
}

extension EnrollmentObserving {
    /// Writes a profile that gets certificates for `origin`.
    func configure(
        _ origin: String, _ words: String, est: Bool = false, cacert: String? = nil, defaults: String = "",
        _ more: String = ""
    ) throws {
        try scene.home.configure(
            """
            [defaults]
            \(defaults)
            [profile.corp]
            method = "sls"
            base-url = "\(est ? scene.server.est : scene.server.sls)"
            profile-code = "\(scene.code(words))"
            protocol = "\(est ? "est" : "slc3")"
            origin = ["\(origin)"]
            cacert = "\(cacert ?? scene.server.caFile)"
            \(more)

            """)
    }

    func request(_ url: String) throws -> Outcome {
        try scene.home.fedauth("request", url, "--cacert", scene.server.caFile, "--no-input")
    }
}
