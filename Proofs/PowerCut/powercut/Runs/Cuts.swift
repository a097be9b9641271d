import FoundationEssentials
import Glibc
import ProofKit

/// The results of the simulated power failures in a recording.
struct CutCount: Sendable {
    var states = 0
    var boundaries = 0
    var faults: [Fault.Kind: Int] = [:]
    /// The first few faults, as sentences.
    var examples: [String] = []
    /// States on which the service can be started.
    var samples: [Sample] = []

    mutating func add(_ other: CutCount) {
        states += other.states
        boundaries += other.boundaries
        faults.merge(other.faults) { $0 + $1 }
        examples = Array((examples + other.examples).prefix(12))
        samples += other.samples
    }

    mutating func add(_ faults: [Fault], _ place: @autoclosure () -> String) {
        // Each image counts once for each kind of fault, however many it has.
        for kind in Set(faults.map(\.kind)) { self.faults[kind, default: 0] += 1 }
        if let first = faults.first, examples.count < 12 {
            examples.append("\(first.kind.rawValue): \(first.words) (\(place()))")
        }
    }

    var isClean: Bool { faults.isEmpty }
}

/// Simulates a power failure at every step of a recording, in several ways.
struct Cuts: Sendable {
    let recording: Recording
    /// The number of random images at each step where data may be lost.
    var chances: Int
    var seed: UInt64
    /// The interval, in images, at which the spool is also written out and opened.
    var spoolEvery = 8
    /// The interval of the steps that are checked; more than 1 for a short run.
    var stride = 1
    /// Whether to return states on which the service can be started.
    var sampling = Sampling.none

    /// Whether states are returned.
    enum Sampling { case none, eachTrait }

    /// Builds and checks all images, on `workers` threads.
    func run(workers: Int, in folder: String) async throws -> CutCount {
        try await withThrowingTaskGroup(of: CutCount.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    try await work(worker, of: workers, in: "\(folder)/image-\(worker)")
                }
            }
            var count = CutCount()
            for try await part in group { count.add(part) }
            return count
        }
    }

    @concurrent private func work(
        _ worker: Int,
        of workers: Int,
        in folder: String
    ) async throws -> CutCount {
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw ProofError("\(folder) cannot be made: error \(errno)")
        }
        let check = ImageCheck(folder: folder)
        var disk = Disk()
        var ledger = Ledger(recording)
        var count = CutCount()
        var boundary = 0
        var chance = SeededGenerator(seed: seed &+ UInt64(worker))
        var seen: [Set<String>: Int] = [:]
        var samples: [Set<String>: Sample] = [:]
        var moments: [String: Int] = [:]
        for (index, step) in recording.steps.enumerated() {
            let hasChanged = disk.take(step)
            if let (name, number) = step.moment { moments[name] = number }
            let wasTold = ledger.take(step: index)
            guard hasChanged || wasTold else { continue }
            boundary += 1
            guard boundary % (workers * stride) == worker * stride % (workers * stride) else {
                continue
            }
            count.boundaries += 1
            for cut in cuts(disk, index) {
                count.states += 1
                let image = DiskImage(of: disk, cut)
                let faults = await check.faults(
                    of: image,
                    ledger,
                    withSpool: count.states % spoolEvery == 0
                )
                if sampling == .eachTrait {
                    let traits = Sample.traits(check.phases, ledger, step, cut)
                    seen[traits, default: 0] += 1
                    // Each state of a kind has the same chance.
                    if chance.next(below: seen[traits] ?? 1) == 0 {
                        samples[traits] =
                            Sample(
                                image: image,
                                ledger: ledger,
                                moments: moments,
                                traits: traits,
                                place: "step \(index), \(cut)"
                            )
                    }
                }
                if !faults.isEmpty { count.add(faults, "step \(index), \(cut)") }
            }
        }
        count.samples = Array(samples.values)
        return count
    }

    /// The cuts to try at this step; only one where all data are synced.
    private func cuts(_ disk: Disk, _ index: Int) -> [DiskImage.Cut] {
        let unsure = disk.unsure.map { disk.nodes[$0] }
        guard !unsure.isEmpty else { return [.everything] }
        var cuts: [DiskImage.Cut] = [.nothing, .everything]
        let hasNames = unsure.contains { !$0.renamings.isEmpty }
        let hasBytes = unsure.contains { !$0.changes.isEmpty }
        if hasNames, hasBytes { cuts += [.bytesOnly, .namesOnly] }
        for number in 0..<chances {
            cuts.append(.some(seed: seed &+ UInt64(index * 1000 + number)))
        }
        return cuts
    }
}
