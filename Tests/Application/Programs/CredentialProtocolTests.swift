import Application
import Core
import Support
import Testing

/// Tests the table of protocols.
struct CredentialProtocolTests {
    @Test func everyNameAndEveryLinkIsThereOnce() {
        let rows = CredentialProtocol.all
        #expect(rows.count >= 12 && Set(rows.map(\.name)).count == rows.count)
        let links = rows.flatMap(\.links)
        #expect(Set(links).count == links.count && !links.contains("fedauth"))
        for row in rows {
            #expect(!row.programs.isEmpty && !row.speakers.isEmpty && row.setting.contains("fedauth"), "\(row.name)")
            // JSON holds no comment; the file is named beside it.
            #expect(row.setting.hasPrefix("{") ? !row.setting.contains("#") : row.file == nil, "\(row.name)")
            #expect(row.setting.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(row.name)")
            // git's operations need no protocol.
            #expect(!GitProtocol.operations.contains(row.name))
        }
    }

    @Test(
        arguments: [
            (["get"], "git", nil, ["get"]), (["docker", "list"], "docker", nil, ["list"]),
            (["kubectl", "k8s"], "kubectl", "k8s", []), (["go", "mail", "https://h/x"], "go", "mail", ["https://h/x"]),
            (["go", "https://h/x"], "go", nil, ["https://h/x"]), (["bazel", "get"], "bazel", nil, ["get"]),
            (["terraform", "tf", "get", "h"], "terraform", "tf", ["get", "h"]), ([""], "git", nil, [""]),
            (["keyring", "get", "h"], "keyring", nil, ["get", "h"]),
        ] as [([String], String, String?, [String])])
    func wordsAreSplit(_ words: [String], _ name: String, _ profile: String?, _ rest: [String]) {
        let meant = CredentialProtocol.meant(by: words)
        let split = meant.protocol.split(meant.rest)
        #expect(meant.protocol.name == name && split.profile == profile && split.rest == rest)
    }
}
