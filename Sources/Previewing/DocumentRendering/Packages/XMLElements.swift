/// The elements of an XML document in order, each with its attributes: enough for the tables of contents of
/// packages.
enum XMLElements {
    /// One start tag.
    struct Element {
        /// The name without the prefix of its namespace.
        let name: String
        /// The attributes by name, without prefixes.
        let attributes: [String: String]
    }

    /// The most elements that are read.
    private static let limit = 20_000

    /// Returns the elements up to the first syntax error, at most 20,000.
    ///
    /// Pages of books have document types. One that declares entities ends the reading.
    static func read(_ bytes: [UInt8]) -> [Element] {
        var elements: [Element] = []
        // The elements before a syntax error are still useful.
        try? XMLScanner.scan(bytes, isWhole: true, documentType: .withoutEntities) { event in
            if case .begin(let name, let attributes) = event {
                elements.append(Element(name: name, attributes: attributes.byName))
            }
            if elements.count >= limit { ReadingExtent.noteOmission() }
            return elements.count < limit
        }
        return elements
    }
}
