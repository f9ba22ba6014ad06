internal import CLibraries
internal import Glibc

/// The Linux distribution, which decides the names of packages.
public struct Distribution: Sendable {
    /// What it calls itself (`PRETTY_NAME`); empty when it does not say.
    public let name: String
    private let family: clibraries_distribution?

    /// The one that this machine runs, by os-release(5).
    public static let current = Distribution(
        osRelease: FileDescriptor.text(of: "/etc/os-release") ?? FileDescriptor.text(of: "/usr/lib/os-release") ?? "")

    /// Releases of Debian and Ubuntu with the names of Debian 12.
    private static let older = ["bookworm", "trixie", "jammy", "lunar", "mantic", "noble", "oracular", "plucky"]

    /// Reads the content of os-release(5).
    public init(osRelease: String) {
        var values: [Substring: String] = [:]
        for line in osRelease.split(whereSeparator: \.isNewline) {
            guard let sign = line.firstIndex(of: "=") else { continue }
            values[line[..<sign]] = String(line[line.index(after: sign)...].filter { $0 != "\"" && $0 != "'" })
        }
        name = values["PRETTY_NAME"] ?? ""
        let identifiers = ["ID", "ID_LIKE"].flatMap { (values[$0] ?? "").split(separator: " ") }
        let found = Self.all.first { family in
            let known = String(cString: clibraries_identifiers(family)).split(separator: " ")
            return identifiers.contains { known.contains($0) || known.contains($0.prefix { $0 != "-" }) }
        }
        let codenames = ["DEBIAN_CODENAME", "UBUNTU_CODENAME", "VERSION_CODENAME"].compactMap { values[$0] }
        let isNewer = found == clibraries_debian_12 && !codenames.contains(where: Self.older.contains)
        family = isNewer ? clibraries_debian_14 : found
    }

    /// Returns the package that has the library or program; nil when that is not known.
    public func package(of dependency: Dependency) -> String? {
        family.flatMap { clibraries_package(dependency.row, $0) }.map { String(cString: $0) }
    }

    /// Returns what installs a library or program, as `apt install libcurl4`; elsewhere, what to install.
    public func install(_ dependency: Dependency) -> String {
        guard let family, let package = package(of: dependency) else {
            return "install the package that has " + (dependency.files.first ?? "\(dependency)")
        }
        return String(cString: clibraries_installs(family)) + " " + package
    }

    /// The directories where distributions keep trusted certificates named by their hashes.
    public static var authorityDirectories: [String] {
        all.compactMap { clibraries_authorities($0) }.map { String(cString: $0) }
    }

    private static var all: [clibraries_distribution] {
        (0..<clibraries_distribution_count.rawValue).map { clibraries_distribution($0) }
    }
}

/// A library or program of the system that fedauth uses, in the order of `CLibraries`.
public enum Dependency: UInt32, CaseIterable, Sendable {
    case curl, psl, ssl, xml2, secret, microhttpd, qrencode, smime, gssapi, gcrypt, crypto, systemd, sqlite
    case authorityFiles, chromium, firefox, tokenProvider, keyring, waylandClipboard, x11Clipboard, opener

    var row: clibraries_name { clibraries_name(rawValue) }

    /// The names of the library's files, newest ABI known to work first; none for a program.
    public var files: [String] {
        var found: [String] = []
        while let name = clibraries_soname(row, found.count) { found.append(String(cString: name)) }
        return found
    }

    /// The names for an error: `'libxml2.so.16' or 'libxml2.so.2'`.
    public var quotedFiles: String { files.map { "'\($0)'" }.joined(separator: " or ") }

    /// The file that was opened, without links; nil when the library is not open.
    public var openedFile: String? {
        guard let file = clibraries_file(row) else { return nil }
        guard let resolved = realpath(file, nil) else { return String(cString: file) }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
