internal import CPOSIX
internal import Glibc

/// The calling process.
public enum ThisProcess {
    /// Its ID.
    public static var id: Int32 { getpid() }
    /// The ID of the user whose permissions it has.
    public static var user: UInt32 { geteuid() }

    /// Ignores SIGHUP from now on. Returns a descriptor that becomes readable by SIGTERM, SIGINT and SIGQUIT, which end
    /// this process no more; below 0 when that fails.
    public static func receiveStopSignals() -> Int32 { cposix_stop_signals() }

    /// Ignores the signals by which a terminal, a desktop session or another process ends this one.
    public static func ignoreStopSignals() {
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_IGN) }
    }

    /// The name of this machine (gethostname(2)); nil when it is none that can be put into a command or a message.
    public static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isName && !text.isEmpty && !text.hasPrefix("-") ? text : nil
    }

    /// The kernel's identifier of this boot of the machine (random(4)); nil when it cannot be read.
    public static var bootID: String? {
        let text = FileDescriptor.text(of: "/proc/sys/kernel/random/boot_id")?.filter { !$0.isWhitespace }
        return text?.isEmpty == false ? text : nil
    }

    /// Sends what is written to stderr nowhere.
    public static func silenceErrors() {
        let nowhere = open("/dev/null", O_WRONLY)
        guard nowhere >= 0 else { return }
        dup2(nowhere, 2)
        close(nowhere)
    }

    /// Ends this process with status 0 when it has not ended by then: by SIGALRM alone, a shell would report a signal.
    public static func endSilently(afterSeconds seconds: UInt32) {
        signal(SIGALRM) { _ in _exit(0) }
        alarm(seconds)
    }

    /// Sets a variable for this process and those that it starts.
    public static func setVariable(_ name: String, _ value: String) { setenv(name, value, 1) }

    /// A descriptor that becomes readable when this process, or what it has become, ends; below 0: there is none.
    public static var handle: FileDescriptor { FileDescriptor(takingOwnershipOf: cposix_process_handle(getpid())) }
    /// The ID of the process that started this one.
    public static var parent: Int32 { getppid() }

    /// The limit of memory that the process may lock (RLIMIT_MEMLOCK); nil: unlimited.
    public static var lockableKibibytes: UInt64? {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
        return limit.rlim_cur == rlim_t.max ? nil : UInt64(limit.rlim_cur >> 10)
    }

    /// Ends this process because nothing reads its output. Returns when the caller wants an error instead.
    public static func endOfBrokenPipe() { cposix_die_of_broken_pipe() }

    /// Ends this process by a signal. Returns when the signal does not end it.
    public static func end(by signal: Int32) { cposix_die_by(signal) }
}
