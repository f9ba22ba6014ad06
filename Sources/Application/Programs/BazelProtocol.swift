import Core

/// What Bazel asks a credential helper (the specification of EngFlow, "credential-helper-spec").
enum BazelProtocol {
    static let row = CredentialProtocol(
        name: "bazel", speakers: "Bazel",
        setting: """
            # .bazelrc
            common --credential_helper=*.example.org=bazel-credential-fedauth
            """,
        links: ["bazel-credential-fedauth"], programs: ["bazel", "bazelisk"], places: [".bazelrc"],
        marks: ["credential_helper", "fedauth"], operations: ["get"], answer: answer)

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        guard question.words == ["get"] else { throw question.misused("bazel", "its word is 'get'") }
        let asked = try question.object()["uri"]?.text ?? ""
        // Bazel also asks for caches at sockets and without TLS; an error would end the build.
        guard asked.isEmpty || ["https:", "http:", "grpcs:"].contains(where: { asked.hasPrefix($0) }) else {
            return try question.write(["headers": .object([])])
        }
        // The remote cache speaks gRPC over TLS.
        let url = try question.address(asked.hasPrefix("grpcs:") ? "https:" + asked.dropFirst("grpcs:".count) : asked)
        let answer = try question.answer(for: url)
        let fields = (answer?.fields ?? []).map { JSONValue.Member($0.name, .array([.string($0.value)])) }
        try question.write(.ordered(["headers": .object(fields), "expires": .text(ifAny: answer?.expires?.iso8601)]))
    }
}
