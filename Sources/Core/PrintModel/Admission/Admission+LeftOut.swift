/// What of a document is not on its pages, or on the paper.
extension Admission {
    /// The notices of what a document has and its pages do not show.
    static func leftOutNotices(_ document: DocumentFacts) -> [Obstacle] {
        guard let leftOut = document.leftOut else { return [] }
        let name = ["document": document.name]
        var notices: [Obstacle] = []
        let pictures = leftOut.pictures.adding(clamping: leftOut.elsewhere)
        if pictures > 0 || leftOut.styleSheets > 0 {
            var parameters = name
            parameters["pictures"] = "\(pictures)"
            parameters["styleSheets"] = "\(leftOut.styleSheets)"
            // Only what lies beside the document can be given to it.
            if leftOut.pictures > 0, document.showsPicturesBeside {
                parameters["folder"] = "FOLDER"
            }
            if document.showsPicturesBeside { parameters["web"] = "true" }
            notices.append(Obstacle(.picturesLeftOut, parameters))
        }
        if let letters = leftOut.letters, !letters.isEmpty {
            let list = letters.joined(separator: ", ")
            notices.append(Obstacle(.lettersLeftOut, name.merging(["letters": list]) { $1 }))
        }
        if leftOut.vertical == true { notices.append(Obstacle(.verticalWriting, name)) }
        return notices
    }

    /// The notice that pages, at the position that was asked for, reach into an edge of the paper that is not printed.
    ///
    /// `Imposition` keeps a page off the edges in each direction in which it fits between them. One that does not is where
    /// the user wants it.
    func edgeNotice(_ plan: PrintPlan, _ document: DocumentFacts) -> Obstacle? {
        guard plan.position != .center, [.auto, .none].contains(plan.scaling), plan.numberUp == 1,
            plan.poster == nil, plan.border == .none, let sheet = plan.sheet
        else { return nil }
        let cut = document.pages(of: plan.pages) { page in
            sheet.cuts(page, at: plan.position, plan.orientation, percent: plan.percent ?? 100)
        }
        guard let page = cut.first else { return nil }
        var parameters = [
            "printer": printer.id.rawValue, "document": document.name, "page": "\(page)",
            "pages": Self.ranges(cut),
        ]
        parameters["media"] = plan.media?.rawValue
        return Obstacle(.edgesCut, option: "position", parameters)
    }
}

extension SheetSize {
    /// Whether a page that fits on the sheet does not fit between the edges to one of which it is moved.
    fileprivate func cuts(
        _ page: DocumentFacts.PageSizes,
        at position: PagePosition,
        _ orientation: PageOrientation?,
        percent: Int
    ) -> Bool {
        let scale = Double(percent) / 100
        let (across, along) = (page.width * scale, page.height * scale)
        // As it is held: of the two ways, the one in which more of the page is on it.
        func share(_ width: Double, _ height: Double) -> Double {
            min(width / max(across, 0.01), height / max(along, 0.01), 1)
        }
        let turned =
            switch orientation {
            case .portrait, .reversePortrait: width > length
            case .landscape, .reverseLandscape: width <= length
            case .auto, nil: share(length, width) > share(width, length) + 0.001
            }
        let points = 72.0 / 2540
        let sides = Double(margins.left.adding(clamping: margins.right)) * points
        let ends = Double(margins.top.adding(clamping: margins.bottom)) * points
        let (room, edges) =
            turned ? ((length, width), (ends, sides)) : ((width, length), (sides, ends))
        func isCut(_ extent: Double, _ room: Double, _ edges: Double) -> Bool {
            extent > room - edges + 0.01 && extent < room - 3
        }
        return position.isSideways && isCut(across, room.0, edges.0)
            || position.isLengthways && isCut(along, room.1, edges.1)
    }
}

extension PagePosition {
    /// Whether it is at the left or right edge.
    fileprivate var isSideways: Bool { ![.center, .top, .bottom].contains(self) }
    /// Whether it is at the upper or lower edge.
    fileprivate var isLengthways: Bool { ![.center, .left, .right].contains(self) }
}
