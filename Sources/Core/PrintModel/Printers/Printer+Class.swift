/// A class of the scheduler: a queue whose jobs go to the first of several queues that is free.
extension Printer {
    /// Returns a class, which is as able as the weakest of the queues that its jobs may go to.
    ///
    /// - Parameter members: The queues of the class.
    /// - Returns: The class with what each queue can do that accepts jobs; where none does, it does not either.
    package func asClass(of members: [Printer]) -> Printer {
        let open = members.filter { $0.accepting && $0.state != .stopped }
        var copy = self
        let able = (open.isEmpty ? members : open).compactMap(\.capabilities)
        copy.capabilities = able.dropFirst().reduce(able.first) { $0?.limited(to: $1) }
        // A job may be at another device than the one that is asked.
        copy.capabilities?.validates = false
        let reasons = members.flatMap(\.reasons)
        guard state != .stopped, accepting else { return copy }
        if open.isEmpty {
            copy.accepting = members.contains(where: \.accepting)
            if copy.accepting { copy.state = .stopped }
            copy.reasons += reasons
        } else if open.allSatisfy({ $0.state == .unreachable || $0.state == .unusable }) {
            copy.state = open[0].state
            copy.reasons += reasons
        } else {
            if open.contains(where: { $0.state == .printing }) { copy.state = .printing }
            // What a queue can do whose printer has said nothing yet may be less than what the others can.
            let unknown = open.first { $0.isSlow && $0.capabilities == nil }
            copy.reasons += unknown?.reasons.filter { $0.code == .printerSlow } ?? []
        }
        return copy
    }
}

extension PrinterCapabilities {
    /// Returns what two printers both can do.
    func limited(to other: PrinterCapabilities) -> PrinterCapabilities {
        func both<Value: Equatable>(_ list: KeyPath<Self, [Value]>) -> [Value] {
            self[keyPath: list].filter { other[keyPath: list].contains($0) }
        }
        func same<Value: Equatable>(_ field: KeyPath<Self, Value?>) -> Value? {
            self[keyPath: field] == other[keyPath: field] ? self[keyPath: field] : nil
        }
        var able = self
        able.color = color && other.color
        able.duplex = duplex && other.duplex
        let least = max(copies.min, other.copies.min)
        able.copies = CopyRange(min: least, max: max(least, min(copies.max, other.copies.max)))
        able.sides = both(\.sides)
        able.sidesDefault = same(\.sidesDefault)
        able.media = both(\.media)
        able.mediaReady = both(\.mediaReady)
        able.mediaDefault = same(\.mediaDefault)
        // Each queue converts to what its own printer reads.
        let readable = other.formats + other.convertibleFormats
        able.formats = both(\.formats)
        able.convertibleFormats = (formats + convertibleFormats)
            .filter { readable.contains($0) && !able.formats.contains($0) }
        able.raster = same(\.raster)
        able.colorModes = both(\.colorModes)
        able.colorModeDefault = same(\.colorModeDefault)
        able.qualities = both(\.qualities)
        able.qualityDefault = same(\.qualityDefault)
        able.collates = collates && other.collates
        able.uncollates = uncollates && other.uncollates
        able.marginsDefault = marginsDefault.widened(to: other.marginsDefault)
        for media in Set(mediaMargins.keys).union(other.mediaMargins.keys) {
            let first = mediaMargins[media] ?? marginsDefault
            able.mediaMargins[media] =
                first.widened(to: other.mediaMargins[media] ?? other.marginsDefault)
        }
        able.mediaSizes = same(\.mediaSizes)
        able.borderless = both(\.borderless)
        able.sources = both(\.sources)
        able.sourceDefault = same(\.sourceDefault)
        able.sourceMedia = same(\.sourceMedia)
        able.rolls = same(\.rolls)
        able.finishings = both(\.finishings)
        able.outputBins = both(\.outputBins)
        able.outputBinDefault = same(\.outputBinDefault)
        able.scalings = both(\.scalings)
        able.pinLength = same(\.pinLength)
        able.pinLengthMin = same(\.pinLengthMin)
        able.pinCharacters = same(\.pinCharacters)
        able.pinObstacle = pinObstacle ?? other.pinObstacle
        able.pinEncryptions = both(\.pinEncryptions)
        able.constraints = constraints + other.constraints.filter { !constraints.contains($0) }
        able.attributes = attributes.reduce(into: [:]) { found, entry in
            found[entry.key] = other.attributes[entry.key].flatMap { entry.value.limited(to: $0) }
        }
        able.droppedByQueue = droppedByQueue.merging(other.droppedByQueue) { first, _ in first }
        return able
    }
}

extension AttributeValues {
    /// Returns the values that two printers both support; `nil` where there are none.
    fileprivate func limited(to other: AttributeValues) -> AttributeValues? {
        guard syntax == other.syntax else { return nil }
        var both = self
        both.values = values.filter { other.takes($0) }
        both.min = min.flatMap { least in other.min.map { Swift.max(least, $0) } }
        both.max = max.flatMap { most in other.max.map { Swift.min(most, $0) } }
        let isOpen = values.isEmpty && other.values.isEmpty && min == nil && other.min == nil
        let hasRange = both.min.map { least in both.max.map { least <= $0 } ?? false } ?? false
        guard isOpen || hasRange || !both.values.isEmpty else { return nil }
        if defaultValue != other.defaultValue { both.defaultValue = nil }
        return both
    }
}

extension MediaMargins {
    /// The wider one of each two margins.
    fileprivate func widened(to other: MediaMargins) -> MediaMargins {
        MediaMargins(
            top: max(top, other.top),
            right: max(right, other.right),
            bottom: max(bottom, other.bottom),
            left: max(left, other.left)
        )
    }
}
