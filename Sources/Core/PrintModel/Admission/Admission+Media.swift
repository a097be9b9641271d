/// The choice of the medium.
extension Admission {
    /// The media that a job can be printed on, the best first.
    ///
    /// Of them counts the first that the printer combines with the other options, else the last; `nil` is the printer's own
    /// choice.
    ///
    /// - The user's word: a medium, or what is loaded in a tray.
    /// - The size of most of the chosen pages, if that is loaded.
    /// - The printer's default, unless only others are known to be loaded.
    /// - The loaded cut sheet nearest in size.
    /// - The printer's default.
    func mediaChoices(
        _ ticket: PrintTicket,
        _ pages: [Int]?,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [MediaName?] {
        if let roll = namedRoll(ticket, able) { return [cut(roll, document, pages)] }
        if let media = ticket.media { return [able.medium(media) ?? media] }
        if let tray = able.tray(ticket.source) {
            let inTray = able.media(in: tray)
            let own = ownMedium(among: inTray, document, pages, able)
            if own == nil, let roll = able.rolls?.first(where: { $0.source == tray }) {
                return [cut(roll, document, pages)]
            }
            guard !inTray.isEmpty else { return [usualMedium(ticket, able)] }
            return [own ?? inTray[0]]
        }
        let loaded = loadedMedia(able).filter {
            ticket.borderless != true || able.printsToEdges(of: $0)
        }
        let own = ownMedium(among: loaded, document, pages, able)
        let usual = usualMedium(ticket, able)
        let nearest = nearestMedium(to: usual, among: loaded, document, pages, able)
        let roll = ticket.borderless == true ? nil : rollMedium(usual, document, pages, able)
        let isOwnRoll = roll?.isOwn == true
        // Without its type, the list would keep what is `nil`.
        let choices: [MediaName] = [
            own, isOwnRoll ? roll?.media : nil, nearest, isOwnRoll ? nil : roll?.media,
        ].compactMap { $0 }
        // The roll that is loaded is no sheet, so that one of it is the default.
        let last = usual?.isLimit == true ? roll?.media ?? usual : usual
        return choices.map { .some($0) } + [last]
    }

    /// The loaded roll that the ticket names by a keyword of its limits, such as `roll_max_62x1000mm`: a sheet is cut of it.
    func namedRoll(_ ticket: PrintTicket, _ able: PrinterCapabilities) -> LoadedRoll? {
        guard let media = ticket.media.map({ able.medium($0) ?? $0 }), media.isLimit,
            media.rawValue.hasPrefix("roll_"), let size = media.size
        else { return nil }
        return able.rolls?.first { abs($0.most.width - size.width) <= MediaName.tolerance }
    }

    /// A sheet of a loaded roll, and whether a page of the document is as wide; `nil` where no roll suits, or the printer's
    /// default is loaded.
    private func rollMedium(
        _ usual: MediaName?,
        _ document: DocumentFacts,
        _ pages: [Int]?,
        _ able: PrinterCapabilities
    ) -> (media: MediaName, isOwn: Bool)? {
        let rolls = (able.rolls ?? []).sorted { $0.most.width < $1.most.width }
        guard let widest = rolls.last else { return nil }
        let main = document.mainSize(of: pages)
        if let main, let own = rolls.first(where: { $0.isAsWide(as: main) }) {
            return (cut(own, document, pages), true)
        }
        guard usual.map({ $0.found(in: able.mediaReady) != nil && !$0.isLimit }) != true else {
            return nil
        }
        let wanted = main ?? usual?.size
        if let wanted, let large = rolls.first(where: { $0.holds(wanted) }) {
            return (cut(large, document, pages), false)
        }
        // A letter is not for receipts and labels, where the printer has other paper.
        let isForOffice =
            usual.map { !$0.isLimit && !$0.isOfSpecialUse && $0.size?.isForOffice == true } ?? false
        guard !isForOffice || wanted?.isForOffice != true || document.isAllPictures else {
            return nil
        }
        return (cut(widest, document, pages), false)
    }

    /// The sheet of a roll for the chosen pages, or, before a document is laid out, one in the shape of A4.
    private func cut(
        _ roll: LoadedRoll,
        _ document: DocumentFacts,
        _ pages: [Int]?
    ) -> MediaName {
        let sizes = document.sizes(of: pages)
        let usual = PageSetup.usualSheet.size
        return MediaName(custom: roll.sheet(for: sizes.isEmpty ? [usual] : Array(sizes.keys)))
    }

    /// The medium that matches the size of most chosen pages; `nil` if none does.
    private func ownMedium(
        among loaded: [MediaName],
        _ document: DocumentFacts,
        _ pages: [Int]?,
        _ able: PrinterCapabilities
    ) -> MediaName? {
        var best: (media: MediaName, count: Int)?
        for media in loaded {
            guard let sheet = able.sheet(of: media) else { continue }
            let count =
                document.parts?.reduce(0) { $0 + $1.ownPages(where: sheet.isPaper) }
                ?? document.pages(of: pages, where: sheet.isPaper).count
            // On a tie the first medium counts, which is the printer's own choice.
            if count > best?.count ?? 0 { best = (media, count) }
        }
        return best?.media
    }

    /// The medium that is printed on if neither the ticket nor the document decides: the printer's own, or
    /// without a border a loaded one that is printed to its edges.
    private func usualMedium(_ ticket: PrintTicket, _ able: PrinterCapabilities) -> MediaName? {
        guard ticket.borderless == true, able.mediaDefault.map(able.printsToEdges) != true else {
            return able.mediaDefault
        }
        return loadedMedia(able).first(where: able.printsToEdges) ?? able.mediaDefault
    }

    /// The loaded cut sheet nearest to the document's size, or to the printer's default where the document has none; `nil`
    /// where the default is loaded, or nothing suits.
    private func nearestMedium(
        to usual: MediaName?,
        among loaded: [MediaName],
        _ document: DocumentFacts,
        _ pages: [Int]?,
        _ able: PrinterCapabilities
    ) -> MediaName? {
        guard let usual, usual.found(in: able.mediaReady) == nil, let size = usual.size else {
            return nil
        }
        let wanted = document.mainSize(of: pages) ?? size
        // Pictures are at home on every paper; a letter is not on photo paper, labels, or envelopes.
        let isForOffice = !document.isAllPictures && !usual.isOfSpecialUse && wanted.isForOffice
        let suited = loaded.filter { media in
            !isForOffice || (!media.isOfSpecialUse && media.size?.isForOffice == true)
        }
        return suited.compactMap { media in
            media.size.map { (media: media, distance: $0.distance(to: wanted)) }
        }.min { $0.distance < $1.distance }?.media
    }

    /// The loaded media with a known size, the printer's default first.
    func loadedMedia(_ able: PrinterCapabilities) -> [MediaName] {
        let loaded = able.mediaReady.filter { !$0.isLimit && able.takes($0) }
        return loaded.filter { $0 == able.mediaDefault } + loaded.filter { $0 != able.mediaDefault }
    }

    /// The notice that the medium is not loaded, or that the named tray has another.
    func loadedNotice(_ plan: PrintPlan, _ able: PrinterCapabilities) -> Obstacle? {
        guard let media = plan.media, able.takes(media) else { return nil }
        var parameters = ["printer": printer.id.rawValue, "media": media.rawValue]
        if able.isCut(media) { return nil }
        let inTray = able.tray(plan.source).map(able.media) ?? []
        if let other = inTray.first {
            guard media.found(in: inTray) == nil else { return nil }
            parameters["source"] = plan.source
            parameters["other"] = other.rawValue
            return Obstacle(.mediaNotLoaded, option: "source", parameters)
        }
        guard !able.mediaReady.isEmpty, media.found(in: able.mediaReady) == nil else { return nil }
        return Obstacle(.mediaNotLoaded, option: "media", parameters)
    }
}

extension PrinterCapabilities {
    /// The tray that a ticket names; `nil` where the printer chooses one by the medium.
    func tray(_ source: String?) -> String? {
        let source = named(source: source)
        return source == "auto" ? nil : source
    }

