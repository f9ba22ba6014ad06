public import Core
internal import Crypto
public import Secrets
internal import System

/// The message to the process that clears the clipboard, by a pipe: seconds (8 bytes), SHA-256 of the value (32 bytes),
/// and the environment variables that describe the display (`NAME=value`, each followed by a NUL). The process does not
/// get the value itself. The hash is not an argument, because a short value can be guessed from it.
public struct ClipboardClearing {
    var seconds: Int64
    var hash: [UInt8]
    var variables: [String: String]

    /// Creates the message for a value that is on the clipboard for `seconds`.
    public init(of value: SharedSecret, seconds: Int64, _ environment: Environment) throws(FedauthError) {
        self.seconds = seconds
        hash = try value.withBytes { (bytes) throws(FedauthError) in try Digest.sha256.hash(bytes) }
        variables = [:]
        for name in ClipboardTool.variables { variables[name] = environment[name] }
    }

    /// Parses the message; nil when it is incomplete.
    public init?(_ bytes: [UInt8]) {
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

    /// Starts the process; returns false when it cannot be started.
    public func start() -> Bool {
        let message = message
        // A message of this size fits into the pipe before a reader exists.
        guard message.count <= 16 << 10 else { return false }
        guard let pipe = try? Pipe(to: "clear-clipboard"), message.withUnsafeBytes({ pipe.writing.writeAll($0) })
        else { return false }
        return BackgroundProcess.start(["store", "clear-clipboard"], keeping: [pipe.reading.number])
    }

    /// Waits for the time limit or input on `stop`; then empties the clipboard unless its content has changed.
    public func run(stop: Int32) {
        for (name, value) in variables { ThisProcess.setVariable(name, value) }
        let deadline = Deadline(seconds: seconds, from: SystemClock())
        while deadline.remainingMilliseconds > 0 {
            if Readiness.wait(for: stop, milliseconds: deadline.remainingMilliseconds) { break }
        }
        try? ClipboardTool.find(Environment(values: variables)).clear(hash)
    }
}
