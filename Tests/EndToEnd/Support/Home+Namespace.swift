import Glibc

extension Home {
    /// Runs a line of sh as root, with `FEDAUTH` for the binary. Who is not root gets a namespace in which he is, and may
    /// mount and trace.
    ///
    /// - Parameters:
    ///   - script: without single quotes.
    ///   - mounting: what it mounts is seen by nobody else.
    func asRoot(_ script: String, mounting: Bool = false, adding: [String: String] = [:]) throws -> Outcome {
        let user = geteuid() == 0 ? "" : "--user --map-root-user"
        let mount = mounting ? "--mount" : ""
        // In a chroot the root is no mount point whose propagation could be changed.
        let line = """
            for way in "" "--propagation unchanged"; do
                unshare \(user) \(mount) $way true 2>/dev/null && exec unshare \(user) \(mount) $way sh -c '\(script)'
            done
            echo no namespace >&2; exit 99
            """
        return try Run.program(
            "/bin/sh", ["-c", line],
            environment: environment.merging(["FEDAUTH": Self.binary]) { $1 }.merging(adding) { $1 })
    }
}
