import Secrets

extension ECPResponse {
    /// The `samlp:Response` as a document of its own: with the namespaces that its envelope declares for it put into its
    /// tag, and nothing else touched. Exclusive canonicalisation, which SAML signatures use, does not see those.
    var standaloneBody: SharedSecret {
        envelopeStart.withBytes { start in
            body.withBytes { bytes -> SharedSecret in
                var out = Secret(capacity: bytes.count + start.count)
                // White space and comments before the element are no part of it.
                guard let open = bytes.indices.first(where: { bytes[$0] == 0x3C && !Self.isMarkup(bytes, $0) }),
                    let nameEnd = bytes[open...].firstIndex(where: { $0 <= 0x20 || $0 == 0x3E || $0 == 0x2F }),
                    let tagEnd = bytes[nameEnd...].firstIndex(of: 0x3E)
                else { return body }
                let own = Self.declarations(bytes[nameEnd..<tagEnd])
                out.append(UnsafeRawBufferPointer(rebasing: bytes[open..<nameEnd]))
                for declared in Self.declarations(start[...])
                where !own.contains(where: { $0.name.elementsEqual(declared.name) }) {
                    out.append(0x20)
                    out.append(UnsafeRawBufferPointer(rebasing: declared.whole))
                }
                let end = bytes.lastIndex(of: 0x3E).map { $0 + 1 } ?? bytes.count
                out.append(UnsafeRawBufferPointer(rebasing: bytes[nameEnd..<end]))
                return SharedSecret(out)
            }
        }
    }

    /// `xmlns…="…"` within a tag.
    private static func declarations(
        _ tag: Slice<UnsafeRawBufferPointer>
    ) -> [(name: Slice<UnsafeRawBufferPointer>, whole: Slice<UnsafeRawBufferPointer>)] {
        var found: [(name: Slice<UnsafeRawBufferPointer>, whole: Slice<UnsafeRawBufferPointer>)] = []
        var position = tag.startIndex
        while position < tag.endIndex {
            // An attribute begins behind white space; values are passed over whole.
            guard let equals = tag[position...].firstIndex(of: 0x3D),
                let quote = tag[equals...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
                let close = tag[(quote + 1)...].firstIndex(of: tag[quote])
            else { return found }
            let before = tag[position..<equals]
            let nameEnd = before.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? equals
            let start = before[..<nameEnd].lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? position
            let name = tag[start..<nameEnd]
            if name.starts(with: Array("xmlns".utf8)) { found.append((name, tag[start...close])) }
            position = close + 1
        }
        return found
    }

    /// A comment or a processing instruction.
    private static func isMarkup(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Bool {
        position + 1 < bytes.count && [0x21, 0x3F].contains(bytes[position + 1])
    }
}
