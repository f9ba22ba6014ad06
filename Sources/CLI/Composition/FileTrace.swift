import Core
import System

/// A trace in a file: new, private, written line by line so that it is there when something hangs.
final class FileTrace: TraceSink {
    private let file: FileDescriptor
    private let path: String

    init(path: String) throws(FedauthError) {
        self.path = path
        try AtomicFile.checkPlace(path)
        do throws(FileFault) {
            file = try PrivateFile.replace(path)
        } catch {
            throw SystemCall.error("make", path, error)
        }
    }

    func write(_ text: String) {
        // A full disk must not end a sign-in.
        try? FileBytes.write(text.printable + "\n", to: file.number, name: path)
    }
}
