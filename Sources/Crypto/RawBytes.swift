extension [UInt8] {
    /// Lends the array's bytes for reading. Unlike `withUnsafeBytes`, it preserves the type of the error.
    func withRawBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            try body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Lends the array's bytes for writing.
    mutating func withMutableRawBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutableBufferPointer { (buffer) throws(Failure) -> Result in
            try body(UnsafeMutableRawBufferPointer(buffer))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The first byte, with the pointer type of libcrypto's functions.
    var octets: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    /// The first byte, with the pointer type of libcrypto's functions.
    var octets: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
