extension DocumentFormat {
    /// SGI: images of Silicon Graphics workstations.
    static let sgi = DocumentFormat(
        name: "SGI",
        types: ["image/x-sgi", "image/x-rgb"],
        extensions: ["sgi", "rgb", "bw"],
        reader: .rareImage(.swift(.siliconGraphics)),
        signatures: [
            // The magic number 474, rows that are verbatim or run-length encoded, one or two bytes
            // per sample, one to three dimensions.
            FileSignature(
                "image/x-sgi",
                header: { data in
                    data.count >= 512 && data.starts(with: [1, 0xDA]) && data[2] <= 1
                        && (1...2).contains(data[3]) && data[4] == 0 && (1...3).contains(data[5])
                }
            )
        ]
    )
}
