import Glibc
import ProofKit
import Testing

@testable import FileAccess

@Suite struct `Folders for sockets` {
    @Test(
        arguments: [
            (1000, 0o700, true), (1000, 0o755, true), (1000, 0o775, false), (1000, 0o777, false),
            (1000, 0o1777, true), (0, 0o755, true), (0, 0o1777, true), (0, 0o777, false),
            (7, 0o700, false), (7, 0o1777, false),
        ] as [(UInt32, UInt32, Bool)]
    )
    func `are safe where others cannot replace what is in them`(
        _ owner: UInt32,
        _ mode: UInt32,
        _ isSafe: Bool
    ) {
        let facts = FileFacts(mode: S_IFDIR | mode, owner: owner, size: 0)
        #expect(facts.isSafeFolder(for: 1000) == isSafe)
    }

    @Test func `of the user, and those of root that are open, can be used`() throws {
        let folder = try TemporaryFolder("usable")
        #expect(RuntimeFolder.isUsable(folder.path) == true)
        #expect(RuntimeFolder.isUsable(folder.path + "/new") == nil)
        #expect(RuntimeFolder.isUsable("/tmp") == true)
        guard geteuid() == 0 else {
            #expect(RuntimeFolder.isUsable("/root") == false)
            return
        }
        try #require(unsafe chown(folder.path, Neighbour.user, Neighbour.user) == 0)
        #expect(RuntimeFolder.isUsable(folder.path) == false)
    }
}
