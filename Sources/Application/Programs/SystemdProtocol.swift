import Core
import System

/// What systemd asks at the socket of a unit's `LoadCredential=` (systemd.exec(5)): it connects, and its own address names the
/// unit and the credential.
enum SystemdProtocol {
    static let row = CredentialProtocol(
        name: "systemd", speakers: "systemd, for LoadCredential=",
        setting: """
            # the entry is named for the unit and the credential
            fedauth store put systemd/backup.service/password
            systemctl --user enable --now fedauth-credentials.socket
            # backup.service; what is missing or locked is an empty credential, with which it fails
            [Service]
            LoadCredential=password:%t/fedauth-credentials
            ExecStartPre=test -s ${CREDENTIALS_DIRECTORY}/password
            """,
        programs: ["systemctl"], places: [".config/systemd/user/sockets.target.wants/fedauth-credentials.socket"],
        operations: nil, answer: answer)

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        let parts = (LocalSocket.peerName(of: 0) ?? "").split(separator: "/", omittingEmptySubsequences: false)
        guard question.words.isEmpty, parts.count == 4, parts[1] == "unit" else {
            throw question.misused("systemd", "its socket starts it: 'fedauth help systemd' shows how")
        }
        let item = try question.services.store().required("systemd/\(parts[2])/\(parts[3])", at: question.now)
        try question.write(item.value.copy())
    }
}
