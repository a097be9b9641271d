import PrintModel
import QuickPreview

extension PreviewStatus {
    /// The statistics of a previewer, for the status of the service.
    init(_ statistics: PreviewStatistics, in language: Language) {
        let helpers = [
            "documents": statistics.helper(.pdf), "images": statistics.helper(.images),
            "texts": statistics.helper(.text), "codecs": statistics.helper(.rareImages),
            "videos": statistics.helper(.video), "postScript": statistics.helper(.postscript),
        ]
        self.init(
            helpers: helpers.mapValues { Helper($0, in: language) },
            ends: statistics.classes,
            helperDeaths: statistics.helperDeaths
        )
    }
}

extension PreviewStatus.Helper {
    fileprivate init(_ helper: PreviewStatistics.Helper, in language: Language) {
        switch helper {
        case .notStarted: self.init(state: .notStarted)
        case .confined(let level): self.init(state: .ready, confinement: level.description)
        case .off(let error):
            self.init(state: .off, reason: error.message(in: PreviewLanguage(language)))
        }
    }
}

extension PreviewLanguage {
    /// The language of a request, for the preview library.
    init(_ language: Language) {
        switch language {
        case .english: self = .english
        case .simplifiedChinese: self = .simplifiedChinese
        }
    }
}
