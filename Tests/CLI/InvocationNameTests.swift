import Testing

@testable import CLI

struct InvocationNameTests {
    @Test(arguments: [
        (["fedauth", "status"], ["status"]), (["/usr/bin/git-credential-fedauth", "get"], ["credential", "get"]),
        (["git-credential-fedauth", "--expires=1h", "store"], ["credential", "--expires=1h", "store"]),
        (["./docker-credential-fedauth"], ["docker-credential"]), (["git-credential-other", "get"], ["get"]), ([], []),
    ])
    func standsForACommand(_ arguments: [String], _ words: [String]) {
        #expect(InvocationName.words(arguments) == words)
    }
}
