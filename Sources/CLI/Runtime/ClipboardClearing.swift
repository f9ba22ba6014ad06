import Core
import Crypto
import Glibc
import Secrets

/// What the process that empties the clipboard later is told, through a pipe: seconds (8 bytes), SHA-256 of the value
/// (32), and the variables of the environment that lead to the display (`NAME=value`, a NUL behind each). It knows no
/// more of the value. The hash of a short value can be guessed from, so it is no argument.
struct ClipboardClearing {
    var seconds: Int64
    var hash: [UInt8]
    var variables: [String: String]

    init(of value: SharedSecret, seconds: Int64, _ environment: Environment) throws(FedauthError) {
        self.seconds = seconds
        hash = try value.withBytes { (bytes) throws(FedauthError) in try Digest.sha256.hash(bytes) }
        variables = [:]
        for name in ClipboardTool.variables { variables[name] = environment[name] }
    }

    /// Parses the message; nil when it is incomplete.
    init?(_ bytes: [UInt8]) {
        let read = bytes.withUnsafeBytes { bytes -> (time: UInt64, hash: [UInt8], rest: [UInt8])? in
            var reader = ByteReader(bytes)
            guard let time = reader.number(UInt64.self), let hash = reader.array(32),
                let rest = reader.array(reader.remaining)
            else { return nil }
            return (time, hash, rest)
        }
        guard let read else { return nil }
        seconds = Int64(bitPattern: read.time)
        hash = read.hash
        variables = [:]
        for entry in read.rest.split(separator: 0) {
            let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            variables[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
        }
    }

    var message: [UInt8] {
        var head: [UInt8] = []
        head.append(bigEndian: seconds)
        return head + hash + variables.flatMap { Array("\($0.key)=\($0.value)".utf8) + [0] }
    }

    /// Starts the process; false when that cannot be done.
    func start() -> Bool {
        let message = message
        // What fits into a pipe is written without a reader.
        guard message.count <= 16 << 10 else { return false }
        guard let pipe = try? Pipe(to: "clear-clipboard"),
            write(pipe.writing.number, message, message.count) == message.count
        else { return false }
        return BackgroundProcess.start(["store", "clear-clipboard"], keeping: [pipe.reading.number])
    }

    /// Waits for the time limit or input on `stop`; then empties the clipboard unless its content has changed.
    func run(stop: Int32) {
        for (name, value) in variables { setenv(name, value, 1) }
        let clock = SystemClock()
        let deadline = Deadline(seconds: seconds, from: clock)
        while deadline.remainingMilliseconds(clock) > 0 {
            var waiting = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, Int32(clamping: deadline.remainingMilliseconds(clock))) > 0 { break }
        }
        try? ClipboardTool.find(Environment(values: variables)).clear(hash)
    }
}
