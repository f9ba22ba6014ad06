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
    ])
    func footersAreNoPartOfIt(_ html: String) throws {
        #expect(try readPage(html: html).mainText == "Confirm The number is 42.")
    }

    @Test func allWordsStayInTheText() throws {
        let page = try readPage(html: "<p>One<footer>Two</footer>")
        #expect(page.text == "One Two" && page.mainText == "One")
        #expect(try readPage(html: "<footer>Two</footer>").mainText == "")
    }

    @Test func itIsLimited() throws {
        let page = try readPage(html: String(repeating: "word ", count: 1000))
        #expect(page.mainText.count <= 1001 && page.mainText.hasSuffix("…"))
    }
}
