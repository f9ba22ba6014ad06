import Glibc
import Testing

@testable import System

/// Tests which permissions let another user change a file.
struct OtherWriterTests {
    /// With an access control list, the bits of a private group stand for other users, too.
    @Test func aListMakesAPrivateGroupOneOfOthers() {
        var status = stat()
        (status.st_uid, status.st_gid, status.st_mode) = (geteuid(), 4711, S_IFREG | 0o660)
        #expect(OtherWriter(FileStatus(status), hasACL: false, isPrivate: { _ in true }) == nil)
        #expect(OtherWriter(FileStatus(status), hasACL: true, isPrivate: { _ in true }) == .group(4711))
        #expect(OtherWriter(FileStatus(status), hasACL: false, isPrivate: { _ in false }) == .group(4711))
        status.st_mode = S_IFREG | 0o640
        #expect(OtherWriter(FileStatus(status), hasACL: true, isPrivate: { _ in true }) == nil)
    }

    /// With a umask of 002 the user's own group may write every file that the user creates.
    @Test func aPrivateGroupIsTheUserAlone() throws {
        let nobody: uid_t = 65534
        #expect(OtherWriter.isPrivate(group: nobody, of: nobody))
        #expect(!OtherWriter.isPrivate(group: 0, of: nobody) && !OtherWriter.isPrivate(group: nobody, of: 1))
        #expect(!OtherWriter.isPrivate(group: 0, of: 0))
    }
}
