import Testing

@testable import powercut

@Suite("Disks that a power cut leaves")
struct DiskTests {
    private static let root: UInt64 = 1
    private static let file: UInt64 = 2

    /// A file of a folder with the bytes "new" over "old", which were synced.
    private func disk(_ more: Recording.Step...) -> Disk {
        var disk = Disk()
        let steps: [Recording.Step] =
            [
                .start(folder: Self.root, process: 1),
                .create(node: Self.file, folder: Self.root, name: "a", isFolder: false),
                .write(node: Self.file, offset: 0, bytes: Array("old".utf8)),
            ] + more
        for step in steps { _ = disk.take(step) }
        return disk
    }

    private func text(_ disk: Disk, _ cut: DiskImage.Cut, _ name: String = "a") -> String? {
        DiskImage(of: disk, cut).files[name].map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `a file whose folder was not synced may be gone`() {
        let disk = disk(.sync(node: Self.file))
        #expect(text(disk, .nothing) == nil)
        #expect(text(disk, .everything) == "old")
        #expect(text(disk, .namesOnly) == "old")
    }

    @Test func `a name whose file was not synced may be empty`() {
        let disk = disk(.sync(node: Self.root))
        #expect(text(disk, .nothing) == "")
        #expect(text(disk, .bytesOnly) == "old")
    }

    @Test func `what was synced stays`() {
        let disk = disk(
            .sync(node: Self.file),
            .sync(node: Self.root),
            .write(node: Self.file, offset: 0, bytes: Array("new".utf8))
        )
        #expect(text(disk, .nothing) == "old")
        #expect(text(disk, .everything) == "new")
        for seed in 0..<50 as Range<UInt64> {
            #expect(["old", "new"].contains(text(disk, .some(seed: seed))))
        }
    }

    @Test func `a rename is there whole or not at all`() {
        let disk = disk(
            .sync(node: Self.file),
            .sync(node: Self.root),
            .rename(node: Self.file, from: Self.root, old: "a", to: Self.root, new: "b")
        )
        for seed in 0..<50 as Range<UInt64> {
            let names = DiskImage(of: disk, .some(seed: seed)).files.keys
            #expect(names.count == 1, "seed \(seed)")
        }
        #expect(text(disk, .nothing) == "old")
        #expect(text(disk, .everything, "b") == "old")
    }

    @Test func `a write is torn between sectors only`() {
        let before = [UInt8](repeating: 1, count: 2048)
        let after = [UInt8](repeating: 2, count: 2048)
        let disk = disk(
            .write(node: Self.file, offset: 0, bytes: before),
            .sync(node: Self.file),
            .sync(node: Self.root),
            .write(node: Self.file, offset: 0, bytes: after)
        )
        var isTorn = false
        for seed in 0..<50 as Range<UInt64> {
            let bytes = DiskImage(of: disk, .some(seed: seed)).files["a"]?.bytes ?? []
            #expect(bytes.count == 2048)
            for start in stride(from: 0, to: bytes.count, by: 512) {
                #expect(Set(bytes[start..<start + 512]).count == 1, "seed \(seed)")
            }
            isTorn = isTorn || Set(bytes).count == 2
        }
        #expect(isTorn)
    }

    @Test func `an inode number that is given again is another file`() {
        let disk = disk(
            .remove(folder: Self.root, name: "a"),
            .create(node: Self.file, folder: Self.root, name: "b", isFolder: false),
            .write(node: Self.file, offset: 0, bytes: Array("x".utf8))
        )
        #expect(text(disk, .everything, "b") == "x")
        #expect(text(disk, .everything) == nil)
    }
}
