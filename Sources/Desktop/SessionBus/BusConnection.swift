internal import CSystemd
@unsafe @preconcurrency import Dispatch
import Glibc

/// A call of a method of this program, or a signal.
public struct BusEvent: Sendable {
    /// The unique name of the program that sent it.
    public let sender: String
    /// The path of the object.
    public let path: String
    /// The interface; empty in a call that names none.
    public let interface: String
    /// The method, or the signal.
    public let member: String
    /// Its arguments.
    public let arguments: [BusValue]
}

/// A reply to a call of this program.
public struct BusReply: Sendable {
    /// The unique name of the program that sent it.
    public let sender: String
    /// Its values.
    public let values: [BusValue]
}

/// A connection to the user's session bus.
///
/// All of sd-bus happens in this actor, which looks at the connection whenever there is something to read. There are no
/// callbacks: what arrives is a reply to a call of this program, a call for it, or a signal.
public actor BusConnection {
    /// Answers a call, with the values of the reply or a ``BusError``.
    public typealias Answer = @Sendable (BusEvent) async throws -> [BusValue]

    private let bus: Bus
    private var waiting: [UInt64: CheckedContinuation<BusReply, any Error>] = [:]
    private var answer: Answer?
    private var afterReply: (@Sendable (BusEvent, [BusValue]) async -> Void)?
    private var isOpen = true

    /// The signals that were asked for with ``listen(_:)``; the end of the connection ends them.
    public nonisolated let signals: AsyncStream<BusEvent>
    private let signaled: AsyncStream<BusEvent>.Continuation

    /// The pointer of sd-bus, which closes with its owner.
    @safe private final class Bus {
        let pointer: OpaquePointer
        var source: (any DispatchSourceRead)?

        init(_ address: String?) throws(BusError) {
            var pointer: OpaquePointer?
            var result = unsafe address == nil ? sd_bus_open_user(&pointer) : sd_bus_new(&pointer)
            try BusError.check(result)
            guard let pointer = unsafe pointer else { throw BusError(.disconnected, "no bus") }
            unsafe self.pointer = pointer
            guard let address else { return }
            result = unsafe sd_bus_set_address(pointer, address)
            if result >= 0 { result = unsafe sd_bus_set_bus_client(pointer, 1) }
            if result >= 0 { result = unsafe sd_bus_start(pointer) }
            try BusError.check(result)
        }

        deinit {
            source?.cancel()
            _ = unsafe sd_bus_flush_close_unref(pointer)
        }
    }

    /// Connects to a bus.
    ///
    /// - Parameter address: Its address; `nil` for the bus that `DBUS_SESSION_BUS_ADDRESS` names, or that of the user's
    ///   runtime folder.
    /// - Throws: ``BusError`` where there is no bus.
    public init(address: String? = nil) async throws {
        bus = try Bus(address)
        (signals, signaled) = AsyncStream.makeStream()
        watch()
        process()
    }

    deinit {
        signaled.finish()
    }

    /// Answers the calls of other programs from now on; the answers are made side by side.
    ///
    /// - Parameters:
    ///   - answer: Makes the answer to a call.
    ///   - afterReply: Is called when the reply has been sent, so that signals come after it.
    public func serve(
        _ answer: @escaping Answer,
        afterReply: (@Sendable (BusEvent, [BusValue]) async -> Void)? = nil
    ) {
        self.answer = answer
        self.afterReply = afterReply
    }

    /// Ends the connection, and with it the names that this program has.
    public func close() {
        lose()
        _ = unsafe sd_bus_flush(bus.pointer)
        unsafe sd_bus_close(bus.pointer)
    }

    // MARK: What this program says

    /// Calls a method, and waits for the reply.
    ///
    /// - Parameters:
    ///   - destination: The name of the other program, which is started if that is possible.
    ///   - path: The object.
    ///   - interface: The interface.
    ///   - member: The method.
    ///   - arguments: Its arguments.
    ///   - limit: The longest wait.
    /// - Returns: The values of the reply.
    /// - Throws: ``BusError``.
    @discardableResult
    public func call(
        _ destination: String,
        _ path: String,
        _ interface: String,
        _ member: String,
        _ arguments: [BusValue] = [],
        limit: Duration = .seconds(25)
    ) async throws -> [BusValue] {
        try await ask(destination, path, interface, member, arguments, limit: limit).values
    }

    /// Calls a method as ``call(_:_:_:_:_:limit:)`` does, and also returns which program has replied.
    ///
    /// - Throws: ``BusError``.
    public func ask(
        _ destination: String,
        _ path: String,
        _ interface: String,
        _ member: String,
        _ arguments: [BusValue] = [],
        limit: Duration = .seconds(25)
    ) async throws -> BusReply {
        guard isOpen else { throw BusError(.disconnected, "the connection is lost") }
        var made: OpaquePointer?
        let result = unsafe sd_bus_message_new_method_call(
            bus.pointer,
            &made,
            destination,
            path,
            interface,
            member
        )
        try BusError.check(result)
        guard let made = unsafe made else { throw BusError(.failed, member) }
        let message = unsafe BusMessage(owning: made)
        try message.append(arguments)
        let number = try send(message)
        let timer = Task {
            try await Task.sleep(for: limit)
            end(number, .failure(BusError(.noReply, member)))
        }
        defer { timer.cancel() }
        return try await withCheckedThrowingContinuation { waiting[number] = $0 }
    }

    /// Emits a signal: to all programs that listen, or to one of them.
    ///
    /// - Throws: ``BusError``.
    public func emit(
        _ path: String,
        _ interface: String,
        _ member: String,
        _ arguments: [BusValue] = [],
        to receiver: String? = nil
    ) throws {
        guard isOpen else { throw BusError(.disconnected, "the connection is lost") }
        var made: OpaquePointer?
        let result = unsafe sd_bus_message_new_signal(bus.pointer, &made, path, interface, member)
        try BusError.check(result)
        guard let made = unsafe made else { throw BusError(.failed, member) }
        let message = unsafe BusMessage(owning: made)
        if let receiver {
            try BusError.check(unsafe sd_bus_message_set_destination(made, receiver))
        }
        try message.append(arguments)
        _ = try send(message)
    }

    /// Takes a name on the bus.
    ///
    /// - Returns: `false` if another program has it.
    /// - Throws: ``BusError``.
    public func take(name: String) async throws -> Bool {
        // DBUS_NAME_FLAG_DO_NOT_QUEUE; 1 is DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER.
        let reply = try await bus("RequestName", [.string(name), .uint32(4)])
        return reply.first?.integer == 1
    }

    /// Asks for signals.
    ///
    /// - Parameter rule: A match rule, such as `type='signal',interface='org.example'`.
    /// - Throws: ``BusError``.
    public func listen(_ rule: String) async throws {
        try await bus("AddMatch", [.string(rule)])
    }

    /// Whether a program on the bus has a name.
    ///
    /// - Throws: ``BusError``.
    public func hasOwner(_ name: String) async throws -> Bool {
        try await bus("NameHasOwner", [.string(name)]).first?.truth == true
    }

    @discardableResult
    private func bus(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        let name = "org.freedesktop.DBus"
        return try await call(name, "/org/freedesktop/DBus", name, member, arguments)
    }

    private func send(_ message: BusMessage) throws(BusError) -> UInt64 {
        var number: UInt64 = 0
        let result = unsafe sd_bus_send(bus.pointer, message.pointer, &number)
        try BusError.check(result)
        _ = unsafe sd_bus_flush(bus.pointer)
        // A reply may have come meanwhile, and would not be seen by a look at the connection.
        Task { process() }
        return number
    }

    // MARK: What arrives

    private func watch() {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: unsafe sd_bus_get_fd(bus.pointer)
        )
        source.setEventHandler { [weak self] in
            guard let self else { return }
            let done = DispatchSemaphore(value: 0)
            Task {
                await self.process()
                done.signal()
            }
            // Until it is read, there is something to read.
            done.wait()
        }
        source.activate()
        bus.source = source
    }

    private func process() {
        while isOpen {
            var made: OpaquePointer?
            let result = unsafe sd_bus_process(bus.pointer, &made)
            guard result >= 0 else { return lose() }
            if let made = unsafe made { unsafe take(BusMessage(owning: made)) }
            guard result > 0 else { return }
        }
    }

    private func take(_ message: BusMessage) {
        switch Int(message.type) {
        case SD_BUS_MESSAGE_METHOD_RETURN, SD_BUS_MESSAGE_METHOD_ERROR:
            guard let number = message.answered else { return }
            if let error = message.error { return end(number, .failure(error)) }
            end(number, Result { BusReply(sender: message.sender, values: try message.values()) })
        case SD_BUS_MESSAGE_SIGNAL:
            if message.interface == "org.freedesktop.DBus.Local" { return lose() }
            if let event = try? event(message) { signaled.yield(event) }
        case SD_BUS_MESSAGE_METHOD_CALL:
            respond(to: message)
        default: break
        }
    }

    private func event(_ message: BusMessage) throws(BusError) -> BusEvent {
        BusEvent(
            sender: message.sender,
            path: message.path,
            interface: message.interface,
            member: message.member,
            arguments: try message.values()
        )
    }

    private func respond(to message: BusMessage) {
        let (answer, afterReply) = (answer, afterReply)
        do {
            let event = try event(message)
            let reply = PendingReply(message)
            Task {
                do {
                    guard let answer else { throw BusError(.unknownMethod, event.member) }
                    let values = try await answer(event)
                    self.reply(to: reply, .success(values))
                    await afterReply?(event, values)
                } catch {
                    self.reply(to: reply, .failure(error))
                }
            }
        } catch {
            reply(to: PendingReply(message), .failure(error))
        }
    }

    /// A call that is being answered; only the actor touches it.
    private final class PendingReply: @unchecked Sendable {
        let message: BusMessage

        init(_ message: BusMessage) {
            self.message = message
        }
    }

    private func reply(to call: PendingReply, _ result: Result<[BusValue], any Error>) {
        guard isOpen, call.message.wantsReply else { return }
        var made: OpaquePointer?
        switch result {
        case .success(let values):
            guard unsafe sd_bus_message_new_method_return(call.message.pointer, &made) >= 0,
                let made = unsafe made
            else { return }
            let message = unsafe BusMessage(owning: made)
            guard (try? message.append(values)) != nil else { return }
            _ = try? send(message)
        case .failure(let error):
            let error = error as? BusError ?? BusError(.failed, "\(error)")
            var reason = unsafe sd_bus_error()
            unsafe sd_bus_error_set(&reason, error.name.rawValue, error.message)
            defer { unsafe sd_bus_error_free(&reason) }
            guard unsafe sd_bus_message_new_method_error(call.message.pointer, &made, &reason) >= 0,
                let made = unsafe made
            else { return }
            _ = try? send(unsafe BusMessage(owning: made))
        }
    }

    private func end(_ number: UInt64, _ result: Result<BusReply, any Error>) {
        waiting.removeValue(forKey: number)?.resume(with: result)
    }

    private func lose() {
        guard isOpen else { return }
        isOpen = false
        bus.source?.cancel()
        signaled.finish()
        let lost = BusError(.disconnected, "the connection is lost")
        for continuation in waiting.values { continuation.resume(throwing: lost) }
        waiting = [:]
    }
}
