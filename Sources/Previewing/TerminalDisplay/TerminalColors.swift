import CChafa

/// How many colors characters have in a terminal.
package enum TerminalColors: String, Sendable, CaseIterable {
    /// None.
    case none
    /// The 16 of the terminal's palette.
    case sixteen = "16"
    /// The 240 that are the same in each terminal.
    case indexed = "256"
    /// 24 bits.
    case full

    /// Those that a person chose, else as many as the terminal has, unless `NO_COLOR` is set.
    static func kind(_ chosen: TerminalColors?, hasColors: Bool) -> cchafa_colors {
        switch chosen {
        case .some(.none): CCHAFA_COLORS_NONE
        case .sixteen: CCHAFA_COLORS_16
        case .indexed: CCHAFA_COLORS_256
        case .full: CCHAFA_COLORS_FULL
        case nil: hasColors ? CCHAFA_COLORS_OF_TERMINAL : CCHAFA_COLORS_NONE
        }
    }
}
