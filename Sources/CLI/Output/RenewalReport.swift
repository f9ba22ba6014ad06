import Core

/// The result for one identity in `sls renew --all`, as `--json` shows it.
enum RenewalReport: Encodable {
    case done(EnrolledIdentity)
    case failed(name: String, FedauthError)

    private enum CodingKeys: CodingKey {
        case name, error
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .done(let identity): try identity.encode(to: encoder)
        case .failed(let name, let error):
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(name, forKey: .name)
            try members.encode(ErrorReport(error).error, forKey: .error)
        }
    }
}
