public import Core

/// The machine that fedauth runs on: its programs, files, users and sockets. Looking changes nothing.
public protocol Machine: AnyObject {
    /// The variables of the process.
    var environment: Environment { get }
    /// The effective user of this process.
    var userID: UInt32 { get }

    /// Returns the name of a user; nil when there is none.
    func userName(_ user: UInt32) -> String?

    /// Returns the user of that name; nil when there is none.
    func userID(named name: String) -> UInt32?

    /// Returns the program of that name in the directories of PATH, or at that path; nil when there is none.
    func program(_ name: String) -> String?

    /// Returns the user's own program. Throws the failure of its role when there is none.
    func program(_ name: String, for role: ProgramRole) throws(FedauthError) -> String

    /// The path of fedauth's own program.
    var ownProgram: String? { get }

    /// Returns the first line that a program prints to stdout in 5 seconds. Throws `program-failed` and `timed-out`.
    func firstLine(of words: [String]) throws(FedauthError) -> String

    /// Returns the path without symbolic links; nil when there is no such file.
    func resolved(_ path: String) -> String?

    /// Returns whether there is certainly no file at the path.
    func isMissing(_ path: String) -> Bool

    /// Returns whether root owns the file, and it runs as root (set-user-ID).
    func runsAsRoot(_ path: String) -> Bool

    /// Returns the first bytes of a file, at most 256; nil when it cannot be read.
    func beginning(of path: String) -> [UInt8]?

    /// Returns whether a line in the first 64 KiB of a file, which is no comment, holds all of the words.
    func file(_ path: String, holds words: [String]) -> Bool

    /// Returns whether a process listens there. Connects, and sends nothing.
    func listens(at address: ListenAddress) -> Bool

    /// Returns the character encoding of a locale; nil when it is not installed.
    func encoding(ofLocale name: String) -> String?

    /// What would hold a process that reads documents of servers: starts one. Nil when none can be made.
    var documentConfinement: DocumentConfinement? { get }
    /// How much memory may be locked, in KiB; nil: any amount.
    var lockableKibibytes: UInt64? { get }
}

/// An address at which a process of this machine can listen.
public enum ListenAddress: Hashable, Sendable {
    /// A socket file.
    case file(String)
    /// A name without a file (unix(7), abstract sockets).
    case abstract(String)
    /// A TCP port of 127.0.0.1.
    case port(UInt16)
}

/// A directory for files that must not outlive the desktop session.
public enum RuntimeDirectory: Sendable {
    /// It exists.
    case there(String)
    /// It is made when it is needed.
    case missing(String)
    /// It cannot be used.
    case unusable(FedauthError)
}
