import Glibc

extension Home {
    /// Runs a line of sh as root, with `FEDAUTH` for the binary. Other users get a namespace in which they are root, and may
    /// mount and trace.
    ///
    /// - Parameters:
    ///   - script: without single quotes.
    ///   - mounting: whether it may mount file systems, which no other process sees.
    func asRoot(_ script: String, mounting: Bool = false, adding: [String: String] = [:]) throws -> Outcome {
        let user = geteuid() == 0 ? "" : "--user --map-root-user"
        let mount = mounting ? "--mount" : ""
        // In a chroot, the root is not a mount point, so its propagation cannot be changed.
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
