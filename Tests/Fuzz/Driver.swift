import Glibc

/// The target that `FUZZ_TARGET` names. Exits if there is no such target.
private let chosen: FuzzTarget = {
    guard let name = getenv("FUZZ_TARGET").map({ String(cString: $0) }), let target = FuzzTarget.named(name) else {
        complain("FUZZ_TARGET names no target")
        exit(2)
    }
    return target
}()

private func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Called by libFuzzer for each input (https://llvm.org/docs/LibFuzzer.html). A broken property ends the program like a crash,
/// so that libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try chosen.check(FuzzInput(bytes: Array(UnsafeBufferPointer(start: data, count: count))))
    } catch {
        complain("broken: \(error)")
        abort()
    }
    return 0
}
