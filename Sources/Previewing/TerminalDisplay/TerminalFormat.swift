import CChafa

/// A way to show pictures in a terminal.
package enum TerminalFormat: String, Sendable, CaseIterable {
    /// Pixels, by the graphics protocol of kitty.
    case kitty
    /// Sixels, the pixels of DEC's terminals.
    case sixels
    /// Unicode block characters, in as many colors as the terminal has.
    case symbols

    var kind: cchafa_kind {
        switch self {
        case .kitty: CCHAFA_KITTY
        case .sixels: CCHAFA_SIXELS
        case .symbols: CCHAFA_SYMBOLS
        }
    }

    init(_ kind: cchafa_kind) {
        self =
            switch kind {
            case CCHAFA_KITTY: .kitty
            case CCHAFA_SIXELS: .sixels
            default: .symbols
            }
    }
}
