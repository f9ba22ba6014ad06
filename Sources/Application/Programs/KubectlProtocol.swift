import Core
import Secrets

/// What kubectl and other clients of Kubernetes ask a plugin (client.authentication.k8s.io, ExecCredential).
enum KubectlProtocol {
    static let row = CredentialProtocol(
        name: "kubectl", speakers: "kubectl, helm and what else reads a kubeconfig",
        setting: """
            # once: fedauth profile add PROFILE ISSUER --method oauth --client-id ID --resource https://cluster.example.org:6443/
            # ~/.kube/config; the profile names the cluster's server as its 'resource' or 'origin'
            users:
            - name: fedauth
              user:
                exec:
                  apiVersion: client.authentication.k8s.io/v1
                  command: fedauth
                  args: [credential, kubectl, PROFILE]   # and --id-token where the cluster trusts an OpenID provider
                  interactiveMode: IfAvailable
                  provideClusterInfo: true
            """,
        programs: ["kubectl", "helm"], places: [".kube/config"], marks: ["command", "fedauth"],
        placeVariable: "KUBECONFIG",
        isAttended: { (try? info($0))?["spec"]?["interactive"]?.bool ?? ($0[variable] == nil) }, answer: answer)

    private static let variable = "KUBERNETES_EXEC_INFO"
    private static let group = "client.authentication.k8s.io/"

    /// Returns the question; nil: a person typed the command.
    private static func info(_ environment: Environment) throws(FedauthError) -> JSONValue? {
        try environment[variable].map { (text) throws(FedauthError) in
            try JSONReader.parse(SharedSecret(text: text), of: "'\(variable)'", failure: .usage)
        }
    }

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        guard question.words.isEmpty else { throw question.misused("kubectl", "it takes the name of a profile") }
        let info = try info(question.services.environment)
        let version = info?["apiVersion"]?.text ?? group + "v1"
        guard [group + "v1", group + "v1beta1"].contains(version) else {
            throw FedauthError(
                .usage, "the version '\(version.folded(to: 60))' of the protocol is not known",
                hint: "write 'apiVersion: \(group)v1' into the kubeconfig")
        }
        guard let server = info?["spec"]?["cluster"]?["server"]?.text else {
            throw FedauthError(
                .usage, "the program does not say which server it is for",
                hint: "write 'provideClusterInfo: true' into the kubeconfig; see 'fedauth help kubectl'")
        }
        guard info?["spec"]?["cluster"]?["insecure-skip-tls-verify"]?.bool != true else {
            throw FedauthError(
                .usage, "the kubeconfig lets any server pass for '\(server.folded(to: 120))'",
                hint: "nothing was given; write 'certificate-authority' in place of 'insecure-skip-tls-verify'")
        }
        let url = try question.address(server)
        let identity = try certificate(question, url)
        // A key stays with kubectl; a token goes to whoever the kubeconfig connects to.
        if identity == nil, let cluster = info?["spec"]?["cluster"] { try check(cluster, at: url, question) }
        let status = if let identity { identity } else { try token(question, url) }
        try question.write(["apiVersion": .text(version), "kind": "ExecCredential", "status": status])
    }

    /// Throws `usage` for a kubeconfig that sends the token by a proxy which fedauth was not told of, or takes another server's name.
    private static func check(_ cluster: JSONValue, at url: WebURL, _ question: ProgramQuestion) throws(FedauthError) {
        let known: [(String, String?)] = [("proxy-url", question.proxy), ("tls-server-name", url.host)]
        for (name, own) in known {
            guard let value = cluster[name]?.text, !value.isEmpty, value != own else { continue }
            throw FedauthError(
                .usage, "by its '\(name)' the kubeconfig sends the token to '\(value.folded(to: 120))'",
                hint: "nothing was given; it may name the profile's 'proxy', or '--proxy' in 'args', or the server")
        }
    }

    /// Returns the named identity, or that of a profile which gets one; nil: a token is meant.
    private static func certificate(_ question: ProgramQuestion, _ url: WebURL) throws(FedauthError) -> JSONValue? {
        let services = question.services
        let known = try question.profile.flatMap(services.configuration().profile)
        let name = question.signIn.identity
        guard name != nil || known?.signInMethod == .sls else { return nil }
        let origin = url.origin
        let bound =
            if let name { try services.identity(name) } else {
                try IdentityStore(services.store()).bound(to: origin, at: question.now)
            }
        guard let identity = bound, identity.isBound(to: origin) else {
            throw FedauthError(
                .notFound, "no identity is bound to '\(origin)'",
                hint: "'fedauth identity bind NAME \(origin)' lets that server see it")
        }
        let key = PEMText.block("PRIVATE KEY", try identity.exportedKey())
        return .ordered([
            "clientCertificateData": .text(PEMText.certificates(identity.certificates)),
            "clientKeyData": .string(SharedSecret(key)),
            "expirationTimestamp": .text(identity.expires.adding(seconds: -ProgramAnswer.reserveSeconds).iso8601),
        ])
    }

    private static func token(_ question: ProgramQuestion, _ url: WebURL) throws(FedauthError) -> JSONValue {
        if question.profile == nil {
            guard !question.usesIDToken else {
                throw FedauthError(
                    .usage, "'--id-token' needs the name of a profile", hint: "name it behind 'kubectl' in 'args'")
            }
            guard let answer = try question.answer(for: url), !answer.isPassword, let token = answer.secret else {
                throw FedauthError(
                    .notFound, "there is no session with '\(url.origin)'",
                    hint: "name the profile behind 'kubectl' in 'args'")
            }
            return status(token, answer.expires)
        }
        let session = try question.session()
        try question.check(session, for: url)
        let given = try question.token(of: session, isID: question.usesIDToken)
        return status(given.value, given.expires?.adding(seconds: -ProgramAnswer.reserveSeconds))
    }

    private static func status(_ token: SharedSecret, _ expires: Timestamp?) -> JSONValue {
        .ordered(["token": .string(token), "expirationTimestamp": .text(ifAny: expires?.iso8601)])
    }
}
