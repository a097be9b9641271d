import PrintModel
import QuickPreview

extension PreviewStatus {
    /// What a previewer has counted, for the service's status.
    init(_ statistics: PreviewStatistics) {
        self.init(
            documents: Helper(statistics.documents),
            images: Helper(statistics.images),
            texts: Helper(statistics.texts),
            codecs: Helper(statistics.codecs),
            videos: Helper(statistics.videos),
            postScript: Helper(statistics.postScript),
            ends: statistics.classes,
            helperDeaths: statistics.helperDeaths
        )
    }
}

extension PreviewStatus.Helper {
    fileprivate init(_ helper: PreviewStatistics.Helper) {
        switch helper {
        case .notStarted: self.init(state: .notStarted)
        case .confined(let level): self.init(state: .ready, confinement: level.description)
        case .off(let error): self.init(state: .off, reason: error.message)
        }
    }
}
