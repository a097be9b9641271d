extension DocumentFormat {
    /// Tracks and places on a map.
    static let track = DocumentFormat(
        name: "Tracks and places (GPX, KML, KMZ)",
        types: [
            "application/gpx+xml", "application/vnd.google-earth.kml+xml",
            "application/vnd.google-earth.kmz",
        ],
        extensions: ["gpx", "kml", "kmz"],
        reader: .text(.structured(.track))
    )
}
