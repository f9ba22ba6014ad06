internal import CCurl
internal import Core

/// Passes the content of a request to libcurl piece by piece.
struct UploadReader {
    private let source: any ContentSource
    /// Why the source failed.
    private(set) var failure: FedauthError?

    init(_ source: any ContentSource) { self.source = source }

    /// Returns the number of bytes; nil when the source failed.
    fileprivate mutating func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do throws(FedauthError) {
            return try source.read(into: buffer)
        } catch {
            failure = error
            return nil
        }
    }

    fileprivate mutating func seek(to offset: Int64) -> Bool {
        do throws(FedauthError) {
            try source.seek(to: offset)
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// The callback for CURLOPT_READFUNCTION; its context is an `UploadReader`.
    static let reader: CurlReceiver = { bytes, size, count, context in
        guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return context.assumingMemoryBound(to: UploadReader.self).pointee.give(buffer) ?? Int(CURL_READFUNC_ABORT)
    }

    /// The callback for CURLOPT_SEEKFUNCTION: libcurl starts again on another connection, or after a challenge.
    static let seeker: CurlSeeker = { context, offset, origin in
        // libcurl uses only SEEK_SET.
        guard let context, origin == 0 else { return Int32(CURL_SEEKFUNC_CANTSEEK) }
        let isThere = context.assumingMemoryBound(to: UploadReader.self).pointee.seek(to: Int64(offset))
        return Int32(isThere ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL)
    }
}
