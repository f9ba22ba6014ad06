import Core
import Support
import Testing

@testable import CLI

/// Tests the schemas of `docs/json`: that each command has one, and that one name is one thing.
struct JSONSchemaTests {
    /// What prints no object of fedauth's own: a script, what a program defines, a request in PEM.
    private static let others: Set = ["completions", "credential", "sls csr"]

    @Test func eachCommandHasASchema() {
        let commands = OptionTests.commands.filter { command in
            command.type.configuration.subcommands.isEmpty && command.type.configuration.shouldDisplay
        }.map { $0.path.joined(separator: " ") }
        #expect(commands.count > 40)
        let known = Set(JSONSchema.rows.map { $0.words.prefix { !$0.hasPrefix("-") }.joined(separator: " ") })
        #expect(Set(commands).subtracting(known) == Self.others)
        #expect(known.subtracting(commands) == [""])
    }

    @Test func eachSchemaIsUsedAndSaysWhatTheTestsUnderstand() {
        let named = Set(JSONSchema.rows.flatMap(\.schemas))
        #expect(named.isSubset(of: JSONSchema.schemas.keys))
        let within: Set = ["cookie", "error", "failure", "warning"]
        #expect(Set(JSONSchema.schemas.keys) == named.union(within))
        for (name, schema) in JSONSchema.schemas {
            #expect(schema["$schema"]?.text == "https://json-schema.org/draft/2020-12/schema", "\(name)")
            #expect(schema["title"]?.text?.isEmpty == false && schema["type"]?.text == "object", "\(name)")
            for required in schema["required"]?.elements ?? [] {
                #expect(schema["properties"]?[required.text ?? ""] != nil, "\(name): \(required.text ?? "")")
            }
            Self.walk(schema) { place, part in
                let unknown = Set((part.members ?? []).map(\.name)).subtracting(JSONSchema.keywords)
                #expect(unknown.isEmpty, "\(name).\(place): \(unknown)")
            }
        }
    }

    /// A name has the same type wherever it occurs, and a time has no second name.
    @Test func oneNameIsOneThing() {
        var types: [String: Set<String>] = [:]
        for (name, schema) in JSONSchema.schemas {
            Self.walk(schema) { place, part in
                guard !place.isEmpty, let last = place.split(separator: ".").last else { return }
                let type = part["type"]?.text ?? (part["$ref"] == nil ? "several" : "object")
                types[String(last), default: []].insert(type)
                let isTime = part["description"]?.text == "Seconds since 1970."
                if isTime { #expect(type == "integer", "\(name).\(place)") }
            }
        }
        // fedauth has a version with dots; an entry counts its own, as in an export.
        types["version"] = nil
        for (name, found) in types { #expect(found.count == 1, "\(name): \(found)") }
        for other in ["expiresAt", "expiry", "notAfter", "notOnOrAfter", "validUntil", "expiration", "givenUp"] {
            #expect(types[other] == nil, "\(other)")
        }
        #expect(types["expires"] == ["integer"])
    }

    @Test(arguments: [
        (["status", "--all", "--json"], "session"), (["--json", "store", "list"], "entry"),
        (["store", "list", "--stores", "--json"], "store"), (["--version", "--json"], "version"),
        (["sls", "renew", "--all", "--json"], "enrolment"), (["sls", "csr", "--json"], nil),
    ]) func theTableNamesTheSchemaOfACommand(_ words: [String], _ name: String?) {
        #expect(JSONSchema.row(for: words)?.schemas.first == name)
    }

    @Test(arguments: [
        (#"{"deleted":["a"]}"#, 0), (#"{"deleted":"a"}"#, 1), (#"{"deleted":[1]}"#, 1), ("{}", 1), ("[]", 1), ("x", 1),
        (#"{"deleted":[],"more":1}"#, 1), (#"{"deleted":[],"warnings":[{"message":"w"}]}"#, 0),
        (#"{"deleted":[],"warnings":[{}]}"#, 1), (#"{"error":{"code":"c","message":"m","status":2}}"#, 0),
        (#"{"error":{"code":"c","message":"m"}}"#, 1),
    ]) func whatIsNotSoIsNoticed(_ text: String, _ faults: Int) {
        #expect(JSONSchema.faults(in: text, of: ["store", "delete", "a", "--json"]).count == faults)
    }

    /// Visits a schema and all within it; the place is the names of the members that lead there.
    private static func walk(_ schema: JSONValue, _ place: String = "", _ visit: (String, JSONValue) -> Void) {
        visit(place, schema)
        for member in schema["properties"]?.members ?? [] { walk(member.value, "\(place).\(member.name)", visit) }
        // What a list or a table holds has no name of its own.
        for key in ["items", "additionalProperties"] {
            guard let part = schema[key] else { continue }
            walk(part) { inner, value in
                if inner.isEmpty { visit("", value) } else { visit(place + inner, value) }
            }
        }
    }
}
