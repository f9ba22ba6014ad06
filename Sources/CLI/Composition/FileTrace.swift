import Core
import Glibc

/// A trace in a file: new, private, written line by line so that it is there when something hangs.
final class FileTrace: TraceSink {
    private let file: FileDescriptor
    private let path: String

    init(path: String) throws(FedauthError) {
        self.path = path
        try AtomicFile.checkPlace(path)
        unlink(path)
        file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    }

    func write(_ text: String) {
        // A full disk must not end a sign-in.
        try? FileBytes.write(text.printable + "\n", to: file.number, name: path)
    }
}
