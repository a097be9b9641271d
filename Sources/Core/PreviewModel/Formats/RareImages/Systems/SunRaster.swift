extension DocumentFormat {
    /// Sun raster.
    static let sunRaster = DocumentFormat(
        name: "Sun raster",
        types: ["image/x-sun-raster", "image/x-cmu-raster"],
        extensions: [],
        reader: .rareImage(.swift(.sunRaster)),
        supplement: [
            SupplementaryType(
                "image/x-sun-raster",
                names: ["ras", "im1", "im8", "im24", "im32"],
                english: "Sun raster image",
                chinese: "Sun 光栅图像"
            )
        ]
    )
}
