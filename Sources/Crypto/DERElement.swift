internal import COpenSSL

/// An element of DER (X.690 section 8.1), in memory that belongs to somebody else.
struct DERElement {
    /// Its number without class and form.
    let tag: Int32
    /// What it holds.
    let content: UnsafeRawBufferPointer
    /// The same with tag and length.
    let whole: UnsafeRawBufferPointer

    /// Reads the first element (`ASN1_get_object(3)`); nil when there is none, or it is malformed.
    init?(firstOf bytes: UnsafeRawBufferPointer) {
        defer { ERR_clear_error() }
        var (position, count, kind) = (bytes.octets, 0, Int32(0))
        var number: Int32 = 0
        // 0x80: malformed, or longer than the bytes. 1: indefinite length, which DER forbids.
        guard let start = position, !bytes.isEmpty,
            ASN1_get_object(&position, &count, &number, &kind, bytes.count) & 0x81 == 0, let position, count >= 0
        else { return nil }
        tag = number
        content = UnsafeRawBufferPointer(start: position, count: count)
        whole = UnsafeRawBufferPointer(start: start, count: position - start + count)
    }
}
