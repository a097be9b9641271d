/// Layers of the sandbox that a proof takes away, to show what each of them is for.
///
/// The programs that are shipped have no gaps.
package struct ConfinementGaps: Sendable {
    private let omitted: Set<String>
    private let lacking: Set<String>

    /// A sandbox with all of its layers.
    package static let none = ConfinementGaps(omitting: [], lacking: [])

    /// Creates gaps from the names of layers, such as `filter` and `landlock`.
    ///
    /// - Parameters:
    ///   - omitted: The layers that are left out.
    ///   - lacking: The layers that the kernel seems to lack.
    package init(omitting omitted: Set<String>, lacking: Set<String>) {
        (self.omitted, self.lacking) = (omitted, lacking)
    }

    /// Whether to leave out a layer.
    func omits(_ layer: String) -> Bool { omitted.contains(layer) }

    /// Whether to behave as on a kernel without a layer.
    func lacks(_ layer: String) -> Bool { lacking.contains(layer) }
}
