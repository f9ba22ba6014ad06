import Core
import Crypto
import Glibc
import Secrets

/// The files of `Tests/Vectors/identities`; the script `make` there creates them.
enum IdentityVectors {
    static let folder: String = {
        let parts = #filePath.split(separator: "/").dropLast(2)
        return "/" + parts.joined(separator: "/") + "/Vectors/identities/"
    }()

    static func bytes(_ name: String) -> [UInt8] {
        let descriptor = open(folder + name, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0 { all += chunk.prefix(count) }
        return all
    }

    static func read(
        _ name: String, _ passphrase: String? = "geheim", choosing choice: KeyChoice = { _ in 0 }
    ) throws(FedauthError) -> IdentityFile {
        try read(bytes(name), passphrase.map { Array($0.utf8) }, name, choosing: choice)
    }

    static func read(
        _ bytes: [UInt8], _ passphrase: [UInt8]?, _ name: String = "file", choosing choice: KeyChoice = { _ in 0 }
    ) throws(FedauthError) -> IdentityFile {
        try IdentityFile(
            reading: SharedSecret(Secret(bytes)), passphrase: passphrase.map { SharedSecret(Secret($0)) }, name: name,
            choosing: choice)
    }

    static func certificates(_ name: String) throws(FedauthError) -> [Certificate] {
        try IdentityFile.certificates(in: SharedSecret(Secret(bytes(name))), name: name)
    }
}

/// Returns the error code of `body`, or nil if it throws nothing.
func code(_ body: () throws(FedauthError) -> some Any) -> ErrorCode? {
    do throws(FedauthError) {
        _ = try body()
        return nil
    } catch {
        return error.code
    }
}
