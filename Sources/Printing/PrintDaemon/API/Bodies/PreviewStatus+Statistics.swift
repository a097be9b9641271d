import PreviewModel
import PrintModel
import QuickPreview

extension PreviewStatus {
    /// The statistics of a previewer, for the status of the service.
    init(_ statistics: PreviewStatistics, in language: Language) {
        let helpers = RendererFamily.allCases.compactMap { family in
            family.traits.statusName.map { name in
                (name, Helper(statistics.helper(family), of: family, in: PreviewLanguage(language)))
            }
        }
        let converter = ("converter", Helper(statistics.converter, in: PreviewLanguage(language)))
        self.init(
            helpers: Dictionary(uniqueKeysWithValues: helpers + [converter]),
            ends: statistics.classes,
            helperDeaths: statistics.helperDeaths
        )
    }
}

extension PreviewStatus.Helper {
    fileprivate init(
        _ helper: PreviewStatistics.Helper,
        of family: RendererFamily,
        in language: PreviewLanguage
    ) {
        let words = family.traits.documents
        let documents = language.say(words.english, words.chinese)
        switch helper {
        case .notStarted: self.init(state: .notStarted, documents: documents)
        case .confined(let level):
            self.init(state: .ready, documents: documents, confinement: level.words(in: language))
        case .off(let error):
            self.init(state: .off, documents: documents, reason: error.message(in: language))
        }
    }
}

extension PreviewStatus.Helper {
    fileprivate init(
        _ converter: PreviewStatistics.Converter,
        in language: PreviewLanguage
    ) {
        let documents = language.say(
            "Office documents with their own look",
            "保持原有外观的 Office 文档"
        )
        switch converter {
        case .notStarted: self.init(state: .notStarted, documents: documents)
        case .ready:
            self.init(
                state: .ready,
                documents: documents,
                confinement: language.say(
                    "namespaces, and a filter of system calls",
                    "命名空间与系统调用过滤器"
                )
            )
        case .readyWithoutNamespaces:
            self.init(
                state: .ready,
                documents: documents,
                confinement: language.say(
                    "Landlock, and a filter of system calls",
                    "Landlock 与系统调用过滤器"
                )
            )
        case .off(let error):
            self.init(state: .off, documents: documents, reason: error.message(in: language))
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
