import Foundation
import Testing

@testable import QuickPreview

struct `Private folders` {
    private static let list = """
        # remarks
        ~/Secret/
        /srv/a
        !/srv/a/open
        !/tmp/work

        relative
        """

    @Test(
        arguments: [
            ("/home/ann/a.png", nil), ("/home/ann/Secret/x/a.png", .named),
            ("/home/ann/Secrets/a.png", nil), ("/srv/a/b.png", .named), ("/srv/a/open/b.png", nil),
            ("/tmp/a.png", .temporary), ("/tmp/work/a.png", nil), ("/var/tmp/a.png", .temporary),
            ("/home/ann/tmp/a.png", .temporary), ("/run/media/ann/stick/a.png", nil),
            ("/run/a.png", .temporary), ("/tmpfile", nil),
        ] as [(String, ThumbnailPrivacy.Reason?)]
    )
    func `are those of the list, and those of temporary files`(
        _ path: String,
        _ reason: ThumbnailPrivacy.Reason?
    ) {
        let privacy = ThumbnailPrivacy(
            list: Array(Self.list.utf8),
            home: "/home/ann",
            temporary: "/home/ann/tmp"
        )
        #expect(privacy.reason(for: FilePath(path)) == reason)
    }

    @Test func `and thumbnails and files without a time have no thumbnails`() async throws {
        try await withCache { lab in
            let path = try lab.fixtures.png()
            let subject = try lab.subject(path)
            #expect(lab.cache.reasonNotToKeep(subject) == nil)
            let own = try lab.write(lab.texts(subject), of: subject.uri)
            #expect(lab.cache.reasonNotToKeep(try lab.subject(own)) == .thumbnail)
            try run("touch", "-d", "@0", path)
            let timeless = try #require(ThumbnailSubject(FilePath(path)))
            #expect(lab.cache.reasonNotToKeep(timeless) == .noTime)
            // A link into a private folder.
            let folder = lab.fixtures.path("secret")
            try run("mkdir", folder)
            let secret = try lab.fixtures.png(as: "secret/a.png")
            try run("ln", "-s", folder, lab.fixtures.path("link"))
            let list = Array("!\(lab.fixtures.folder.path)\n\(folder)\n".utf8)
            let cache = ThumbnailCache(
                cache: lab.fixtures.path("cache"),
                privacy: ThumbnailPrivacy(list: list)
            )
            for name in ["secret/a.png", "link/a.png"] {
                let hidden = try lab.subject(lab.fixtures.path(name))
                #expect(cache.reasonNotToKeep(hidden) == .named)
                #expect(hidden.isSame(as: -1) == false && secret.hasSuffix("/secret/a.png"))
            }
            try await withPreviewer { previewer in
                let hidden = try lab.subject(secret)
                let picture = try await previewer.picture(of: hidden, .large, in: cache)
                #expect(!picture.isKept && picture.writing == nil)
                #expect(cache.thumbnail(of: hidden, .large) == nil)
            }
        }
    }

    @Test func `are told from others by the types of their file systems`() {
        let mounts = """
            36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
            40 35 0:41 / /home/ann/vault rw,nosuid - fuse.gocryptfs gocryptfs rw
            41 35 0:42 / /x\\040y rw shared:3 master:2 - ecryptfs x rw
            broken
            """
        let bytes = Array(mounts.utf8)
        #expect(EncryptedPlaces.type(of: "98:0", in: bytes) == "ext3")
        #expect(EncryptedPlaces.type(of: "0:41", in: bytes) == "fuse.gocryptfs")
        #expect(EncryptedPlaces.type(of: "0:42", in: bytes) == "ecryptfs")
        #expect(EncryptedPlaces.type(of: "9:9", in: bytes) == nil)
    }
}
