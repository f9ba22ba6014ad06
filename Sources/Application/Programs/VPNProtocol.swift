import Core
import Secrets

/// What programs for VPNs read from stdin: the cookie of a session with the gateway.
enum VPNProtocol {
    static let row = CredentialProtocol(
        name: "vpn", speakers: "openfortivpn, openconnect",
        setting: """
            # Fortinet
            fedauth credential vpn PROFILE | sudo openfortivpn vpn.example.org --cookie-on-stdin
            # Pulse, Juniper; '--protocol=fortinet' for Fortinet
            fedauth credential vpn PROFILE | sudo openconnect --protocol=nc --cookie-on-stdin https://vpn.example.org
            # GlobalProtect; the field of the gateway's answer is kept like a cookie
            fedauth credential vpn PROFILE | sudo openconnect --protocol=gp --user=USER --passwd-on-stdin \\
              --usergroup=portal:prelogin-cookie https://vpn.example.org
            # any other cookie; the session may also be named by the gateway: fedauth credential vpn https://vpn.example.org
            fedauth credential vpn PROFILE --cookie NAME
            """,
        programs: ["openfortivpn", "openconnect"], isAttended: { _ in true }, answer: answer)

    /// The cookies by which gateways know a session: of Fortinet, of Pulse and Juniper, of AnyConnect and ocserv.
    private static let known = ["SVPNCOOKIE", "DSID", "webvpn"] + GlobalProtectAnswer.names

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        // The current session may be for another gateway.
        guard let name = question.profile ?? question.words.first,
            question.words.count == (question.profile == nil ? 1 : 0)
        else { throw question.misused("vpn", "it takes the name of a profile, or the gateway's address") }
        var named = question
        named.profile = name
        let session = try named.session()
        let names = question.cookie.map { [$0] } ?? known
        let there = session.jar.cookies(for: session.url, now: question.now)
        guard let name = names.first(where: { name in there.contains { $0.name == name } }),
            let cookie = there.first(where: { $0.name == name })
        else {
            let list = there.map { "'\($0.name)'" }.joined(separator: ", ").folded(to: 200)
            throw FedauthError(
                .notFound,
                "the session '\(session.name)' has no cookie '\(names.joined(separator: "' or '").folded(to: 100))'",
                hint: "it has \(list.isEmpty ? "none" : list) for its address; '--cookie NAME' names another")
        }
        var line = Secret()
        // What is a password to openconnect goes without a name.
        if !GlobalProtectAnswer.names.contains(name) { line.append(name + "=") }
        cookie.value.withBytes { line.append($0) }
        line.append("\n")
        try question.write(line)
    }
}
