/// The scaling of pages to the sheet.
///
/// The IPP attribute is `print-scaling` (PWG 5100.13, 6.3.16).
public enum PrintScaling: String, Hashable, Sendable, Codable, CaseIterable {
    /// Pages that are larger than the sheet are scaled down, others keep their size; a picture
    /// fills the sheet within its margins, or to the edges of a sheet without margins.
    case auto
    /// Pages are scaled up or down to fit within the margins of the sheet.
    case fit
    /// Pages are scaled to cover the whole sheet; the rest is clipped.
    case fill
    /// Pages keep their size; what exceeds the sheet is clipped.
    case none
}
