import PrintModel

/// A state of the disk on which the service is started, with what its printers knew at that moment.
struct Sample: Sendable {
    let image: DiskImage
    /// What had been acknowledged.
    let ledger: Ledger
    /// The numbers of the snapshots of the printers, by their names.
    let moments: [String: Int]
    /// How it differs from others: phases of jobs, each with the step and with the cut.
    let traits: Set<String>
    let place: String

    /// Chooses samples, each of which adds the most traits to those before, and to those that are known.
    static func choose(
        _ count: Int,
        of samples: [Sample],
        besides known: Set<String> = []
    ) -> [Sample] {
        var (chosen, seen, rest): ([Sample], Set<String>, [Sample]) = (
            [], known, samples.sorted { $0.place < $1.place }
        )
        while chosen.count < count, !rest.isEmpty {
            let news = rest.map { $0.traits.subtracting(seen).count }
            guard let most = news.max(), most > 0, let index = news.firstIndex(of: most) else {
                break
            }
            seen.formUnion(rest[index].traits)
            chosen.append(rest.remove(at: index))
        }
        return chosen
    }

    /// Names what distinguishes a state.
    static func traits(
        _ phases: Set<Delivery.Phase>,
        _ ledger: Ledger,
        _ step: Recording.Step,
        _ cut: DiskImage.Cut
    ) -> Set<String> {
        let cut = if case .some = cut { "chance" } else { "\(cut)" }
        let none = ledger.jobs.isEmpty ? "no job" : "no job in progress"
        let phases = phases.isEmpty ? [none] : phases.map { "\($0)" }
        return Set(phases.flatMap { ["\($0), \(cut)", "\($0), \(step.kind)"] })
    }
}

extension Recording.Step {
    /// What the step does, in a word.
    fileprivate var kind: String {
        switch self {
        case .create: "create"
        case .write: "write"
        case .resize: "resize"
        case .sync: "sync"
        case .rename: "rename"
        case .remove: "remove"
        case .link: "link"
        case .socket: "reply"
        case .start: "start"
        case .note: "note"
        }
    }
}
