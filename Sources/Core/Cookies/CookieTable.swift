/// The cookies of a jar, in the order in which they were first set. Finds, adds and removes a cookie without a scan of
/// all others, because a server or a program can set thousands.
struct CookieTable: Sendable, Equatable {
    /// The properties that two cookies share when one replaces the other (RFC 6265 section 5.3 step 11, CHIPS).
    private struct Identity: Hashable {
        let name, domain, path: String
        let isHostOnly: Bool
        let partitionKey: String?

        init(_ cookie: Cookie) {
            (name, domain, path) = (cookie.name, cookie.domain, cookie.path)
            (isHostOnly, partitionKey) = (cookie.isHostOnly, cookie.partitionKey)
        }
    }

    /// Nil for a removed cookie, so that the places of the others do not change.
    private var slots: [Cookie?]
    private var places: [Identity: Int] = [:]
    /// The places of each domain's cookies, in order.
    private var domains: [String: [Int]] = [:]
    private(set) var count: Int
    /// All slots before this place are empty.
    private var beginning = 0

    init(_ cookies: [Cookie]) {
        slots = cookies
        count = cookies.count
        for (place, cookie) in cookies.enumerated() {
            if places[Identity(cookie)] == nil { places[Identity(cookie)] = place }
            domains[cookie.domain, default: []].append(place)
        }
    }

    static func == (left: Self, right: Self) -> Bool { left.cookies == right.cookies }

    var cookies: [Cookie] { slots.compactMap(\.self) }

    /// Returns the cookie that `cookie` replaces.
    func replaced(by cookie: Cookie) -> Cookie? { places[Identity(cookie)].flatMap { slots[$0] } }

    /// Stores the cookie in the place of the one that it replaces, otherwise after all others.
    mutating func put(_ cookie: Cookie) {
        if let place = places[Identity(cookie)] {
            slots[place] = cookie
            return
        }
        places[Identity(cookie)] = slots.count
        domains[cookie.domain, default: []].append(slots.count)
        slots.append(cookie)
        count += 1
    }

    /// Removes the cookie that `cookie` replaces, if there is one.
    mutating func removeReplaced(by cookie: Cookie) {
        if let place = places[Identity(cookie)] { remove(at: place) }
    }

    /// Removes the oldest cookies of a domain until there are at most `most`.
    mutating func limit(_ domain: String, to most: Int) {
        while domains[domain, default: []].count > most, let oldest = domains[domain]?.first { remove(at: oldest) }
    }

    /// Removes the oldest cookies until there are at most `most`.
    mutating func limit(to most: Int) {
        while count > most, beginning < slots.count {
            if slots[beginning] != nil { remove(at: beginning) } else { beginning += 1 }
        }
    }

    private mutating func remove(at place: Int) {
        guard let cookie = slots[place] else { return }
        slots[place] = nil
        count -= 1
        if places[Identity(cookie)] == place { places[Identity(cookie)] = nil }
        // Usually the oldest cookies are removed first, and their places come first.
        if let index = domains[cookie.domain]?.firstIndex(of: place) { domains[cookie.domain]?.remove(at: index) }
        // Removes the empty slots when they outnumber the others.
        if slots.count > 2 * count + 64 { self = CookieTable(cookies) }
    }
}
