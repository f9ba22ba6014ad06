import Application
import Glibc
import Support
import Testing

struct AtomicFileTests {
    /// Makes a file that was last changed this many seconds ago.
    private func make(_ path: String, secondsAgo: Int) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let moment = timespec(tv_sec: time(nil) - secondsAgo, tv_nsec: 0)
        futimens(file, [moment, moment])
        close(file)
    }

    @Test func whatAKilledWriterLeftIsRemovedLater() throws {
        let scratch = try Scratch()
        let folder = scratch.path
        let target = folder + "/export"
        let old = target + ".0123456789abcdef.tmp"
        // Another writer may still use the first file; the others are not fedauth's names.
        let others = [
            target + ".fedcba9876543210.tmp", target + ".1.tmp", target + ".0123456789abcdeg.tmp",
            folder + "/other.0123456789abcdef.tmp", target + ".0123456789abcdef",
        ]
        make(old, secondsAgo: 3600)
        for (index, other) in others.enumerated() { make(other, secondsAgo: index == 0 ? 60 : 3600) }
        let linked = target + ".00000000000000aa.tmp"
        symlink("export", linked)
        try AtomicFile.write("whole", to: target)
        #expect(access(old, F_OK) != 0)
        for other in others + [linked] { #expect(access(other, F_OK) == 0, "\(other)") }
        #expect(scratch.names.count == others.count + 2)
    }
}
