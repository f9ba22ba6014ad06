import Application
import Core
import Fakes
import Secrets
import Support
import Testing

struct KubectlProtocolTests {
    private let scene = ProgramScene()
    private static let server = "https://k8s.example.org:6443"

    private func asks(
        _ server: String? = KubectlProtocolTests.server, version: String = "v1", interactive: Bool = false,
        more: String = ""
    ) {
        let cluster = server.map { #","cluster":{"server":"\#($0)"\#(more),"config":null}"# } ?? ""
        scene.world.variables["KUBERNETES_EXEC_INFO"] =
            #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/\#(version)","#
            + #""spec":{"interactive":\#(interactive)\#(cluster)}}"#
    }

    @Test(arguments: ["v1", "v1beta1"]) func aTokenIsToldWithItsEndAMinuteEarly(_ version: String) throws {
        try scene.token("k8s", at: Self.server)
        asks(version: version)
        #expect(
            try scene.ask("kubectl", profile: "k8s")
                == #"{"apiVersion":"client.authentication.k8s.io/\#(version)","kind":"ExecCredential","#
                + #""status":{"token":"t0ken","expirationTimestamp":"2023-11-14T23:12:20Z"}}"# + "\n")
    }

    @Test func theIDTokenIsGivenWhereItIsWanted() throws {
        try scene.token("k8s", at: Self.server, idToken: "eyJhbGciOiJub25lIn0.eyJleHAiOjE3MDAwMDE4MDB9.c2ln")
        asks()
        let text = try scene.ask("kubectl", profile: "k8s") { $0.usesIDToken = true }
        #expect(text.contains(#""token":"eyJhbGciOiJub25lIn0."#) && text.contains("2023-11-14T22:42:20Z"), "\(text)")
        try scene.token("k8s", at: Self.server)
        #expect(failure { try scene.ask("kubectl", profile: "k8s") { $0.usesIDToken = true } }?.code == .notFound)
    }

    @Test func aTokenIsForItsResourceOnly() throws {
        let idToken = "e30.e30.c2ln"
        try scene.token("a", at: Self.server + "/a", "forA", idToken: idToken)
        asks(Self.server)
        #expect(try scene.ask("kubectl").contains("forA"))
        #expect(failure { try scene.ask("kubectl") { $0.usesIDToken = true } }?.code == .usage)
        try scene.token("b", at: Self.server + "/b", "forB", idToken: idToken)
        #expect(failure { try scene.ask("kubectl") }?.code == .notFound && scene.text.isEmpty)
        try scene.token("deep", at: Self.server + "/a/deep", "forDeep", idToken: idToken)
        for (path, wanted) in [("/a", "forA"), ("/a/x", "forA"), ("/b", "forB"), ("/a/deep/x", "forDeep")] {
            asks(Self.server + path)
            #expect(try scene.ask("kubectl").contains(#""token":"\#(wanted)""#), "\(path)")
        }
        asks(Self.server + "/c")
        #expect(failure { try scene.ask("kubectl") }?.code == .notFound && scene.text.isEmpty)
        asks(Self.server + "/b")
        #expect(failure { try scene.ask("kubectl", profile: "a") }?.code == .notFound && scene.text.isEmpty)
    }

    @Test func aForeignClusterGetsNothing() throws {
        try scene.token("k8s", at: "https://id.example.org/")
        asks("https://evil.example.org")
        #expect(failure { try scene.ask("kubectl", profile: "k8s") }?.code == .notFound)
        #expect(failure { try scene.ask("kubectl") }?.code == .notFound && scene.text.isEmpty)
        asks(nil)
        #expect(failure { try scene.ask("kubectl", profile: "k8s") }?.hint?.contains("provideClusterInfo") == true)
        // The profile names the cluster.
        scene.world.profile("k8s", ["method": "oauth", "resource": Self.server])
        asks()
        #expect(try scene.ask("kubectl", profile: "k8s").contains("t0ken"))
    }

    @Test func aSessionThatEndsWithinAMinuteIsNoneAndNobodyIsAsked() throws {
        try scene.token("k8s", at: Self.server, seconds: 50)
        scene.world.profile("k8s", ["method": "oauth", "issuer": "https://id.example.org", "resource": Self.server])
        asks()
        #expect(failure { try scene.ask("kubectl", profile: "k8s") }?.code == .inputNeeded)
        #expect(failure { try scene.ask("kubectl") }?.code == .notFound)
        #expect(scene.world.prompter.questions.isEmpty && scene.world.chosenPresenters.isEmpty && scene.text.isEmpty)
    }

    /// A kubeconfig of somebody else's may name the cluster, and a way to it that ends elsewhere.
    @Test(
        arguments: [
            (#","proxy-url":"http://evil.example.org""#, false), (#","proxy-url":"http://proxy.example.org""#, true),
            (#","tls-server-name":"evil.example.org""#, false), (#","tls-server-name":"k8s.example.org""#, true),
            (#","proxy-url":"","disable-compression":true"#, true),
        ])
    func aTokenGoesNoOtherWay(_ more: String, _ isGiven: Bool) throws {
        try scene.token("k8s", at: Self.server)
        asks(more: more)
        for profile in ["k8s", nil] {
            let error = failure { try scene.ask("kubectl", profile: profile) { $0.proxy = "http://proxy.example.org" } }
            #expect(error?.code == (isGiven ? nil : .usage) && scene.text.isEmpty != isGiven, "\(more)")
        }
        if more.contains("http") { #expect(failure { try scene.ask("kubectl", profile: "k8s") }?.code == .usage) }
    }

    @Test func anIdentityIsGivenToItsServersOnly() throws {
        let origin = try WebURL(Self.server).origin
        let identity = Identity(
            name: "ada", certificates: [Array("cert".utf8)], key: .pkcs8(SharedSecret(text: "key")), origins: [origin],
            source: "test", imported: scene.world.clock.now, expires: scene.world.clock.now.adding(seconds: 100),
            subject: "CN=ada")
        try IdentityStore(scene.world.store).keep(identity, replacing: true)
        asks()
        let text = try scene.ask("kubectl") { $0.signIn.identity = "ada" }
        #expect(text.contains(#""clientCertificateData":"-----BEGIN CERTIFICATE-----\u000a"#), "\(text)")
        #expect(text.contains(#""clientKeyData":"-----BEGIN PRIVATE KEY-----\u000a"#), "\(text)")
        scene.world.profile("sls", ["method": "sls"])
        #expect(try scene.ask("kubectl", profile: "sls") == text)
        asks("https://other.example.org")
        #expect(failure { try scene.ask("kubectl") { $0.signIn.identity = "ada" } }?.code == .notFound)
    }

    @Test func kubectlSaysWhetherAPersonIsThere() throws {
        let row = try #require(CredentialProtocol.named("kubectl"))
        for isThere in [true, false] {
            asks(interactive: isThere)
            #expect(row.isAttended(scene.world.services.environment) == isThere)
        }
        asks(version: "v2")
        #expect(failure { try scene.ask("kubectl", profile: "k8s") }?.code == .usage)
    }
}
