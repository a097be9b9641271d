/// A built-in PDF that warms up poppler.
///
/// While a document is open, poppler keeps the data that all documents share, so that children need
/// not load them again.
package enum TrustedDocument {
    /// One page with a line of text in a standard font.
    package static let pdf: StaticString = """
        %PDF-1.4
        1 0 obj
        <</Type/Catalog/Pages 2 0 R>>
        endobj
        2 0 obj
        <</Type/Pages/Kids[3 0 R]/Count 1>>
        endobj
        3 0 obj
        <</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>
        endobj
        4 0 obj
        <</Length 33>>
        stream
        BT /F 12 Tf 9 30 Td (Ready) Tj ET
        endstream
        endobj
        5 0 obj
        <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>
        endobj
        trailer
        <</Root 1 0 R/Size 6>>
        %%EOF

        """
}
