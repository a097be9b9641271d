// Swift's conversions that end the program when the number does not fit. A declaration here takes the place of the one in
// the standard library wherever this module is visible, and as warnings are errors, its use does not build. Conversions
// of literals, and those that always fit, stay as they are. Scripts/checked-numbers knows whether one is missing.
//
// Unavailable declarations would not do: the compiler passes over them, and takes the standard library's.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Int {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt64) { self.init(clamping: number) }
}

extension UInt {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int8) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int64) { self.init(clamping: number) }
}

extension Int8 {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt8) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int64) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt64) { self.init(clamping: number) }
}

extension UInt8 {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int8) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int64) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt64) { self.init(clamping: number) }
}

extension Int16 {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int64) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt64) { self.init(clamping: number) }
}

extension UInt16 {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int8) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int64) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt64) { self.init(clamping: number) }
}

extension Int32 {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int64) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt64) { self.init(clamping: number) }
}

extension UInt32 {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int8) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int64) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt64) { self.init(clamping: number) }
}

extension Int64 {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: UInt64) { self.init(clamping: number) }
}

extension UInt64 {
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Double) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Float16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int8) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int16) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int32) { self.init(clamping: number) }
    @available(*, deprecated, message: "Use exactly: or clamping:")
    public init(_ number: Int64) { self.init(clamping: number) }
}
