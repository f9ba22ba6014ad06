internal import CPOSIX
internal import Core
internal import Glibc
internal import Secrets
internal import System

/// The process between us and the browser, which is there for the case that we are gone without having tidied up: it
/// starts the browser, ends it with all its processes, and removes its directory.
public enum BrowserKeeper {
    /// Where the keeper finds what it works with.
    enum Descriptor {
        /// What it is told; closed when nobody needs the browser any more.
        static let instructions: Int32 = 3
        /// Where it tells what the browser said, at the end.
        static let report: Int32 = 4
        /// The browser's ends of the debugging pipe.
        static let reading: Int32 = 5
        static let writing: Int32 = 6
    }

    /// How long a browser may take to write its own files away. It ends by itself when the pipe closes.
    private static let graceMilliseconds: Int32 = 400
    private static let talkBytes = 4096
    /// The browser's words, its environment, and certificates.
    private static let maximumInstructionBytes = 8 << 20

    /// Serves one browser, from its start to its end.
    public static func serve() {
        // The end of what is told ends it, and then there is something to be removed; what is sent to all processes at the
        // end of a desktop's session must not be sooner.
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_IGN) }
        guard let told = told(), let instructions = KeeperInstructions(told) else { return }
        if let user = instructions.user, cposix_become_user(user) != 0 {
            return report("the user \(user) cannot be made the browser's")
        }
        guard cposix_adopt_orphans() == 0, mkdir(instructions.directory, 0o700) == 0 else {
            return report("its directory cannot be made: \(String(cString: strerror(errno)))")
        }
        defer { cposix_remove_tree(instructions.directory) }
        report(run(instructions))
    }

    private static func run(_ instructions: KeeperInstructions) -> String {
        if let certificates = instructions.trustedCertificates,
            let failure = CertificateDatabase.trust(certificates, home: instructions.directory)
        {
            return failure
        }
        if let failure = ProfilePreferences.write(profile: instructions.profile) { return failure }
        guard let talk = try? PrivateFile.createLog(instructions.directory + "/talk") else {
            return "its directory cannot be written to"
        }
        let words = instructions.words.map { strdup($0) }
        let environment = instructions.environment.map { strdup($0) }
        defer { for pointer in words + environment { free(pointer) } }
        let browser = cposix_spawn_kept(
            words + [nil], environment + [nil], Descriptor.reading, Descriptor.writing, talk.number)
        let failure = errno
        // Its end of the pipe must be the only one, for its end to be seen.
        close(Descriptor.reading)
        close(Descriptor.writing)
        guard browser > 0 else { return String(cString: strerror(failure)) }
        if cposix_wait_for(browser, Descriptor.instructions, -1) == 2 {
            cposix_wait_for(browser, -1, graceMilliseconds)
        }
        cposix_end_children(graceMilliseconds)
        return lastWords(talk)
    }

    /// Up to the NUL; the descriptor stays open, and tells when its other end is gone.
    private static func told() -> SharedSecret? {
        var text = Secret()
        let chunk = 64 << 10
        while text.count < maximumInstructionBytes {
            let start = text.count
            let count = text.withMutableBytes(count: start + chunk) { bytes in
                read(Descriptor.instructions, bytes.baseAddress?.advanced(by: start), chunk)
            }
            let number = errno
            text.truncate(to: start + max(0, count))
            if count < 0 && number == EINTR { continue }
            guard count > 0 else { return nil }
            // Nothing follows the NUL.
            if text.withBytes({ $0.last == 0 }) {
                text.truncate(to: text.count - 1)
                return SharedSecret(text)
            }
        }
        return nil
    }

    /// The last line of what the browser said.
    private static func lastWords(_ talk: borrowing FileDescriptor) -> String {
        let size = Int(lseek(talk.number, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: min(max(0, size), talkBytes))
        let count = pread(talk.number, &bytes, bytes.count, off_t(max(0, size - bytes.count)))
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    }

    private static func report(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = write(Descriptor.report, bytes.baseAddress, min(bytes.count, talkBytes)) }
    }
}
