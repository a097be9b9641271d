internal import IPPFuzzing

extension Dice {
    /// A number from 0 up to the bound, which is above 0 and not among them.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Whether one of so many cases has come.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// One of these, of which there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
