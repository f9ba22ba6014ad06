internal import Core
internal import Secrets

/// Caches the data key of one store in the kernel, under `fedauth:key:` and the identifier of the store.
///
/// The payload: 1 (the version), seconds by which each use extends it (4 bytes, 0: not extended), its latest end (8
/// bytes, Unix seconds), the key (32).
struct KeyCache {
    /// Seconds without use after which a key expires.
    static let idleSeconds: Int64 = 900
    /// Seconds after which a key expires, even when it is used.
    static let longestSeconds: Int64 = 8 * 3600
    private static let headBytes = 13
    private static let keyBytes = 32

    let storeID: [UInt8]
    let clock: any WallClock
    let cacheBackend: any KeyCacheBackend

    private var description: String { "fedauth:key:" + Hexadecimal.text(storeID) }

    /// Keeps the key for exactly this many seconds, or (nil) for the default time, extended by use.
    func keep(_ dataKey: borrowing Secret, forSeconds seconds: Int64?) -> Bool {
        let longest = min(max(1, seconds ?? Self.longestSeconds), 366 * 86400)
        let idle = seconds == nil ? Self.idleSeconds : 0
        var head: [UInt8] = [1]
        head.append(bigEndian: UInt32(idle))
        head.append(bigEndian: UInt64(bitPattern: clock.now.adding(seconds: longest).seconds))
        var payload = Secret(head)
        payload.append(dataKey)
        return cacheBackend.put(description, payload, timeoutSeconds: UInt32(idle > 0 ? idle : longest))
    }

    /// Returns the key, if it is cached.
    ///
    /// - Parameter prolongs: whether this counts as a use.
    func get(prolongs: Bool = true) -> Secret? {
        guard let payload = cacheBackend.get(description, atMost: Self.headBytes + Self.keyBytes) else {
            return nil
        }
        let times = payload.withBytes { bytes -> (idle: UInt32, end: UInt64)? in
            var reader = ByteReader(bytes)
            guard bytes.count == Self.headBytes + Self.keyBytes, reader.number(UInt8.self) == 1,
                let idle = reader.number(UInt32.self), let end = reader.number(UInt64.self)
            else { return nil }
            return (idle, end)
        }
        guard let times else { return nil }
        let left = Int64(bitPattern: times.end).subtractingReportingOverflow(clock.now.seconds)
        guard !left.overflow, left.partialValue > 0 else {
            if prolongs { _ = forget() }
            return nil
        }
        if prolongs, times.idle > 0 {
            cacheBackend.extend(description, timeoutSeconds: UInt32(min(Int64(times.idle), left.partialValue)))
        }
        return payload.withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[Self.headBytes...])) }
    }

    /// Removes the key. Returns true when it is gone.
    func forget() -> Bool { cacheBackend.remove(description) }
}
