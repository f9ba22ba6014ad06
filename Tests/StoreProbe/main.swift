// Does one operation on a store and prints the result, for tests that need separate processes: a process has one session bus,
// and only a process can be killed. PROBE_FOLDER names the folder of an encrypted file; without it, the store is the keyring of
// the session.

import Core
public import FileStore
import Glibc
public import Keyring
import Secrets
import Support

extension SealedFiles: LargeValueStore {}

/// Writes a line to standard output.
func say(_ line: String) { _ = (line + "\n").withCString { write(1, $0, strlen($0)) } }

let arguments = CommandLine.arguments
let clock = TestClock()
let home = getenv("XDG_DATA_HOME").map { String(cString: $0) } ?? "/nonexistent"
let password = getenv("PROBE_PASSWORD").map { FixedPassphrase(String(cString: $0)) }
/// Tests that check the result and not the time set a longer deadline than the one for users.
let deadline = getenv("PROBE_DEADLINE").flatMap { UInt32(String(cString: $0)) } ?? 3000
let promptSeconds = getenv("PROBE_PROMPT").flatMap { Int64(String(cString: $0)) }
let bus = SessionBusAddress { getenv($0).map { String(cString: $0) } }
let keyring = SecretServiceStore(
    bus: bus, passwords: password, largeValues: SealedFiles(directory: home + "/fedauth/blobs", clock: clock),
    clock: clock,
    hasDisplay: promptSeconds != nil, deadlineMilliseconds: deadline)
let file = getenv("PROBE_FOLDER").map { String(cString: $0) }.map { folder in
    EncryptedFileStore(
        directory: folder, stateDirectory: folder + "-state", passphrases: password, clock: clock,
        lockWaitSeconds: 30, scryptLogN: getenv("PROBE_LOGN").flatMap { Int(String(cString: $0)) } ?? 15)
}
let store: any CredentialStore = file ?? keyring

do {
    switch arguments.dropFirst().first {
    case "contract":
        try StoreContract(store, clock: clock).run(longest: arguments.count > 2 ? Int(arguments[2]) ?? 0 : 1 << 20)
        say("kept")
    case "probe":
        do throws(FedauthError) {
            say(try SecretServiceStore.probe(bus: bus).rawValue)
        } catch {
            say("unavailable \(error.code.name): \(error)")
        }
    case "report":
        let report = SecretServiceStore.report(bus: bus, deadlineMilliseconds: deadline)
        say("library \(report.hasLibrary) bus \(report.busAddress == nil ? "none" : "\(report.isBusReachable)")")
        say("service \(report.service?.program ?? "none") \(report.service?.processID ?? 0)")
        say("collection \(report.collection.map { "\($0.path) \($0.label) \($0.isLocked)" } ?? "none")")
        say("obstacle \(report.obstacle.map { "\($0.code.name): \($0)" } ?? "none")")
    case "state": say("\(try store.state())")
    case "get":
        guard let item = try store.get(arguments[2]) else {
            say("nil")
            break
        }
        item.value.withBytes { _ = write(1, $0.baseAddress, $0.count) }
        say("")
    case "put":
        say(
            "version \(try store.put(StoreDraft(name: arguments[2], value: SharedSecret(text: arguments[3]))).version)"
        )
    case "parallel":
        for index in 0..<10 {
            try store.put(StoreDraft(name: "\(arguments[2])-\(index)", value: SharedSecret(text: "\(index)")))
        }
        say("done")
    case "count": say("\(try store.list().count)")
    case "list": say(try store.list().map { $0.name + ($0.isUnreadable ? "?" : "") }.joined(separator: " "))
    case "add":
        let draft = StoreDraft(name: arguments[2], value: SharedSecret(text: arguments[3]))
        say("version \(try store.put(draft, expecting: .absent).version)")
    case "visit":
        var lines: [String] = []
        try store.visit { item in
            lines.append(
                item.entry.name + "=" + item.value.withBytes { String(decoding: $0.prefix(20), as: UTF8.self) })
        }
        say(lines.joined(separator: " "))
    case "git-get", "git-put":
        let description = try SharedSecret(text: arguments[2]).withBytes { try CredentialDescription(reading: $0) }
        let credentials = GitCredentials(store, clock: clock)
        if arguments[1] == "git-put" { try credentials.keep(description) }
        let password = try credentials.filled(description)?.password
        say(password?.withBytes { String(decoding: $0, as: UTF8.self) } ?? "nil")
    case "recover":
        let recovery = try keyring.recover()
        say("lost: \(recovery.lost.joined(separator: " ")) doubled: \(recovery.doubled.joined(separator: " "))")
    case "delete": say("\(try store.delete(arguments[2]))")
    case "verify": say("unreadable: " + (try keyring.verify().joined(separator: " ")))
    case "initialise":
        try store.initialise()
        say("made")
    case "lock":
        try store.lock()
        say("locked")
    case "unlock":
        if let promptSeconds {
            try keyring.unlock(promptSeconds: promptSeconds)
        } else {
            try store.unlock(forSeconds: nil)
        }
        say("unlocked")
    case "time":
        func milliseconds(_ body: () throws -> Void) rethrows -> String {
            var times: [Int] = []
            for _ in 0..<20 {
                var start = timespec()
                clock_gettime(CLOCK_MONOTONIC, &start)
                try body()
                var end = timespec()
                clock_gettime(CLOCK_MONOTONIC, &end)
                times.append((end.tv_sec - start.tv_sec) * 1_000_000 + (end.tv_nsec - start.tv_nsec) / 1000)
            }
            return "first \(times[0]) us, then \(times.sorted()[10]) us"
        }
        say("get: " + (try milliseconds { _ = try store.get(arguments[2]) }))
        say(
            "put: "
                + (try milliseconds {
                    try store.put(StoreDraft(name: "timed", value: SharedSecret(text: "x")))
                }))
    default: say("usage: contract | probe | state | get | put | …")
    }
} catch let error as FedauthError {
    defer { exit(Int32(error.code.status.number)) }
    say(
        "\(error.code.name) \(error.code.status.number): \(error) [\(error.hint ?? "no hint")] \(error.causes)"
    )
} catch {
    say("broken: \(error)")
    exit(1)
}
