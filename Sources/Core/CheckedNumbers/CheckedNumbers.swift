// Numbers from outside: of requests, files, printers, and the queue's database. A number that does not fit ends a program
// in Swift's own conversions and operators, so these take their place. Every file below Sources sees this module without
// an import (Package.swift), and RefusedConversions.swift makes each conversion that can end a program an error there.

// Rounding is in its library of mathematics, which an import links.
import Glibc

extension FixedWidthInteger {
    /// The nearest integer that fits without its decimals; 0 for what is not a number.
    @inlinable
    public init(clamping value: some BinaryFloatingPoint) {
        if let exact = Self(exactly: value.rounded(.towardZero)) {
            self = exact
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }

    /// The sum, or the nearest number that fits.
    @inlinable
    public func adding(clamping other: Self) -> Self {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the nearest number that fits.
    @inlinable
    public func subtracting(clamping other: Self) -> Self {
        let (difference, isOver) = subtractingReportingOverflow(other)
        return isOver ? (other < 0 ? .max : .min) : difference
    }

    /// The product, or the nearest number that fits.
    @inlinable
    public func multiplied(clamping other: Self) -> Self {
        let (product, isOver) = multipliedReportingOverflow(by: other)
        return isOver ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

// The same for a single type: a debug build would call the generic one for each part of each pixel.

extension UInt8 {
    /// The nearest number that fits without its decimals; 0 for what is not a number.
    @inlinable
    public init(clamping value: Float) {
        self = UInt8(exactly: value.rounded(.towardZero)) ?? (value > 0 ? .max : .min)
    }
}

extension Int {
    /// The nearest number that fits without its decimals; 0 for what is not a number.
    @inlinable
    public init(clamping value: Float) { self.init(clamping: Double(value)) }

    /// The nearest number that fits without its decimals; 0 for what is not a number.
    @inlinable
    public init(clamping value: Double) {
        self = Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : value > 0 ? .max : 0)
    }
}
