internal import CSystemd
import Glibc

/// A message of sd-bus, which is released with this.
@safe final class BusMessage {
    let pointer: OpaquePointer

    /// Takes over a reference.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        _ = unsafe sd_bus_message_unref(pointer)
    }

    var type: UInt8 {
        var type: UInt8 = 0
        _ = unsafe sd_bus_message_get_type(pointer, &type)
        return type
    }

    /// The number of the message that this one answers.
    var answered: UInt64? {
        var number: UInt64 = 0
        return unsafe sd_bus_message_get_reply_cookie(pointer, &number) >= 0 ? number : nil
    }

    var wantsReply: Bool { unsafe sd_bus_message_get_expect_reply(pointer) > 0 }
    var sender: String { unsafe Self.text(sd_bus_message_get_sender(pointer)) }
    var path: String { unsafe Self.text(sd_bus_message_get_path(pointer)) }
    var interface: String { unsafe Self.text(sd_bus_message_get_interface(pointer)) }
    var member: String { unsafe Self.text(sd_bus_message_get_member(pointer)) }

    /// The error of a reply.
    var error: BusError? {
        guard let error = unsafe sd_bus_message_get_error(pointer) else { return nil }
        return unsafe BusError(
            Self.text(error.pointee.name),
            Self.text(error.pointee.message)
        )
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }

    // MARK: Writing

    /// Appends values.
    ///
    /// - Throws: ``BusError`` for a value that no message can have, such as a text with a zero.
    func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    private func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .byte(let number): try write("y", number)
        case .boolean(let truth): try write("b", Int32(clamping: truth ? 1 : 0))
        case .int16(let number): try write("n", number)
        case .uint16(let number): try write("q", number)
        case .int32(let number): try write("i", number)
        case .uint32(let number): try write("u", number)
        case .int64(let number): try write("x", number)
        case .uint64(let number): try write("t", number)
        case .double(let number): try write("d", number)
        case .handle(let handle): try write("h", handle.descriptor)
        case .string(let text): try write(text, as: "s")
        case .objectPath(let text): try write(text, as: "o")
        case .signature(let text): try write(text, as: "g")
        case .array(let element, let values):
            try within("a", element) { () throws(BusError) in try append(values) }
        case .structure(let members):
            let contents = members.map(\.signature).joined()
            try within("r", contents) { () throws(BusError) in try append(members) }
        case .entry(let key, let value):
            try within("e", key.signature + value.signature) { () throws(BusError) in
                try append([key, value])
            }
        case .variant(let value):
            try within("v", value.signature) { () throws(BusError) in try append(value) }
        }
    }

    private func write<Number: BitwiseCopyable>(
        _ type: Unicode.Scalar,
        _ number: Number
    ) throws(BusError) {
        let result = unsafe withUnsafePointer(to: number) {
            unsafe sd_bus_message_append_basic(pointer, CChar(clamping: type.value), $0)
        }
        try BusError.check(result)
    }

    private func write(_ text: String, as type: Unicode.Scalar) throws(BusError) {
        let result = unsafe text.withCString {
            unsafe sd_bus_message_append_basic(pointer, CChar(clamping: type.value), $0)
        }
        try BusError.check(result)
    }

    private func within(
        _ type: Unicode.Scalar,
        _ contents: String,
        _ append: () throws(BusError) -> Void
    ) throws(BusError) {
        try BusError.check(
            unsafe sd_bus_message_open_container(pointer, CChar(clamping: type.value), contents)
        )
        try append()
        try BusError.check(unsafe sd_bus_message_close_container(pointer))
    }

    // MARK: Reading

    /// How deep values may lie in each other: as deep as the specification allows.
    private static let depth = 64

    /// The values of the message, which were not read before.
    ///
    /// - Throws: ``BusError`` for a message that cannot be read.
    func values() throws(BusError) -> [BusValue] { try values(depth: 0) }

    private func values(depth: Int) throws(BusError) -> [BusValue] {
        guard depth <= Self.depth else { throw BusError(.invalid, "too deep") }
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            let result = unsafe sd_bus_message_peek_type(pointer, &type, &contents)
            try BusError.check(result)
            guard result > 0 else { return values }
            let inner = unsafe Self.text(contents)
            values.append(try value(Unicode.Scalar(UInt8(clamping: type)), inner, depth: depth))
        }
    }

    private func value(
        _ type: Unicode.Scalar,
        _ contents: String,
        depth: Int
    ) throws(BusError) -> BusValue {
        switch type {
        case "y": .byte(try read(type, UInt8(0)))
        case "b": .boolean(try read(type, Int32(0)) != 0)
        case "n": .int16(try read(type, Int16(0)))
        case "q": .uint16(try read(type, UInt16(0)))
        case "i": .int32(try read(type, Int32(0)))
        case "u": .uint32(try read(type, UInt32(0)))
        case "x": .int64(try read(type, Int64(0)))
        case "t": .uint64(try read(type, UInt64(0)))
        case "d": .double(try read(type, Double(0)))
        case "s": .string(try readText(type))
        case "o": .objectPath(try readText(type))
        case "g": .signature(try readText(type))
        case "h":
            // The message keeps its own.
            .handle(BusHandle(owning: fcntl(try read(type, Int32(-1)), F_DUPFD_CLOEXEC, 3)))
        case "a": .array(of: contents, try container(type, contents, depth: depth))
        case "r": .structure(try container(type, contents, depth: depth))
        case "e": try pair(container(type, contents, depth: depth))
        case "v": try only(container(type, contents, depth: depth))
        default: throw BusError(.invalid, "type \(type)")
        }
    }

    private func pair(_ values: [BusValue]) throws(BusError) -> BusValue {
        guard values.count == 2 else { throw BusError(.invalid, "dictionary") }
        return .entry(values[0], values[1])
    }

    private func only(_ values: [BusValue]) throws(BusError) -> BusValue {
        guard values.count == 1 else { throw BusError(.invalid, "variant") }
        return .variant(values[0])
    }

    private func container(
        _ type: Unicode.Scalar,
        _ contents: String,
        depth: Int
    ) throws(BusError) -> [BusValue] {
        try BusError.check(
            unsafe sd_bus_message_enter_container(pointer, CChar(clamping: type.value), contents)
        )
        let values = try values(depth: depth + 1)
        try BusError.check(unsafe sd_bus_message_exit_container(pointer))
        return values
    }

    private func read<Number: BitwiseCopyable>(
        _ type: Unicode.Scalar,
        _ zero: Number
    ) throws(BusError) -> Number {
        var number = zero
        try BusError.check(
            unsafe sd_bus_message_read_basic(pointer, CChar(clamping: type.value), &number)
        )
        return number
    }

    private func readText(_ type: Unicode.Scalar) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        let result = unsafe sd_bus_message_read_basic(pointer, CChar(clamping: type.value), &text)
        try BusError.check(result)
        return unsafe Self.text(text)
    }
}
