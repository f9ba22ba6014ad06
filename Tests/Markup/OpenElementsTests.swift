import Secrets
import Testing

@testable import Markup

/// Tests which elements are removed before libxml2, because it would take more than linear time for them, and that the forms
/// are still found.
struct OpenElementsTests {
    private static let form =
        "<form method=post action=/x><input name=user><input type=password name=pass><input type=submit></form>"

    private func normalised(_ html: String) -> String {
        SharedSecret(text: html).withBytes { HTMLNormaliser.normalise($0) }
            .withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The parser takes a page in parts of its own size.
    @Test(arguments: [1, 7, 4000]) func aPageInPartsIsTheSame(size: Int) {
        let html = String(repeating: "<p class=é>ä&amp;<b>ü</i></p><script>if (a<b)</script>", count: 2000) + Self.form
        let parts = SharedSecret(text: html).withBytes { bytes in
            var normaliser = HTMLNormaliser(bytes)
            var parts: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: size)
            while true {
                let count = buffer.withUnsafeMutableBytes { normaliser.write(to: $0) }
                if count == 0 { return parts }
                parts += buffer.prefix(count)
            }
        }
        #expect(String(decoding: parts, as: UTF8.self) == normalised(html))
    }

    /// The parser hands over long texts in pieces, and texts of any length are one node.
    @Test(arguments: [0, 1, 999, 1000, 4096, 100_000]) func aLongTextStaysWhole(count: Int) throws {
        let text = String(repeating: "ä&lt;x", count: count)
        let html = "<form action=/x><textarea name=t>\(text)</textarea><input name=user value='\(text)'></form>"
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        let form = try #require(page.forms.first)
        let whole = String(repeating: "ä<x", count: count)
        #expect(form.fields.map { $0.value.equals(whole) } == [true, true])
    }

    private func count(_ part: String, in text: String) -> Int { text.ranges(of: part).count }

    @Test(arguments: [
        ("<font>", "</b>"), ("<div>", "</span>"), ("<b><div><i>", "</b>"), ("<table><tr><td>", "</p>"), ("<label>", ""),
        ("<a><b><i><p>", ""), ("<ul><li><p>", "</br>"), ("<x-a><wbr>", "</x-b>"),
    ])
    func aFormBehindAnythingIsFound(start: String, end: String) throws {
        let html = String(repeating: start, count: 3000) + String(repeating: end, count: 3000) + Self.form
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        #expect(page.forms.first?.fields.map(\.name) == ["user", "pass", ""])
    }

    @Test func elementsAreNotOpenWithoutEnd() {
        let text = normalised(String(repeating: "<font>", count: 5000) + Self.form)
        #expect(count("<font>", in: text) == OpenElements.limit)
        #expect(text.contains("<form method"))
        #expect(
            normalised(String(repeating: "<label>", count: 5000)).ranges(of: "<label>").count
                == OpenElements.limitOfControls)
    }

    @Test func contentOfElementsThatStandTooDeepStays() {
        let text = normalised(
            String(repeating: "<div>", count: 1000) + "here<i>and</i>there" + String(repeating: "</div>", count: 1000))
        #expect(text.contains("hereandthere"))
        #expect(count("<div>", in: text) == count("</div>", in: text))
    }

    @Test func endTagsThatEndNothingGo() {
        #expect(normalised("<font>a</b>b</font>c</font>") == "<font>ab</font>c")
        // An end tag does not close elements outside of its table cell.
        #expect(normalised("<b><td>a</b></td></b>") == "<b><td>a</td></b>")
    }

    @Test func impliedEndsAreWritten() {
        #expect(normalised("<ul><li>a<li>b</ul>") == "<ul><li>a</li><li>b</ul>")
        #expect(normalised("<tr><td>a<p>b<td>c<tr>") == "<tr><td>a<p>b</p></td><td>c</td></tr><tr>")
        #expect(normalised("a<wbr>b<input>c<br>") == "a<wbr></wbr>b<input>c<br>")
    }

    @Test func aTagHasOnlySoManyAttributes() throws {
        let many = (0..<300_000).map { "a\($0)=1 " }.joined()
        let html = "<p \(many)>" + Self.form
        #expect(count("=\"1\"", in: normalised(html)) == HTMLNormaliser.attributeLimit)
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        #expect(page.forms.count == 1)
    }

    @Test func aSecondHTMLTagAddsNothing() {
        #expect(normalised("<html a=1><html b=2><body>x") == "<html a=\"1\"><body>x")
    }

    @Test func oneCharacterIsNotALabel() throws {
        let html =
            "<form><label for=u>x\(String(repeating: "\u{301}", count: 100_000))</label><input id=u name=u></form>"
        let page = try LibXMLReader().page(html: SharedSecret(text: html), charset: nil)
        #expect(page.forms.first?.fields.first?.label.unicodeScalars.count == 200)
    }
}
