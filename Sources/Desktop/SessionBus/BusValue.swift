import Glibc

/// A value of a D-Bus message ("Type System" of the D-Bus Specification).
public indirect enum BusValue: Sendable, Equatable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    /// An open file; what a message brings belongs to the receiver.
    case handle(BusHandle)
    /// Values of one type, which the signature names.
    case array(of: String, [BusValue])
    case structure([BusValue])
    /// A key and its value, in an array.
    case entry(BusValue, BusValue)
    case variant(BusValue)

    /// The signature of the type, such as `a{sv}`.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .handle: "h"
        case .array(let element, _): "a" + element
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .variant: "v"
        }
    }

    /// An array of strings.
    public static func strings(_ texts: [String]) -> BusValue {
        .array(of: "s", texts.map { .string($0) })
    }

    /// A dictionary of variants (`a{sv}`), in the order of its keys.
    public static func dictionary(_ values: [String: BusValue]) -> BusValue {
        .array(
            of: "{sv}",
            values.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .variant($0.value)) }
        )
    }

    /// The text of a string, an object path, or a signature, also within a variant.
    public var text: String? {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    /// The value of any integer that fits, also within a variant.
    public var integer: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        case .variant(let value): value.integer
        default: nil
        }
    }

    /// The truth of a Boolean, also within a variant.
    public var truth: Bool? {
        switch self {
        case .boolean(let value): value
        case .variant(let value): value.truth
        default: nil
        }
    }

    /// The values of an array, also within a variant.
    public var elements: [BusValue]? {
        switch self {
        case .array(_, let values): values
        case .variant(let value): value.elements
        default: nil
        }
    }

    /// The values of a dictionary whose keys are strings, without their variants.
    public var values: [String: BusValue]? {
        guard let elements else { return nil }
        var values: [String: BusValue] = [:]
        for case .entry(let key, let value) in elements {
            guard let name = key.text else { return nil }
            if case .variant(let inner) = value {
                values[name] = inner
            } else {
                values[name] = value
            }
        }
        return values
    }
}

/// An open file of a message, which is closed with its last owner.
public final class BusHandle: Sendable, Equatable {
    /// The descriptor.
    public let descriptor: Int32

    /// Takes over a descriptor.
    public init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Whether both are the same open file.
    public static func == (one: BusHandle, other: BusHandle) -> Bool { one === other }
}
