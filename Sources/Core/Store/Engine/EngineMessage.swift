public import Secrets

/// A question to the program that keeps a store: one line of JSON. fedauth-store-program(7) documents every member.
enum EngineRequest: Sendable {
    /// Whether entries can be read and written.
    case state
    /// The record of this name.
    case get(String)
    /// The names, revisions and heads of all records.
    case list
    /// Writes a record, if the present one has this revision; nil: if there is none.
    case put(String, head: SharedSecret, value: SharedSecret, expecting: String?)
    /// Removes a record, if it has this revision.
    case delete(String, expecting: String)

    /// The version of requests and answers; raised only by a change that older programs cannot ignore.
    static let version = 1

    /// The word of the member `type`.
    var type: String {
        switch self {
        case .state: "state"
        case .get: "get"
        case .list: "list"
        case .put: "put"
        case .delete: "delete"
        }
    }

    /// Returns the line, including its line break; the answer repeats `id`.
    func line(id: Int64, isInteractive: Bool, until deadline: Deadline) -> SharedSecret {
        let (name, expecting, head, value): (String?, JSONValue?, SharedSecret?, SharedSecret?) =
            switch self {
            case .state, .list: (nil, nil, nil, nil)
            case .get(let name): (name, nil, nil, nil)
            case .put(let name, let head, let value, let revision):
                (name, revision.map(JSONValue.text) ?? .null, Base64.encode(head), Base64.encode(value))
            case .delete(let name, let revision): (name, .text(revision), nil, nil)
            }
        return SharedSecret(
            JSONValue.line(
                of: .ordered([
                    "version": .integer(Self.version), "id": .integer(id), "type": .text(type),
                    "interactive": .bool(isInteractive), "timeoutSeconds": .integer(deadline.remainingSeconds),
                    "name": .text(ifAny: name), "expecting": expecting, "head": head.map(JSONValue.string),
                    "value": value.map(JSONValue.string),
                ])))
    }
}

/// A record as the program keeps it: bytes that only fedauth can read.
public struct EngineRecord: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// The state of the record, in the program's own words: each write makes another one.
    public var revision: String
    /// The sealed metadata.
    public var head: SharedSecret
    /// The sealed value; nil in a list, which leaves it out.
    public var value: SharedSecret?
}

/// One line of output of the program that keeps a store.
enum EngineReply {
    /// A progress message, which answers nothing.
    case progress(String)
    /// Whether its entries can be used now: ready, or locked by a key of its own.
    case state(isReady: Bool)
    /// A record.
    case record(EngineRecord)
    /// There is no such record.
    case nothing
    /// The end of a list.
    case end
    /// The record was written, or removed.
    case done
    /// The present record is not the expected one, and nothing was changed.
    case conflict
    /// It cannot do it.
    case failure(ProgramMessage.Failure)

    /// The longest name and the longest revision, in bytes.
    private static let textBytes = 4096

    /// The error codes that a program may use; any other becomes `store-unavailable`.
    static let codes: [ErrorCode] = [
        .storeUnavailable, .storeLocked, .wrongPassphrase, .inputNeeded, .cancelled, .timedOut, .network, .busy, .usage,
    ]
    /// Those that promise that nothing was changed. After any other one a write may still take effect.
    static let harmless: [ErrorCode] = [.storeLocked, .wrongPassphrase, .inputNeeded, .cancelled, .usage]

    /// Reads a line of the program `name`; nil for an empty one. Throws `store-program-failed` for a malformed message,
    /// and for an answer to another question than `id`.
    static func reading(_ line: SharedSecret, to id: Int64, from name: String) throws(FedauthError) -> EngineReply? {
        guard let line = try ProgramMessage(line, from: name, .store) else { return nil }
        let (message, type, wrong) = (line.content, line.type, line.wrong)
        if type == "progress" { return .progress(try line.text("message")) }
        guard message["id"]?.integer == id else { throw wrong("its 'id' is not \(id), that of the question") }
        func text(_ member: String) throws(FedauthError) -> String {
            guard let text = message[member]?.text, text.utf8.count <= textBytes, !text.isEmpty else {
                throw wrong("'\(type)' has no text '\(member)' of 1 to \(textBytes) bytes")
            }
            return text
        }
        func bytes(_ member: String) throws(FedauthError) -> SharedSecret {
            guard let bytes = message[member]?.secret.flatMap(Base64.decode) else {
                throw wrong("'\(type)' has no '\(member)' in base64")
            }
            return bytes
        }
        switch type {
        case "state":
            switch message["state"]?.text {
            case "ready": return .state(isReady: true)
            case "locked": return .state(isReady: false)
            default: throw wrong("the 'state' is neither 'ready' nor 'locked'")
            }
        case "record":
            let value: SharedSecret? = message["value"] == nil ? nil : try bytes("value")
            return .record(
                EngineRecord(
                    name: try text("name"), revision: try text("revision"), head: try bytes("head"), value: value))
        case "none": return .nothing
        case "end": return .end
        case "done": return .done
        case "conflict": return .conflict
        case "error": return .failure(line.failure)
        default: throw wrong("its type '\(type.folded(to: 40))' is not known")
        }
    }
}

extension ProgramRole {
    /// Keeps a store.
    public static let store = ProgramRole(
        failure: .storeProgramFailed, purpose: "keep the store", topic: "store-program", lineBytes: 24 << 20,
        message: "answer", codes: EngineReply.codes, otherCode: .storeUnavailable)
}
