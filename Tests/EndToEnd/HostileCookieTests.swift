import Glibc
import Testing

@testable import CommandSupport

/// Tests that a shell takes cookies as they are, whatever they contain.
struct HostileCookieTests {
    /// The accepted cookies of a page, in order, as `name=value`.
    private static let kept: [String: [String]] = [
        "shell": [
            "a=$(touch pwned)", "b=`id`", "c='\\''", "d=\"", "e=a b", "f=$HOME", "g=!!", "h=*", "i=~", "j=\\", "k=#x",
            "l=%n%s", "m=-n", "n=a=b=c", "o=a  b   c", "p={x,y}{1..3}", "q=?[a]*/*", "r='\\'' touch pwned '",
            "s=$'\\101'",
            "t=\u{2019} touch pwned",
        ],
        "names": ["PATH=/tmp", "LD_PRELOAD=x", "IFS=x", "a-b.c=1", "a[b]=1", "noequals", "a b=1", "$(id)=1"],
    ]

    private let home: Home

    init() throws { home = try Home() }

    @Test(arguments: ["/bin/sh", "/usr/bin/bash", "/usr/bin/zsh"])
    func noShellRunsWhatACookieHolds(_ shell: String) throws {
        let url = try home.signIn(cookies: "shell")
        let script =
            "cd \(home.path); eval $(\(Home.binary) export-cookies --url \(url)) && printf %s \"$FEDAUTH_COOKIES\""
        let outcome = try Run.program(shell, ["-c", script], environment: home.environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        // Cookies with longer paths come first; the session's own has the shortest path.
        #expect(outcome.text == ((Self.kept["shell"] ?? []) + ["session=ok"]).joined(separator: "; "))
        #expect(access(home.path + "/pwned", F_OK) != 0)
    }

    @Test(arguments: ["/bin/sh", "/usr/bin/bash", "/usr/bin/zsh"])
    func noVariableIsSetThatACookieNames(_ shell: String) throws {
        let url = try home.signIn(cookies: "names")
        let script =
            "before=$PATH$LD_PRELOAD; eval $(\(Home.binary) export-cookies --url \(url)) && "
            + "[ \"$before\" = \"$PATH$LD_PRELOAD\" ] && [ \"$IFS\" != x ] && printf %s \"$FEDAUTH_COOKIES\""
        let outcome = try Run.program(shell, ["-c", script], environment: home.environment)
        #expect(outcome.text == ((Self.kept["names"] ?? []) + ["session=ok"]).joined(separator: "; "), "\(outcome)")
    }
}
