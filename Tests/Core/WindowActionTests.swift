import Secrets
import Testing

@testable import Core

/// Tests the messages that a viewer's page may send.
struct WindowActionTests {
    private func action(_ text: String) throws -> WindowAction? {
        WindowAction(try JSONReader.parse(SharedSecret(text: text)))
    }

    @Test func actionsOfTheUserAreRead() throws {
        guard
            case .mouse(let move) = try action(
                #"{"do":"press","x":1.5,"y":-2,"button":0,"count":9,"modifiers":255}"#)
        else { throw Mistake() }
        #expect(move.kind == .press && move.x == 1.5 && move.y == -2 && move.button == .left)
        #expect(move.count == 3 && move.modifiers == 15)
        guard
            case .key(let stroke) = try action(
                #"{"do":"key","key":"ä","code":"Quote","number":222,"text":"ä","modifiers":0}"#)
        else { throw Mistake() }
        #expect(stroke.key.equals("ä") && stroke.text.equals("ä") && stroke.number == 222)
        guard
            case .resize(let width, let height, let scale) = try action(
                #"{"do":"resize","width":390,"height":700,"scale":2}"#)
        else { throw Mistake() }
        #expect(width == 390 && height == 700 && scale == 2)
        guard case .text(let text) = try action(#"{"do":"text","text":"p\"w"}"#) else { throw Mistake() }
        #expect(text.equals("p\"w"))
        guard case .answer(true, let answer) = try action(#"{"do":"answer","accepts":true,"text":"me"}"#) else {
            throw Mistake()
        }
        #expect(answer.equals("me"))
    }

    @Test(arguments: [
        #"{}"#, #"{"do":"format"}"#, #"{"do":"press","x":1}"#, #"{"do":"move","x":1e99,"y":0}"#, #"[]"#, #"{"do":1}"#,
        #"{"do":"resize","width":99999,"height":100,"scale":1}"#,
        #"{"do":"resize","width":300,"height":300,"scale":99}"#,
        #"{"do":"answer","accepts":true}"#, #"{"do":"answer","accepts":"yes","text":""}"#,
        #"{"do":"key","key":"a","code":"","number":256,"text":"","modifiers":0}"#, #"{"do":"scroll","x":0,"y":0}"#,
        #"{"do":"key","key":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","code":"","number":1,"text":"","modifiers":0}"#,
    ])
    func allElseIsNothing(_ text: String) throws {
        #expect(try action(text) == nil)
    }

    private struct Mistake: Error {}
}
