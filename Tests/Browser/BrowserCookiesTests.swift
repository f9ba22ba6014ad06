import Core
import Secrets
import Testing

@testable import Browser

struct BrowserCookiesTests {
    private func jar(_ cookies: String) throws -> CookieJar {
        let value = try JSONReader.parse(SharedSecret(text: #"{"cookies":["# + cookies + "]}"))
        return BrowserCookies.jar(value, now: Timestamp(seconds: 1000))
    }

    @Test func everyAttributeIsKept() throws {
        let cookies = try jar(
            #"{"name":"a","value":"v","domain":"sp.example","path":"/x","expires":2000.9,"httpOnly":true,"secure":true,"#
                + #""session":false,"sameSite":"None","partitionKey":{"topLevelSite":"https://sp.example","hasCrossSiteAncestor":false}},"#
                + #"{"name":"b","value":"","domain":".sp.example","path":"/","expires":-1,"session":true,"sourceScheme":"NonSecure","sourcePort":8080}"#
        ).cookies
        try #require(cookies.count == 2)
        #expect(cookies[0].isHostOnly && cookies[0].domain == "sp.example" && cookies[0].path == "/x")
        #expect(cookies[0].isHTTPOnly && cookies[0].isSecure && cookies[0].sameSite == Cookie.SameSite.none)
        #expect(cookies[0].expires == Timestamp(seconds: 2000) && cookies[0].partitionKey == "https://sp.example")
        #expect(!cookies[1].isHostOnly && cookies[1].domain == "sp.example" && cookies[1].expires == nil)
        #expect(cookies[1].setBy.description == "http://sp.example:8080" && cookies[1].sameSite == nil)
    }

    /// A browser sends a top-level request the cookies of the partition of its own site only.
    @Test(
        arguments: [
            ("https://sp.example", "sp.example", false, true), ("https://sp.example", ".app.sp.example", false, true),
            ("https://evil.example", "sp.example", false, false),
            ("https://sp.example", "evilsp.example", false, false),
            ("https://app.sp.example", "sp.example", false, false), ("https://sp.example", "sp.example", true, false),
            ("null", "sp.example", false, false),
        ] as [(String, String, Bool, Bool)])
    func aPartitionOfAnotherSiteIsLeftOut(_ site: String, _ domain: String, _ isBetween: Bool, _ isKept: Bool) throws {
        let key = #"{"topLevelSite":"\#(site)","hasCrossSiteAncestor":\#(isBetween)}"#
        let text = #"{"name":"a","value":"v","domain":"\#(domain)","path":"/","secure":true,"partitionKey":\#(key)}"#
        #expect(try jar(text).isEmpty == !isKept)
    }

    /// Who gets the cookies may know no partitions, and would take the one for the other.
    @Test(arguments: [true, false]) func ofTwoOfOneNameTheOneWithoutAPartitionIsKept(_ isFirst: Bool) throws {
        let cookies = [
            #"{"name":"a","value":"whole","domain":"sp.example","path":"/","secure":true}"#,
            #"{"name":"a","value":"part","domain":"sp.example","path":"/","secure":true,"partitionKey":{"topLevelSite":"https://sp.example"}}"#,
        ]
        let kept = try jar((isFirst ? cookies : cookies.reversed()).joined(separator: ",")).cookies
        #expect(kept.count == 1 && kept.first?.value.equals("whole") == true)
    }

    @Test(arguments: [
        #"{"name":"","value":"","domain":"sp"}"#, #"{"name":"a","value":"v","domain":""}"#,
        #"{"name":"a","value":"x\ny","domain":"sp"}"#, #"{"name":"a","value":"v","domain":"a b"}"#, "{}",
        #"{"name":"a","value":"v","domain":".x.example:/y"}"#, #"{"name":"a","value":"v","domain":"sp:8080"}"#,
        #"{"name":"a","value":"v","domain":"user@sp"}"#, #"{"name":"a","value":"v","domain":"sp/path"}"#,
    ])
    func whatNoServerCanHaveSetIsLeftOut(_ text: String) throws {
        #expect(try jar(text).isEmpty)
    }

    @Test func whatIsHandedOverSaysTheSame() throws {
        let text =
            #"{"name":"a","value":"v","domain":".sp.example","path":"/x","expires":2000,"httpOnly":true,"secure":true,"sameSite":"Lax"}"#
        let cookie = try #require(try jar(text).cookies.first)
        let parameter = BrowserCookies.parameter(cookie)
        #expect(parameter["url"]?.text == "https://sp.example/x" && parameter["domain"]?.text == ".sp.example")
        #expect(parameter["expires"]?.integer == 2000 && parameter["sameSite"]?.text == "Lax")
        #expect(parameter["httpOnly"]?.bool == true && parameter["partitionKey"] == nil)
    }
}
