import PreviewModel

extension DocumentInfo {
    /// The kind of preview that a document has.
    package enum Preview: String, Sendable {
        /// Its pages, or its picture.
        case rendered
        /// A picture inside it.
        case embedded
        /// Only a card.
        case card
    }

    /// The kind of preview, as far as the facts tell.
    package var preview: Preview {
        guard problem == nil else { return .card }
        if carriesPicture { return .embedded }
        let family = readAs.family
        // A video file with nothing but sound, or one whose helper is not installed.
        if family == .video, width == nil { return .card }
        return isFolder || family != nil ? .rendered : .card
    }

    /// Whether the facts are those of a folder.
    package var isFolder: Bool { typeReport?.rule == .folder }

    /// Whether width and height are pixels.
    package var measuresPixels: Bool {
        readAs.isDrawing || readAs.family?.traits.measuresPixels == true
    }

    /// The reason why there is only a card, where the file is at fault, and a note on a misleading name.
    package func note(for name: String, in language: PreviewLanguage) -> String? {
        let notes = [problemNote(in: language), nameNote(for: name, in: language)]
            .compactMap { $0 }
        return notes.isEmpty ? nil : notes.joined(separator: language.say(" ", ""))
    }
}
