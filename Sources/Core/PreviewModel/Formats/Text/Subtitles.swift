extension DocumentFormat {
    /// Subtitles, as a table of times and words.
    static let subtitles = DocumentFormat(
        name: "Subtitles (SubRip, WebVTT, SubStation Alpha)",
        types: ["application/x-subrip", "text/vtt", "text/x-ssa"],
        extensions: ["srt", "vtt", "ass", "ssa"],
        reader: .text(.structured(.subtitles))
    )
}
