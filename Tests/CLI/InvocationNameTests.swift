import Testing

@testable import CLI

struct InvocationNameTests {
    @Test(arguments: [
        (["fedauth", "status"], ["status"]),
        (["/usr/bin/git-credential-fedauth", "get"], ["credential", "git", "get"]),
        (["git-credential-fedauth", "--expires=1h", "store"], ["credential", "git", "--expires=1h", "store"]),
        (["./docker-credential-fedauth"], ["credential", "docker"]),
        (
            ["/usr/lib/fedauth/keyring/keyring", "get", "--mode", "creds"],
            ["credential", "keyring", "--", "get", "--mode", "creds"]
        ), (["git-credential-other", "get"], ["get"]), ([], []),
    ])
    func standsForACommand(_ arguments: [String], _ words: [String]) {
        #expect(InvocationName.words(arguments) == words)
    }
}
