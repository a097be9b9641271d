/// A random number generator that returns the same numbers for the same seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator whose numbers depend on the seed alone.
    package init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, the bound, which is above 0.
    package mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Returns true in one of so many cases.
    package mutating func oneIn(_ count: Int) -> Bool { next(below: count) == 0 }

    /// Returns one of the elements, of which there is at least one.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[next(below: elements.count)]
    }
}