    /// The media that are loaded in a tray, as far as the printer says.
    func media(in tray: String) -> [MediaName] { (sourceMedia?[tray] ?? []).filter(takes) }
}

extension DocumentFacts {
    /// The size of most of the chosen pages, or of most pages of all parts; `nil` if it is unknown.
    fileprivate func mainSize(of chosen: [Int]?) -> MediaSize? {
        // Equal counts have an order of their own, so that the answer is always the same.
        sizes(of: chosen).max { first, second in
            (first.value, first.key.length, first.key.width)
                < (second.value, second.key.length, second.key.width)
        }?.key
    }

    /// The sizes of the chosen pages, or of all pages of all parts, as far as they are known, with their numbers.
    ///
    /// Those of pictures are left out: they are pixels, which say nothing about paper.
    fileprivate func sizes(of chosen: [Int]?) -> [MediaSize: Int] {
        let known = each.filter { !$0.isPicture }
            .flatMap { part in (part.pageSizes ?? []).filter { $0.count > 0 } }
        var counts: [MediaSize: Int] = [:]
        for run in known {
            let size = MediaSize(points: run)
            counts[size] =
                parts == nil
                ? pages(of: chosen) { $0.width == run.width && $0.height == run.height }.count
                : counts[size, default: 0].adding(clamping: run.count)
        }
        return counts.filter { $0.value > 0 }
    }
}

extension MediaSize {
    /// The size of pages, in hundredths of a millimeter.
    init(points page: DocumentFacts.PageSizes) {
        self.init(
            width: Int(clamping: (page.width * 2540 / 72).rounded()),
            length: Int(clamping: (page.height * 2540 / 72).rounded())
        )
    }

    /// Whether it is at least as large as Statement and A5, within the tolerance.
    fileprivate var isForOffice: Bool {
        min(width, length) >= 13_900 && max(width, length) >= 20_900
    }

    /// How much two sizes differ, whichever way they are turned.
    fileprivate func distance(to other: MediaSize) -> Int {
        let short = min(width, length).subtracting(clamping: min(other.width, other.length))
        let long = max(width, length).subtracting(clamping: max(other.width, other.length))
        return Int(clamping: short.magnitude).adding(clamping: Int(clamping: long.magnitude))
    }
}

extension MediaName {
    /// Names of envelopes and labels, or their beginnings (PWG 5101.1, 5.2).
    private static let specialNames =
        [
            "iso_c", "iso_dl_", "na_number-", "na_monarch_", "na_personal_", "na_a2_", "na_c5_",
            "jpn_chou", "jpn_kaku", "jpn_you", "jpn_oufuku", "om_italian_", "om_invite_",
        ] + (1...10).map { "prc_\($0)_" }

    /// Whether it is an envelope, a label, photo paper, or a roll.
    fileprivate var isOfSpecialUse: Bool {
        isForPhotos || rawValue.hasPrefix("roll_")
            || ["envelope", "label"].contains(where: rawValue.contains)
            || Self.specialNames.contains(where: rawValue.hasPrefix)
    }
}
