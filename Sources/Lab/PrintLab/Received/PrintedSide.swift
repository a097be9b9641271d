internal import FoundationEssentials

/// A side that a printer on PAPPL has put on paper.
///
/// A document that arrives as raster is printed while it arrives, so that sides may come out of a job
/// that never ends.
public struct PrintedSide: Hashable, Sendable {
    /// The `job-id` at the printer, which counts from 1 again after it was switched off.
    public let job: Int
    /// The number of the side in its job; the first is 1.
    public let side: Int
    /// Whether all lines of the side had arrived.
    public let isWhole: Bool
    /// The `job-name`.
    public let name: String

    /// The side of a line that the printer wrote; `nil` if it is none.
    init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 3)
        guard words.count >= 3, let job = Int(words[0]), let side = Int(words[1]) else {
            return nil
        }
        self.job = job
        self.side = side
        isWhole = words[2] == "whole"
        name = words.count > 3 ? String(words[3]) : ""
    }

    /// Returns the sides that a printer has printed so far, in order; none for other printers.
    public static func all(from printer: String, in folder: LabFolder) -> [PrintedSide] {
        // Before the first side there is no file.
        let text = (try? String(contentsOfFile: folder.sides(of: printer), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap(PrintedSide.init)
    }
}
