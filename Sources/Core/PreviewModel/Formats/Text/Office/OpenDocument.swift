extension DocumentFormat {
    /// Texts, spreadsheets and presentations of OpenDocument, and their templates.
    static let openDocument = DocumentFormat(
        name: "OpenDocument (ODT, OTT, ODS, OTS, ODP, OTP)",
        types: [],
        extensions: ["odt", "ott", "ods", "ots", "odp", "otp"],
        reader: .text(.openDocument),
        includes: { type in
            let prefix = "application/vnd.oasis.opendocument."
            guard type.hasPrefix(prefix), !type.hasSuffix("-flat-xml") else { return false }
            let kind = type.dropFirst(prefix.count)
            return ["text", "spreadsheet", "presentation"].contains { kind.hasPrefix($0) }
        }
    )
}
