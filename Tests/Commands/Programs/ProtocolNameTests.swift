import Testing

@testable import CommandSupport

struct ProtocolNameTests {
    @Test func aMistypedProtocolIsAMistakeAndAnUnknownOperationIsNot() throws {
        let scene = try ProgramProtocolScene()
        let outcome = try scene.ask("kubctl", "prod")
        #expect(outcome.status == 2 && outcome.errors.contains("there is no protocol 'kubctl'"), "\(outcome)")
        #expect(outcome.errors.contains("kubectl"), "\(outcome)")
        #expect(try scene.ask("later").says(""))
    }
}
