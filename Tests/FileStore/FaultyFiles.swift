import Glibc
import Synchronization
import System

@testable import FileStore

/// Forwards to the real system calls and makes one of them fail.
final class FaultyFiles: FileOperations {
    enum Fault: Sendable, CustomStringConvertible {
        /// The call fails once with this error.
        case error(Int32)
        /// The call and all later calls fail with this error, as on a full disk.
        case lasting(Int32)
        /// The call writes half of its data or does nothing, and later calls do nothing, as if the process was killed.
        case kill
        /// A write accepts fewer bytes than requested, which is no error.
        case short
        /// Runs a closure before the call, such as a write of another process.
        case meanwhile(@Sendable () -> Void)

        var description: String {
            switch self {
            case .error(let number): "error \(number)"
            case .lasting(let number): "lasting error \(number)"
            case .kill: "kill"
            case .short: "short write"
            case .meanwhile: "meanwhile"
            }
        }
    }

    private let real = PosixFiles()
    private let fault: Fault
    private let step: Int
    private let steps = Atomic<Int>(0)

    init(_ fault: Fault, at step: Int) {
        self.fault = fault
        self.step = step
    }

    /// Whether the fault was reached.
    var wasReached: Bool { steps.load(ordering: .relaxed) >= step }

    private func count(_ function: String) throws(SystemFailure) {
        let now = steps.add(1, ordering: .relaxed).newValue
        switch fault {
        case .error(let number): if now == step { throw SystemFailure(function: function, number: number) }
        case .lasting(let number): if now >= step { throw SystemFailure(function: function, number: number) }
        case .kill: if now >= step { throw SystemFailure(function: function, number: EIO) }
        case .short: break
        case .meanwhile(let happens): if now == step { happens() }
        }
    }

    func makeDirectory(_ path: String) throws(SystemFailure) {
        try count("mkdir")
        try real.makeDirectory(path)
    }
    func openDirectory(_ path: String) throws(SystemFailure) -> SharedDescriptor {
        try count("open")
        return try real.openDirectory(path)
    }
    func openToRead(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try count("openat")
        return try real.openToRead(directory, name)
    }
    func create(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try count("openat")
        return try real.create(directory, name)
    }
    func openLock(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try count("openat")
        return try real.openLock(directory, name)
    }
    func lock(_ file: SharedDescriptor) throws(SystemFailure) -> Bool {
        try count("flock")
        return try real.lock(file)
    }
    func status(_ file: SharedDescriptor) throws(SystemFailure) -> FileStatus {
        try count("fstat")
        return try real.status(file)
    }
    func status(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> FileStatus {
        try count("fstatat")
        return try real.status(directory, name)
    }
    func read(
        _ file: SharedDescriptor, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemFailure) -> Int {
        try count("pread")
        guard case .short = fault else { return try real.read(file, buffer, at: offset) }
        return try real.read(file, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(7)), at: offset)
    }
    func write(_ file: SharedDescriptor, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int {
        let half = UnsafeRawBufferPointer(rebasing: bytes.prefix(max(1, bytes.count / 2)))
        if case .short = fault { return try real.write(file, half) }
        do throws(SystemFailure) {
            try count("write")
        } catch {
            if case .kill = fault, steps.load(ordering: .relaxed) == step { _ = try real.write(file, half) }
            throw error
        }
        return try real.write(file, bytes)
    }
    func synchronise(_ file: SharedDescriptor) throws(SystemFailure) {
        try count("fsync")
        try real.synchronise(file)
    }
    func link(_ directory: SharedDescriptor, _ from: String, _ to: String) throws(SystemFailure) {
        try count("linkat")
        try real.link(directory, from, to)
    }
    func rename(_ directory: SharedDescriptor, _ from: String, _ to: String) throws(SystemFailure) {
        try count("renameat")
        try real.rename(directory, from, to)
    }
    func unlink(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) {
        try count("unlinkat")
        try real.unlink(directory, name)
    }
}
