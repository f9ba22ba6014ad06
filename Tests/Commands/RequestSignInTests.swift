import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth request` at servers that require a sign-in.
struct RequestSignInTests: MobileRequesting {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    @Test(arguments: ["resourceURL", "resourceRedirectURL"])
    func challengesOfSAPAreAnswered(_ key: String) throws {
        try configure()
        let outcome = try home.request(try sap(key), "--fail")
        #expect(outcome.status == 0 && outcome.text.contains("ada"), "\(outcome)")
        // The content is sent again after the sign-in.
        let posted = try home.request(try sap(key), "-d", "c=d", "--fail")
        #expect(posted.status == 0 && posted.text.contains("c=d"), "\(posted)")
    }

    @Test func withoutAProfileTheBackendIsFound() throws {
        let outcome = try home.request(
            try sap("resourceURL"), "--user", "ada", "--password-file", try #require(lab.users["ada"]?.passwordFile))
        #expect(outcome.status == 0 && outcome.text.contains("ada"), "\(outcome)")
        #expect(try home.request(try sap("resourceURL")).text.contains("ada"))
    }

    @Test func applicationAndDeviceAreToldToTheService() throws {
        try configure()
        #expect(try home.request(try sap("resourceHeadersURL"), "--fail").status == 1)
        try configure("smp-application = \"com.example.lab\"\nsmp-device = \"d1\"")
        let outcome = try home.request(try sap("resourceHeadersURL"), "--fail")
        #expect(outcome.status == 0 && outcome.text.contains("com.example.lab"), "\(outcome)")
    }

    @Test func aServiceWithoutAProfileSignsInAtItsOwnAddress() throws {
        let plain = try lab.scenario("plain")
        let outcome = try home.request(plain.protected, "--user", "ada", "--password-file", plain.passwordFile)
        #expect(outcome.status == 0 && outcome.text.contains("signed in as ada"), "\(outcome)")
        #expect(try home.request(plain.protected).text.contains("signed in as ada"))
    }

    @Test(arguments: [
        "digest-md5", "digest-sha256", "digest-sha256-sess", "digest-stale", "digest-userhash", "digest-old",
    ])
    func digestIsAnswered(_ scheme: String) throws {
        let file = try #require(lab.users["ada"]?.passwordFile)
        let outcome = try home.request(
            try #require(lab.challenges.schemes[scheme]), "-d", "content", "--user", "ada", "--password-file", file)
        #expect(try Lab.Echo(outcome).user == "ada" && Lab.Echo(outcome).body == "content", "\(outcome)")
    }

    @Test func aTicketIsShown() throws {
        let kerberos = lab.challenges.kerberos
        let outcome = try home.request(
            lab.challenges.negotiateURL, "-d", "content",
            adding: ["KRB5_CONFIG": kerberos.krb5Config, "KRB5CCNAME": kerberos.cache])
        #expect(outcome.status == 0 && outcome.text.contains("ada"), "\(outcome)")
        let without = try home.request(
            lab.challenges.negotiateURL,
            adding: ["KRB5_CONFIG": kerberos.krb5Config, "KRB5CCNAME": "FILE:/nonexistent"])
        #expect(without.status == 4 && without.errors.contains("no Kerberos ticket"), "\(without)")
    }

    @Test func aWrongPasswordIsSentOnceAndARefusedOneForgotten() throws {
        let address = try #require(lab.challenges.schemes["refused"])
        let file = try home.file("wrong", "wrong")
        let outcome = try home.request(address, "--user", "ada", "--password-file", file)
        #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(try home.fedauth("store", "list").text.split(separator: "\n").allSatisfy { $0.hasPrefix("refused/") })
    }

    @Test func aTokenAgainstCrossSiteRequestsIsFetched() throws {
        for query in ["", "?csrf=once"] {
            let outcome = try home.request(lab.challenges.csrfURL + query, "-d", "a=b", "--fail")
            #expect(outcome.status == 0 && outcome.text.contains("a=b"), "\(outcome)")
            #expect(try home.request(lab.challenges.csrfURL + query, "-X", "DELETE", "--fail").status == 0)
        }
        #expect(try home.request(lab.challenges.csrfURL, "-d", "a=b", "--fail", "--no-sign-in").status == 3)
    }
}
