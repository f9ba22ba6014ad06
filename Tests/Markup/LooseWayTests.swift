import Support
import Testing

@testable import Core

/// Tests what counts as a way of a page although it has no words, or belongs to no form.
struct LooseWayTests {
    @Test(
        arguments: [
            ("<a href=/go><img alt='Sign in'></a>", true), ("<a href=/go aria-label='Sign in'><svg></svg></a>", true),
            ("<map><area href=/go></map>", true), ("<button onclick=go()>Sign in</button>", true),
            ("<input type=button value='Sign in'>", true), ("<input type=image alt='Sign in'>", true),
            ("<div role=button>Sign in</div>", true), ("<my-button onclick=go()>Sign in</my-button>", true),
            ("<a href=/go>Sign in</a>", false), ("<form><button>Sign in</button></form>", false),
            ("<form id=f></form><button form=f>Sign in</button>", false), ("<input name=q>", false),
            ("<body onclick=go()><p>Welcome</p>", false), ("<a name=top></a>", false),
            ("<div style='display:none'><button>Sign in</button></div>", false),
        ])
    func aWayWithoutWordsOrAFormIsKnown(_ html: String, _ isWay: Bool) throws {
        #expect(try readPage(html: "<h1>Welcome</h1>" + html).otherWays.isEmpty != isWay)
    }

    @Test(
        arguments: [
            ("<a href=/go><img alt='Corporate Login'></a>", "Corporate Login"),
            ("<a href=/go aria-label='Corporate Login'><svg></svg></a>", "Corporate Login"),
            ("<a href=/go title='Corporate Login'><i></i></a>", "Corporate Login"),
            ("<map><area href=/go alt='Corporate Login'></map>", "Corporate Login"),
            ("<button onclick=go()>Corporate <b>Login</b></button>", "Corporate Login"),
            ("<div role=button><span>Corporate Login</span></div>", "Corporate Login"),
            ("<input type=button value='Corporate Login'>", "Corporate Login"),
            (
                "<form><input list=l><datalist id=l><option value='Corporate Login'></datalist></form>",
                "Corporate Login"
            ), ("<a href=/go><i></i></a>", ""),
        ])
    func itsNameIsKnown(_ html: String, _ name: String) throws {
        #expect(try readPage(html: "<h1>Welcome</h1>" + html).otherWays == [name])
    }

    /// What the script of a button does is not what the page does by itself.
    @Test(arguments: [("", true), ("<button type=button id=b>Sign in</button>", false)])
    func aPageWithAButtonDoesNotLeadOn(_ button: String, _ leadsOn: Bool) throws {
        let page = try readPage(html: "<h1>Welcome</h1>\(button)<script>location.href = '/app'</script>")
        #expect((page.refresh != nil) == leadsOn)
    }
}
