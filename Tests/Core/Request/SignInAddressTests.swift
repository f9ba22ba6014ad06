import Testing

@testable import Core

/// Tests which redirects are looked at, because their addresses are those of a login.
struct SignInAddressTests {
    @Test(arguments: [
        ("/index.php?title=Special:UserLogin&returnto=data.csv", true), ("/?_task=login", true),
        ("/psp/?cmd=login", true),
        ("/ucp.php?mode=login", true), ("/x?next=%2Fdata.csv", true), ("/x?next=/data.csv%3Fa%3D1", true),
        ("/x?signin", true),
        ("https://idp.test/x?back=https%3A%2F%2Fsp.test%2F", true), ("https://idp.test/x?back=%2Fdata.csv", false),
        ("/files/data-2.csv?token=4f2a", false), ("/x?user_login=ada", false), ("/x", false), ("/x?next=/other", false),
    ])
    func aQueryNamesALogin(_ target: String, _ isLogin: Bool) throws {
        let wanted = try WebURL("https://sp.test/data.csv")
        #expect(try SignInAddress.leadsBack(wanted.resolving(target), to: wanted) == isLogin)
    }
}
