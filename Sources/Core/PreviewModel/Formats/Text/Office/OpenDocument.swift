extension DocumentFormat {
    /// Texts, spreadsheets and presentations of OpenDocument, their templates, and those in a single XML file.
    static let openDocument = DocumentFormat(
        name: "OpenDocument (ODT, OTT, FODT, ODS, OTS, FODS, ODP, OTP, FODP)",
        types: [],
        extensions: ["odt", "ott", "fodt", "ods", "ots", "fods", "odp", "otp", "fodp"],
        reader: .text(.openDocument),
        includes: { type in
            let prefix = "application/vnd.oasis.opendocument."
            guard type.hasPrefix(prefix) else { return false }
            let kind = type.dropFirst(prefix.count)
            return ["text", "spreadsheet", "presentation"].contains { kind.hasPrefix($0) }
        }
    )
}
