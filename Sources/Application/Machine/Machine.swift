public import Core

/// The machine that fedauth runs on: its programs, files, users and sockets. Looking changes nothing.
public protocol Machine: AnyObject {
    /// The variables of the process.
    var environment: any EnvironmentVariables { get }

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

    /// Returns the first line that a program prints within 5 seconds; its errors are not shown. Throws `program-failed`
    /// and `timed-out`.
    func firstLine(of words: [String]) throws(FedauthError) -> String

    /// Returns the program that copies text to the clipboard. Throws `usage` without a display, `no-clipboard` without a
    /// program.
    func clipboardProgram() throws(FedauthError) -> String

    /// Returns the path without symbolic links; nil when there is no such file.
    func resolved(_ path: String) -> String?

    /// Returns whether there is certainly no file at the path.
    func isMissing(_ path: String) -> Bool

    /// Returns the owner and the permissions of a file. Throws "cannot VERB 'PATH': …".
    func status(of path: String, to verb: String) throws(FedauthError) -> FileAccess

    /// Throws "cannot open 'PATH': …" for a file that this user cannot read.
    func checkReadable(_ path: String) throws(FedauthError)

    /// Throws "cannot write to 'PATH': …" when the path is no directory in which this user can create files.
    func checkWritable(directory path: String) throws(FedauthError)

    /// Returns the first bytes of a file, at most 256; nil when it cannot be read.
    func beginning(of path: String) -> [UInt8]?

    /// Returns whether a process listens there. Connects, and sends nothing.
    func listens(at address: ListenAddress) -> Bool

    /// Whether fedauth can ask on a terminal.
    var hasTerminal: Bool { get }

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

/// The owner and the permissions of a file.
public struct FileAccess: Sendable {
    /// Its owner.
    public var owner: UInt32
    /// Its permission bits, with the sticky and the set-user-ID bit.
    public var mode: UInt32
    /// Whether it is neither a directory nor a device, a socket or a FIFO.
    public var isRegular: Bool
    /// The other user or the group that can change it; nil when only this user and root can.
    public var writer: FileWriter?

    /// Creates a status.
    public init(owner: UInt32, mode: UInt32, isRegular: Bool = true, writer: FileWriter? = nil) {
        self.owner = owner
        self.mode = mode
        self.isRegular = isRegular
        self.writer = writer
    }

    var isSticky: Bool { mode & 0o1000 != 0 }
    var isReadableByOthers: Bool { mode & 0o044 != 0 }
}

/// Another user, or a group, that can change a file.
public struct FileWriter: Sendable {
    /// Whether its owner, a group or every user can change it.
    public enum Kind: Sendable {
        /// Its owner.
        case owner
        /// Every user.
        case anyone
        /// A group.
        case group
    }

    /// Whether its owner, a group or every user can change it.
    public var kind: Kind
    /// The same as the beginning of a message: "anyone may write 'PATH'".
    public var text: String
    /// The command that removes the permission.
    public var command: String

    /// Creates a description.
    public init(_ kind: Kind, text: String, command: String) {
        self.kind = kind
        self.text = text
        self.command = command
    }
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
