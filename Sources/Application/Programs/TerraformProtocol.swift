import Core

/// What Terraform and OpenTofu ask a credentials helper (Terraform, "Credentials Helpers").
enum TerraformProtocol {
    static let row = CredentialProtocol(
        name: "terraform", speakers: "Terraform, OpenTofu",
        setting: """
            # mkdir -p ~/.terraform.d/plugins
            # ln -s "$(command -v terraform-credentials-fedauth)" ~/.terraform.d/plugins/
            # ~/.terraformrc; 'args = ["PROFILE"]' gives that session
            credentials_helper "fedauth" {
              args = []
            }
            """,
        links: ["terraform-credentials-fedauth"], programs: ["terraform", "tofu"], places: [".terraformrc", ".tofurc"],
        marks: ["credentials_helper", "fedauth"], placeVariable: "TF_CLI_CONFIG_FILE",
        neededFile: ".terraform.d/plugins/terraform-credentials-fedauth", operations: ["get", "store", "forget"],
        answer: answer)

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        let misused = question.misused("terraform", "its words are 'get HOST', 'store HOST' and 'forget HOST'")
        guard question.words.count == 2 else { throw misused }
        let url = try question.address("https://\(question.words[1])/")
        let login = CredentialScope(.terraform, server: url.origin.hostAndPort)
        switch question.words[0] {
        case "get":
            let secret = try question.answer(for: url, login: login)?.secret
            try question.write(.ordered(["token": secret.map(JSONValue.string)]))
        case "store":
            guard let token = try question.object()["token"]?.secret else {
                throw FedauthError(.usage, "the object on stdin has no 'token'", hint: "fedauth stores nothing else")
            }
            try question.keep(token, for: login)
        case "forget": try question.forget(login)
        default: throw misused
        }
    }
}
