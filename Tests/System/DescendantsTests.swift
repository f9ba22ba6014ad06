import Glibc
import System
import Testing

/// Processes that a supervisor which was killed left running.
struct DescendantsTests {
    /// The processes hold a pipe, so its end shows that all of them have ended. A second one is held by those that must stay.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            // The marked one alone, with others in other sessions, and one that writes over its environment.
            "exec 4>&-; echo begun >&3; exec sleep 600",
            "exec 4>&-; sleep 600 & setsid sleep 600 & echo begun >&3; wait",
            "exec 4>&-; env -i sleep 600 & trap '' TERM; echo begun >&3; wait",
            // Those whose leader has ended.
            "exec 4>&-; sleep 600 & env -i sleep 600 & echo begun >&3",
            // One that starts the next as fast as it can.
            "exec 4>&-; echo begun >&3; while :; do sleep 0.01; done",
        ])
    func allWithTheMarkAreEnded(_ script: String) throws {
        let mark = "/run/mark-\(UInt64.random(in: .min ... .max))/"
        let first = try Pipe()
        let second = try Pipe()
        let streams: [Int32?] = [nil, nil, nil, first.writing.number, second.writing.number]
        let process = try DetachedProcess.start(
            ["/bin/sh", "-c", script], environment: ["PATH=/usr/bin:/bin", "X=\(mark)cache"], streams: streams)
        // A process without the mark, in whose session a marked one is.
        let other = try DetachedProcess.start(
            ["/bin/sh", "-c", "X=\(mark)x sleep 600 4>&- & exec 3>&-; wait; exec sleep 600"],
            environment: ["PATH=/usr/bin:/bin"], streams: streams)
        first.writing.close()
        second.writing.close()
        let (ended, kept) = (first.reading.release(), second.reading.release())
        defer { for pipe in [ended, kept] { close(pipe) } }
        #expect(Readiness.wait(for: ended, milliseconds: nil))
        // The second shell may still be starting its child.
        while !Descendants.end(marked: mark) || !isClosed(ended) {}
        #expect(!Readiness.wait(for: kept, milliseconds: 0))
        kill(-other, SIGKILL)
        for child in [process, other] { waitpid(child, nil, 0) }
    }

    /// Reads what there is. Returns whether nothing holds the other end.
    private func isClosed(_ pipe: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 100)
        return Readiness.wait(for: pipe, milliseconds: 0) && read(pipe, &bytes, bytes.count) == 0
    }

    /// The wait for a supervisor has an end, also for one that does not end.
    @Test func aSupervisorThatRunsIsNotAwaited() throws {
        let pipe = try Pipe()
        let process = try DetachedProcess.start(
            ["/bin/cat"], environment: [], streams: [pipe.reading.number, nil, nil])
        #expect(try Descendants.end(ofSupervisor: process, within: 0) == nil)
        pipe.writing.close()
        #expect(try Descendants.end(ofSupervisor: process, within: 60_000) == .status(0))
        #expect(throws: SystemFailure.self) { try Descendants.end(ofSupervisor: process, within: 60_000) }
    }

    /// A child that nobody has waited for has ended all the same.
    @Test func oneThatHasEndedDoesNotRun() throws {
        let pipe = try Pipe()
        let process = try DetachedProcess.start(
            ["/bin/cat"], environment: [], streams: [pipe.reading.number, nil, nil])
        let identity = ProcessIdentity(running: process)
        #expect(identity.isRunning && identity.start > 0)
        pipe.writing.close()
        #expect(ProcessHandle(process)?.waitForEnd(milliseconds: 60_000) == true)
        #expect(!identity.isRunning)
        waitpid(process, nil, 0)
        #expect(!identity.isRunning)
    }

    @Test func namesOfOwnedFilesAreRead() {
        let owner = ProcessIdentity(id: 17, start: 4, namespace: 9)
        let name = OwnedName("exec", of: owner, "a-b.txt")
        #expect(name.text == "exec-9-17-4-a-b.txt" && OwnedName(name.text) == name)
        for text in ["", "exec", "exec-9-17-4", "exec-9-17-x-a", "exec--17-4-a", "exec-9-17--4-a"] {
            #expect(OwnedName(text) == nil, "\(text)")
        }
    }
}
