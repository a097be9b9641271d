import FoundationEssentials
import Glibc
import Hashing
import PrintCenter
import PrintModel
import ProofKit

/// Opens disk images as the service would, and checks that all acknowledged data is there.
final class ImageCheck {
    /// The folder, in memory, for the one image that is being checked.
    private let folder: String
    private var hashes: [DiskImage.Identity: String] = [:]
    /// The phases of the jobs in the last image that have not ended.
    private(set) var phases: Set<Delivery.Phase> = []

    /// The folder of the service's state, relative to the recorded folder.
    static let state = "state/printcenter"

    init(folder: String) {
        self.folder = folder
    }

    /// Returns the faults of an image.
    ///
    /// The store opens the database each time; the spool is written out and opened only if
    /// `withSpool`, and otherwise checked in memory.
    func faults(of image: DiskImage, _ ledger: Ledger, withSpool: Bool) async -> [Fault] {
        phases = []
        do {
            try writeOut(image, withSpool: withSpool)
            let store = try SQLiteJobStore(path: folder + "/queue.sqlite")
            let integrity = try await store.pragma("integrity_check")
            guard integrity == "ok" else {
                return [Fault(kind: .corrupt, words: "integrity_check: \(integrity ?? "")")]
            }
            phases = Set(try await store.active().map(\.delivery.phase))
            var faults = try await lost(store, ledger)
            faults += try await sentAgain(store, ledger)
            faults += try await incomplete(store, image)
            if withSpool { faults += try await swept(store, image) }
            return faults
        } catch {
            return [Fault(kind: .corrupt, words: "\(error)")]
        }
    }

    // MARK: Checks

    /// Finds acknowledged data that is missing.
    private func lost(_ store: SQLiteJobStore, _ ledger: Ledger) async throws -> [Fault] {
        var faults: [Fault] = []
        for (id, acknowledged) in ledger.documents {
            guard let facts = try await store.document(id) else {
                faults.append(Fault(kind: .lost, words: "document \(id)"))
                continue
            }
            if !acknowledged.hashes.contains(facts.sha256 ?? "") {
                faults.append(Fault(kind: .lost, words: "the contents of document \(id)"))
            }
        }
        for (id, acknowledged) in ledger.jobs {
            guard let record = try await store.job(id),
                record.job.submission == acknowledged.submission,
                record.job.printer == acknowledged.printer,
                record.job.document?.id == acknowledged.document?.id,
                record.job.ticket == acknowledged.ticket
            else {
                faults.append(Fault(kind: .lost, words: "job \(id)"))
                continue
            }
            if acknowledged.state.isFinal, record.job.state != acknowledged.state {
                faults.append(Fault(kind: .lost, words: "the end of job \(id)"))
            }
            if acknowledged.reasons.contains(where: { $0.code == .canceling }),
                !record.delivery.cancelRequested, !record.job.state.isFinal
            {
                faults.append(Fault(kind: .lost, words: "the cancel of job \(id)"))
            }
        }
        return faults
    }

    /// Finds jobs that are at their printers as a whole, and would be sent again.
    ///
    /// From the phase `releasing` on, the service asks the printer what became of the job.
    private func sentAgain(_ store: SQLiteJobStore, _ ledger: Ledger) async throws -> [Fault] {
        var faults: [Fault] = []
        for submission in ledger.sent {
            guard let record = try await store.job(key: submission) else {
                faults.append(Fault(kind: .lost, words: "the printed job \(submission)"))
                continue
            }
            let phase = record.delivery.phase
            guard ![.releasing, .released, .ended].contains(phase) else { continue }
            faults.append(
                Fault(kind: .sentAgain, words: "job \(record.job.label), which is \(phase)")
            )
        }
        return faults
    }

