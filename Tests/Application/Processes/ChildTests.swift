import Application
import Core
import Secrets
import Testing

/// Tests programs that misbehave. They end with their long sleep if fedauth does not end them.
struct ChildTests {
    private func deadline(_ seconds: Int64) -> Deadline {
        Deadline(seconds: seconds, from: SystemClock())
    }

    private func script(_ text: String) -> [String] { ["/bin/sh", "-c", text] }

    @Test func whatItPrintsIsRead() throws {
        let output = try Child.output(of: script("printf needle"), name: "it", until: deadline(60))
        #expect(output.withBytes { Array($0) } == Array("needle".utf8))
    }

    @Test func oneThatClosesItsOutputAndGoesOnIsEnded() {
        let error = #expect(throws: FedauthError.self) {
            _ = try Child.output(of: script("exec >&-; exec sleep 60"), name: "it", until: deadline(1)).count
        }
        #expect(error?.code == .timedOut)
    }

    @Test func oneThatDoesNotReadIsEnded() {
        let error = #expect(throws: FedauthError.self) {
            try Child.feed(
                Secret(repeatElement(1, count: 1 << 20)), to: script("exec sleep 60"), name: "it",
                until: deadline(1))
        }
        #expect(error?.code == .timedOut)
    }

    @Test func whatItReadsIsWhole() throws {
        let count = 3 << 20
        try Child.feed(
            Secret(repeatElement(0x61, count: count)), to: script("test $(wc -c) = \(count)"), name: "it",
            until: deadline(60))
    }

    /// The threads of tests block signals; a program must not inherit that.
    @Test func nothingIsBlockedInIt() throws {
        let said = try Child.output(
            of: ["/bin/grep", "SigBlk", "/proc/self/status"], name: "it", until: deadline(60))
        #expect(said.withBytes { String(decoding: $0, as: UTF8.self) } == "SigBlk:\t0000000000000000\n")
    }

    @Test func oneThatFailsIsNamedWithItsEnd() {
        for (text, how) in [("exit 3", "status 3"), ("kill -9 $$", "signal 9")] {
            let error = #expect(throws: FedauthError.self) {
                _ = try Child.output(of: script(text), name: "it", until: deadline(60)).count
            }
            #expect(error?.code == .programFailed && error?.message == "'it' ended with \(how)")
        }
    }

    @Test func oneThatDoesNotExistIsNamed() {
        let error = #expect(throws: FedauthError.self) { _ = try Child(["/nosuch/program"], name: "it") }
        #expect(error?.code == .usage && error?.message == "cannot start 'it': no such file or directory")
    }
}
