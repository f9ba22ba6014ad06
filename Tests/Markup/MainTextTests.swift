import Testing

@testable import Core
@testable import Markup

/// Tests which words of a page are its own, and not those of every page of the server.
struct MainTextTests {
    @Test(arguments: [
        "<nav>Home Help</nav><h1>Confirm</h1><p>The number is 42.</p><footer>Imprint</footer>",
        "<main><h1>Confirm</h1><p>The number is <b>42</b>.</p></main><div id=footerPlaceholder><a>Imprint</a></div>",
        "<form class=footer-below><h1>Confirm</h1>The number is 42.</form><p class='Copyright'>© Contoso",
        "<h1>Confirm</h1>The number is 42.<div role=contentinfo><div>Imprint</div></div><p hidden>Prepared",
        "<header><h1>Confirm</h1></header>The number is 42.<aside>News</aside>",
        "<a href=#m>Skip to content</a><ul><li><a href=/a>Home</a><li><a href=/b>News</a></ul><h1>Confirm</h1>The number is 42.",
        "<p>A notice of the server.</p><main><h1>Confirm</h1>The number is 42.</main>",
        "<div class=cookie-banner>We use cookies. <button>Accept</button></div><h1>Confirm</h1>The number is 42.",
    ])
    func footersAreNoPartOfIt(_ html: String) throws {
        #expect(try readPage(html: html).mainText == "Confirm The number is 42.")
    }

    @Test func allWordsStayInTheText() throws {
        let page = try readPage(html: "<p>One<footer>Two</footer>")
        #expect(page.text == "One Two" && page.mainText == "One")
        #expect(try readPage(html: "<footer>Two</footer>").mainText == "")
    }

    /// The reason stands below a heading, marked or not.
    @Test(arguments: [
        ("<div class=error-page><h2>Access Denied</h2><div class=error-message>No role for client 100.</div></div>"),
        ("<h1 class=error-title>Unable to sign in</h1><p class=error-message>No role for client 100.</p>"),
        ("<div class=errorHeader><span>403 Forbidden</span></div><div><p>No role for client 100.</p></div>"),
    ])
    func aHeadingHasItsReason(_ html: String) throws {
        let said = try #require(try readPage(html: html).accusation)
        #expect(said.hasSuffix("No role for client 100."), "\(said)")
    }

    @Test func itIsLimited() throws {
        let page = try readPage(html: String(repeating: "word ", count: 1000))
        #expect(page.mainText.count <= 1001 && page.mainText.hasSuffix("…"))
    }
}
