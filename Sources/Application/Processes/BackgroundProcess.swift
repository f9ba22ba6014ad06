internal import System

/// Processes of this program that continue after the command has ended.
public enum BackgroundProcess {
    /// Starts a process with these words. It inherits only `descriptors`, as 3, 4 and so on. Does not wait for it.
    /// Returns false when it cannot be started.
    public static func start(_ words: [String], keeping descriptors: [Int32]) -> Bool {
        let process = try? DetachedProcess.start(
            ["fedauth"] + words, program: DetachedProcess.ownProgram, environment: [],
            streams: [nil, nil, nil] + descriptors, in: "/")
        return process != nil
    }
}
