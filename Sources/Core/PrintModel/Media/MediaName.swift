/// The name of a medium in PWG self-describing form.
///
/// For example `iso_a4_210x297mm` (PWG 5101.1).
public struct MediaName: RawRepresentable, Hashable, Sendable, Codable {
    /// The PWG self-describing name.
    public let rawValue: String

    /// Wraps a PWG self-describing name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// ISO A4.
    public static let a4 = MediaName(rawValue: "iso_a4_210x297mm")
    /// US Letter.
    public static let letter = MediaName(rawValue: "na_letter_8.5x11in")
}

extension MediaName {
    /// Whether it is a size of photo paper (PWG 5101.1, 5.1).
    var isForPhotos: Bool {
        rawValue.contains("photo")
            || ["na_index-4x6_", "na_5x7_", "na_govt-letter_8x10in", "jpn_hagaki_"]
                .contains { rawValue.hasPrefix($0) }
    }

    /// The size in a PWG self-describing name, such as `iso_a4_210x297mm` or
    /// `na_letter_8.5x11in`; `nil` for other names.
    public var size: MediaSize? {
        guard let last = rawValue.split(separator: "_").last else { return nil }
        let unit: Double
        if last.hasSuffix("mm") {
            unit = 100
        } else if last.hasSuffix("in") {
            unit = 2540
        } else {
            return nil
        }
        let numbers = last.dropLast(2).split(separator: "x").compactMap { Double($0) }
        guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 && $0 < 100_000 }) else { return nil }
        return MediaSize(
            width: Int(clamping: (numbers[0] * unit).rounded()),
            length: Int(clamping: (numbers[1] * unit).rounded())
        )
    }
}
