import CLinux
import Glibc
import PreviewModel
import Testing

@testable import QuickPreview

struct `A file that is lent for a picture` {
    private static let size = 512 * 512 * 4

    /// What a child does: it writes to the file.
    private func write(_ count: Int, at place: Int = 0, to picture: LentPicture) {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(unsafe pwrite(picture.file, bytes, count, place) == count)
    }

    private func report(_ status: StatusMessage, on socket: borrowing Descriptor) {
        let bytes = status.encoded()
        #expect(unsafe clinux_send_message(socket.number, bytes, bytes.count, nil, 0) == 0)
    }

    private func sockets() throws -> SocketPair {
        guard let pair = Descriptor.messageSockets() else { throw PreviewError.systemLimit }
        return pair
    }

    @Test func `shows the next child nothing of what the one before has written`() throws {
        let pictures = LentPictures()
        let first = try #require(pictures.borrow(size: Self.size))
        write(Self.size, to: first)
        let statuses = try sockets()
        // The picture that it answered with is smaller.
        pictures.giveBack(first, used: 10_000, after: statuses.ours)
        report(.started, on: statuses.theirs)
        let ended = StatusMessage.Ended(signal: 0, code: 0, milliseconds: 1, mebibytes: 1)
        report(.ended(ended), on: statuses.theirs)
        let second = try #require(pictures.borrow(size: Self.size))
        #expect(second === first)
        var bytes = [UInt8](repeating: 1, count: Self.size)
        #expect(unsafe pread(second.file, &bytes, bytes.count, 0) == bytes.count)
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test func `is not lent again while the child may be running`() throws {
        let pictures = LentPictures()
        let first = try #require(pictures.borrow(size: Self.size))
        let statuses = try sockets()
        pictures.giveBack(first, used: 0, after: statuses.ours)
        // The zygote is asked to kill it.
        var wait = pollfd(fd: statuses.theirs.number, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&wait, 1, 0) == 1)
        report(.started, on: statuses.theirs)
        let second = try #require(pictures.borrow(size: Self.size))
        #expect(second !== first)
    }

    @Test func `is not lent again where the zygote is gone`() throws {
        let pictures = LentPictures()
        let first = try #require(pictures.borrow(size: Self.size))
        let statuses = try sockets()
        pictures.giveBack(first, used: 0, after: statuses.ours)
        let ours = statuses.keepOurs()
        let second = try #require(pictures.borrow(size: Self.size))
        #expect(second !== first)
        _ = ours.number
    }

    @Test func `takes no seal, and no other size`() throws {
        let picture = try #require(LentPictures().borrow(size: Self.size))
        // F_SEAL_SEAL: a child could add a seal that keeps the next one from writing.
        #expect(clinux_seals(picture.file) & 1 != 0)
        #expect(ftruncate(picture.file, 0) != 0)
        #expect(ftruncate(picture.file, off_t(2 * picture.capacity)) != 0)
    }

    @Test func `is there for usual sizes, and however many are lent`() throws {
        let pictures = LentPictures()
        #expect(pictures.borrow(size: 4096 * 4096 * 4) == nil)
        let all = try (0..<8).map { _ in try #require(pictures.borrow(size: Self.size)) }
        #expect(Set(all.map(\.file)).count == all.count)
    }
}