    /// Finds rows whose document is missing, or differs from the row.
    private func incomplete(_ store: SQLiteJobStore, _ image: DiskImage) async throws -> [Fault] {
        var faults: [Fault] = []
        var documents = try await store.spooledNames(preparedAmong: [])
        for record in try await store.active() {
            if let id = record.job.document?.id { documents.insert(id) }
            let isPrepared = ![.accepted, .ended].contains(record.delivery.phase)
            // The next start removes a prepared PDF, and it is made again.
            if isPrepared, record.isPrepared, record.isLasting,
                spooled(record.preparedName, in: image) == nil
            {
                faults.append(
                    Fault(kind: .rowWithoutDocument, words: "the prepared pages of a job")
                )
            }
        }
        for id in documents {
            let facts = try await store.document(id)
            guard let file = settled(id, facts?.sha256, in: image) else {
                faults.append(Fault(kind: .rowWithoutDocument, words: "document \(id)"))
                continue
            }
            if facts?.size != file.bytes.count || facts?.sha256 != hash(of: file) {
                faults.append(
                    Fault(kind: .corrupt, words: "document \(id) is not what its row says")
                )
            }
        }
        for (path, file) in image.files
        where path.hasPrefix(Self.state + "/spool/") && !file.isWhole
            && ![".part", ".pages.pdf"].contains(where: path.hasSuffix)
        {
            faults.append(Fault(kind: .corrupt, words: "\(path) is not whole"))
        }
        return faults
    }

    /// Finds files that the cleanup at the next start would remove although a job needs them.
    private func swept(_ store: SQLiteJobStore, _ image: DiskImage) async throws -> [Fault] {
        let spool = try Spool(path: folder + "/spool")
        let known = try await store.spooledNames(preparedAmong: spool.names())
        let needed = known.filter { !$0.hasSuffix(".pdf") }
        try await spool.settle { try await store.document($0)?.sha256 }
        _ = try await spool.sweep(keeping: known)
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: folder + "/spool"))
        var faults: [Fault] = []
        for name in needed where left.contains(name) {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/spool/\(name)")))
            let file = DiskImage.File(bytes: bytes, isWhole: true, identity: nil)
            if try await store.document(name)?.sha256 != hash(of: file) {
                faults.append(Fault(kind: .corrupt, words: "\(name) is not as its row says"))
            }
        }
        for name in needed where !left.contains(name) && spooled(name, in: image) != nil {
            faults.append(Fault(kind: .rowWithoutDocument, words: "the sweep removed \(name)"))
        }
        // A document without a row is kept aside for a day.
        for name in left where !known.contains(name) && !name.hasSuffix(".orphan") {
            faults.append(Fault(kind: .corrupt, words: "the sweep left \(name)"))
        }
        return faults
    }

    /// A document as the next start finds it, which completes an interrupted replacement.
    private func settled(_ id: String, _ wanted: String?, in image: DiskImage) -> DiskImage.File? {
        let prefix = Self.state + "/spool/\(id)."
        let successor = image.files.first { path, file in
            path.hasPrefix(prefix) && path.hasSuffix(".successor") && hash(of: file) == wanted
        }
        return successor?.value ?? spooled(id, in: image)
    }

    private func spooled(_ name: String, in image: DiskImage) -> DiskImage.File? {
        image.files[Self.state + "/spool/" + name]
    }

    private func hash(of file: DiskImage.File) -> String {
        if let identity = file.identity, let known = hashes[identity] { return known }
        var sum = SHA256()
        sum.update(file.bytes)
        let hash = sum.finish()
        if let identity = file.identity { hashes[identity] = hash }
        return hash
    }

    // MARK: Files

    private func writeOut(_ image: DiskImage, withSpool: Bool) throws {
        for name in ["", "-wal", "-shm", "-journal"] {
            _ = unsafe unlink(folder + "/queue.sqlite" + name)
        }
        if withSpool {
            // The folder does not exist after the last image.
            try? FileManager.default.removeItem(atPath: folder + "/spool")
            if image.folders.contains(Self.state + "/spool") {
                _ = unsafe mkdir(folder + "/spool", 0o700)
            }
        }
        for (path, file) in image.files where path.hasPrefix(Self.state + "/") {
            let name = path.dropFirst(Self.state.count + 1)
            guard withSpool || !name.contains("/") else { continue }
            try Self.write(file.bytes, to: "\(folder)/\(name)")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw ProofError("\(path) cannot be written: error \(errno)") }
        defer { close(file) }
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    file,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done
                )
            }
            guard count > 0 else { throw ProofError("\(path) cannot be written: error \(errno)") }
            done += count
        }
    }
}
