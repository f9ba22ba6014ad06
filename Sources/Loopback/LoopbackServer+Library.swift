internal import CMicroHTTP
public import Core
internal import Secrets
internal import System

/// The callbacks for the library.
extension LoopbackServer {
    private static func server(_ context: UnsafeMutableRawPointer?) -> LoopbackServer? {
        context.map { Unmanaged<LoopbackServer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func exchange(_ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> LoopbackExchange? {
        own?.pointee.map { Unmanaged<LoopbackExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    static let onTarget:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, target, connection in
            guard let target, let connection else { return nil }
            let exchange = LoopbackExchange(target: String(cString: target), connection: connection)
            return Unmanaged.passRetained(exchange).toOpaque()
        }

    static let onRequest:
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> MHD_Result = { context, _, _, method, _, data, size, own in
            guard let server = server(context), let exchange = exchange(own), let method, let size else { return .NO }
            return server.receive(exchange, method: String(cString: method), data, size) ? .YES : .NO
        }

    static let onCompleted:
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            MHD_RequestTerminationCode
        ) -> Void = { context, _, own, _ in
            guard let pointer = own?.pointee else { return }
            own?.pointee = nil
            let exchange = Unmanaged<LoopbackExchange>.fromOpaque(pointer).takeRetainedValue()
            guard let server = server(context) else { return }
            server.suspended.removeAll { $0 === exchange }
            if exchange.isAnswering { server.answering -= 1 }
        }

    static let onConnection:
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            MHD_ConnectionNotificationCode
        ) -> Void = { context, connection, _, event in
            guard let server = server(context), let connection else { return }
            let socket = cmicrohttp_socket(connection)
            server.connections[socket] = event == .CONNECTION_NOTIFY_STARTED ? Connection(beginMilliseconds: now) : nil
        }

    /// Receives a head, a part of a body, or the end. Returns false to close the connection.
    private func receive(
        _ exchange: LoopbackExchange, method: String, _ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>
    ) -> Bool {
        if !exchange.isBegun {
            exchange.isBegun = true
            exchange.readHeaders()
            let lengths = exchange.headers.filter { $0.name.lowercased() == "content-length" }
            if lengths.contains(where: { Int($0.value) ?? .max > limits.bodyBytes }) {
                return send(LoopbackResponse(413, type: "text/plain", text: "too large\n"), to: exchange)
            }
            let hosts = exchange.headers.filter { $0.name.lowercased() == "host" }
            guard hosts.count == 1, LoopbackHost.isOwn(hosts.first?.value, port: port) else {
                let text = "this address is for programs of this machine, by the name localhost\n"
                return send(LoopbackResponse(403, type: "text/plain", text: text), to: exchange)
            }
            return true
        }
        if size.pointee > 0 {
            guard exchange.body.count + size.pointee <= limits.bodyBytes else { return false }
            exchange.body.append(UnsafeRawBufferPointer(start: data, count: size.pointee))
            size.pointee = 0
            return true
        }
        let request = LoopbackRequest(
            method: method, target: exchange.target, headers: exchange.headers, body: SharedSecret(exchange.body.copy())
        )
        return send(answer(request), to: exchange)
    }

    private func send(_ response: LoopbackResponse, to exchange: LoopbackExchange) -> Bool {
        let made: OpaquePointer?
        switch response.body {
        case .bytes(var bytes):
            made = bytes.withUnsafeMutableBytes {
                MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
            }
        case .stream(let stream):
            exchange.stream = stream
            let source = Unmanaged.passRetained(LoopbackStreamSource(self, exchange)).toOpaque()
            made = MHD_create_response_from_callback(
                .max, Self.blockBytes, LoopbackStreamSource.read, source,
                { source in if let source { Unmanaged<LoopbackStreamSource>.fromOpaque(source).release() } })
            if made == nil { Unmanaged<LoopbackStreamSource>.fromOpaque(source).release() }
        }
        guard let made else { return false }
        defer { MHD_destroy_response(made) }
        let usual = [
            ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
            ("Connection", "close"),
        ]
        for (name, value) in usual + response.headers.map({ ($0.name, $0.value) }) {
            _ = MHD_add_response_header(made, name, value)
        }
        guard MHD_queue_response(exchange.connection, response.status, made) == .YES else { return false }
        exchange.isAnswering = true
        answering += 1
        connections[cmicrohttp_socket(exchange.connection)]?.isAnswering = true
        return true
    }

    private static let blockBytes = 32 * 1024
}

/// libmicrohttpd, opened when the first listener is created, not when the program starts.
public enum LoopbackLibrary {
    /// Opens the library (`cmicrohttp_load`). Throws `error`, naming the package, when it is not installed.
    public static func check() throws(FedauthError) {
        var why: UnsafePointer<CChar>?
        guard cmicrohttp_load(&why) else {
            throw FedauthError(
                .other, "the library \(Dependency.microhttpd.quotedFiles) cannot be used",
                hint: Distribution.current.install(.microhttpd), causes: why.map { [String(cString: $0)] } ?? [])
        }
    }

    /// Returns its version, such as `0.9.75`. Throws as `check` does.
    public static func version() throws(FedauthError) -> String {
        try check()
        return MHD_get_version().map { String(cString: $0) } ?? "?"
    }
}
