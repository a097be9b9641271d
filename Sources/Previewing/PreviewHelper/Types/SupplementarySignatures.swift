import PreviewModel

/// The magic numbers of formats that neither libmagic nor the shared MIME database has.
enum SupplementarySignatures {
    private static let signatures = DocumentFormat.all.flatMap(\.signatures)
    private static let types = Set(signatures.map(\.type))

    /// Whether one of these magic numbers identifies files of a type.
    static func has(_ type: String) -> Bool { types.contains(type) }

    /// The type of data that begin with a textual header, or `nil`.
    static func type(ofWords data: [UInt8]) -> String? {
        signatures.first { $0.isOfWords && $0.begins(data) }?.type
    }

    /// The type whose magic number matches the first bytes of a file, or `nil`.
    static func type(ofStart data: [UInt8]) -> String? {
        signatures.first { !$0.isOfWords && $0.begins(data) }?.type
    }
}
