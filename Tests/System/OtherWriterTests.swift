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
        for (group, user) in [(nobody, nobody), (0, nobody), (nobody, 1), (0, 0), (4711, 4711)] as [(UInt32, UInt32)] {
            #expect(!OtherWriter.isPrivate(group: group, of: user), "\(group) of \(user)")
        }
    }

    /// Other users are members by the list of the group, or because it is their primary group.
    @Test(
        arguments: [
            ([], ["ada": 4000], true), (["ada"], ["ada": 4000], true),
            (["bob"], ["ada": 4000], false), (["ada", "bob"], ["ada": 4000], false),
            ([], ["ada": 4000, "bob": 4001], false), ([], ["bob": 4001], false), ([], ["ada": 4001], false),
            // The directory of the users does not list them.
            ([], [:], false),
        ] as [([String], [String: UInt32], Bool)])
    func membersOfAPrivateGroup(_ members: [String], _ primary: [String: UInt32], _ isPrivate: Bool) {
        let users = primary.map { (name: $0.key, user: $0.value) }
        #expect(OtherWriter.isPrivate("ada", members: members, primary: users, of: 4000) == isPrivate)
        #expect(!OtherWriter.isPrivate("users", members: members, primary: users, of: 4000))
    }
}
