import Glibc
import Support

/// A separate display (Xvfb) and a user who types on it (xdotool).
final class Screen {
    /// The name of the display, such as `:7`.
    let display: String
    private let processID: pid_t
    private let manager: pid_t
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestFailure("pipe: errno \(errno)") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        processID = try Self.start(
            "/usr/bin/Xvfb",
            [
                "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-ac", "-noreset", "-fbdir",
                scratch.path,
            ], [:], ends[1])
        close(ends[1])
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        guard !line.isEmpty else { throw TestFailure("Xvfb does not start") }
        display = ":" + String(decoding: line, as: UTF8.self)
        // The keyboard focus needs a window manager.
        manager = try Self.start("/usr/bin/openbox", [], ["DISPLAY": display, "HOME": "/nonexistent"], -1)
    }

    deinit {
        for process in [manager, processID] {
            kill(process, SIGTERM)
            waitpid(process, nil, 0)
        }
    }

    private static func start(
        _ path: String, _ words: [String], _ environment: [String: String], _ output: Int32
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if output >= 0 {
            posix_spawn_file_actions_adddup2(&actions, output, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        ownSession(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        return try spawn(
            path, words, environment.merging(["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]) { $1 }, &actions,
            &attributes)
    }

    /// Runs one xdotool command.
    @discardableResult
    func act(_ words: String...) throws -> Outcome {
        try Run.program("/usr/bin/xdotool", words, environment: ["DISPLAY": display])
    }

    /// Waits for a window with these words in its title, and gives it the keyboard focus.
    func waitForWindow(_ title: String) throws {
        try waitUntil("a window '\(title)'") { try act("search", "--onlyvisible", "--name", title).status == 0 }
        try act("search", "--onlyvisible", "--name", title, "windowactivate", "--sync")
    }

    /// Waits for a page of the hostile servers that says in its title that keys reach it, and gives its window the focus.
    func waitForListening(_ page: String) throws {
        try waitForWindow(page)
        try waitUntil("'\(page)' listens") {
            try act("search", "--onlyvisible", "--name", page + " listens").status == 0
        }
    }

    /// Enters text into the field that has the focus, again until the page takes it: copies back what has arrived.
    func enter(_ text: String) throws {
        try waitUntil("a field takes '\(text)'") {
            try press("ctrl+a")
            try type(text)
            try press("ctrl+a", "ctrl+c")
            let copied = try Run.program(
                "/usr/bin/xclip", ["-selection", "clipboard", "-o"], environment: ["DISPLAY": display])
            return copied.text == text
        }
    }

    private var picture: String { scratch.path + "/Xvfb_screen0" }

    /// Counts the points of the screen with this colour, or almost. The file is that of xwd(1): its header begins with its own
    /// length, and has the number of colours as its 20th number; each colour has 12 bytes, each point 4.
    func countPoints(red: UInt8, green: UInt8, blue: UInt8) throws -> Int {
        let bytes = try Files.bytes(picture)
        func number(_ index: Int) -> Int { bytes[(4 * index)..<(4 * index + 4)].reduce(0) { $0 << 8 | Int($1) } }
        // A plain loop: what is looked for may be on the screen for two seconds only.
        return bytes.withUnsafeBufferPointer { all in
            func isNear(_ place: Int, _ wanted: UInt8) -> Bool {
                let difference = Int(all[place]) - Int(wanted)
                return difference > -4 && difference < 4
            }
            var (count, place) = (0, number(0) + 12 * number(19))
            while place < all.count - 3 {
                if isNear(place + 2, red), isNear(place + 1, green), isNear(place, blue) { count += 1 }
                place += 4
            }
            return count
        }
    }

    /// Clicks at this place of the window that has the focus.
    func click(_ x: Int, _ y: Int) throws {
        let window = try act("getactivewindow").text.filter(\.isNumber)
        try act("mousemove", "--window", window, "--sync", "\(x)", "\(y)", "click", "1")
    }

    /// Types text, and presses keys such as `Tab`.
    func type(_ text: String) throws { try act("type", "--delay", "20", text) }
    func press(_ keys: String...) throws { for key in keys { try act("key", key) } }
}
