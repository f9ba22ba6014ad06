package import Application
package import Core

/// A machine in memory: user 1000, with no programs, no files and no sockets.
package final class FakeMachine: Machine {
    package var variables: [String: String] = [:]
    package var userID: UInt32 = 1000
    package var users: [String: UInt32] = ["root": 0, "ada": 1000]
    /// The programs, by name and by path.
    package var programs: [String: String] = [:]
    /// What programs print, by path; a missing one ends with status 3.
    package var outputs: [String: String] = [:]
    package var ownProgram: String? = "/usr/bin/fedauth"
    /// The targets of links; every other path leads to itself if it is a file or a program.
    package var links: [String: String] = [:]
    package var files: Set<String> = []
    /// Programs of root's that run as root.
    package var setUserID: Set<String> = []
    package var contents: [String: String] = [:]
    package var listening: Set<ListenAddress> = []
    package var encodings = ["C.UTF-8": "UTF-8", "C": "ANSI_X3.4-1968"]
    package var lockableKibibytes: UInt64?
    package var documentConfinement: DocumentConfinement? = DocumentConfinement(
        isHeldByCalls: true, landlockVersion: 7)
    /// The programs that were run.
    package private(set) var ran: [[String]] = []

    package init() {}

    package var environment: Environment { Environment(values: variables) }

    package func userName(_ user: UInt32) -> String? { users.first { $0.value == user }?.key }
    package func userID(named name: String) -> UInt32? { users[name] }
    package func program(_ name: String) -> String? { programs[name] }

    package func program(_ name: String, for role: ProgramRole) throws(FedauthError) -> String {
        guard let path = programs[name] else {
            throw FedauthError(role.failure, "there is no program '\(name)' to \(role.purpose)")
        }
        return path
    }

    package func firstLine(of words: [String]) throws(FedauthError) -> String {
        ran.append(words)
        guard let output = outputs[words[0]] else {
            throw FedauthError(.other, "'\(words[0])' ended with status 3")
        }
        return output
    }

    package func resolved(_ path: String) -> String? {
        links[path] ?? (files.contains(path) || programs.values.contains(path) ? path : nil)
    }

    package func isMissing(_ path: String) -> Bool { !files.contains(path) }

    package func runsAsRoot(_ path: String) -> Bool { setUserID.contains(path) }
    package func beginning(of path: String) -> [UInt8]? { contents[path].map { Array($0.utf8) } }
    package func file(_ path: String, holds words: [String]) -> Bool {
        (contents[path] ?? "").split(separator: "\n").contains { line in
            !line.hasPrefix("#") && words.allSatisfy { line.contains($0) }
        }
    }
    package func listens(at address: ListenAddress) -> Bool { listening.contains(address) }
    package func encoding(ofLocale name: String) -> String? { encodings[name] }

    /// Adds a program that prints one line.
    @discardableResult
    package func install(_ name: String, printing line: String? = nil) -> String {
        let path = "/usr/bin/\(name)"
        programs[name] = path
        programs[path] = path
        outputs[path] = line
        return path
    }
}
