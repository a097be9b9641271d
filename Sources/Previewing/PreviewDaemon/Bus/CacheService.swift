import FileAccess
import QuickPreview
import SessionBus

/// `org.freedesktop.thumbnails.Cache1`: what file managers tell of files that they move, copy, and delete, so that thumbnails
/// follow.
struct CacheService: Sendable {
    static let interface = "org.freedesktop.thumbnails.Cache1"
    static let path = "/org/freedesktop/thumbnails/Cache1"

    let cache: ThumbnailCache

    /// Answers a call.
    func answer(_ call: BusEvent) async throws -> [BusValue] {
        switch call.member {
        case "Move", "Copy":
            let (from, to) = (try texts(call, 0), try texts(call, 1))
            guard from.count == to.count else {
                throw BusError(.invalid, "The lists do not have the same length.")
            }
            for (old, new) in zip(from, to) {
                await carry(old, new, isMoved: call.member == "Move")
            }
        case "Delete":
            for uri in try texts(call, 0) where ThumbnailWork.path(uri) != nil { cache.forget(uri) }
        case "Cleanup":
            var cleaning = ThumbnailCache.Cleaning()
            cleaning.bases = try texts(call, 0)
            guard call.arguments.count == 2, let since = call.arguments[1].integer else {
                throw BusError(.invalid, "The arguments do not have the right types.")
            }
            // Without a base it would mean every file of the user.
            guard !cleaning.bases.isEmpty else { return [] }
            cleaning.modifiedUntil = since == 0 ? .max : Int64(since)
            let order = cleaning
            // Looks at the files of all thumbnails.
            _ = try await FileDoor.perform(at: nil) { _ in cache.clean(order) }
        default: throw BusError(.unknownMethod, call.member)
        }
        return []
    }

    private func texts(_ call: BusEvent, _ index: Int) throws(BusError) -> [String] {
        guard call.arguments.count > index, case .array("s", let values) = call.arguments[index]
        else { throw BusError(.invalid, "The arguments do not have the right types.") }
        return values.compactMap(\.text)
    }

    private func carry(_ old: String, _ new: String, isMoved: Bool) async {
        guard ThumbnailWork.path(old) != nil, let path = ThumbnailWork.path(new),
            // Where its file system does not answer, the file is drawn again.
            let subject = (try? await ThumbnailSubject.find(path)) ?? nil
        else { return }
        _ = try? await FileDoor.perform(at: path) { _ in
            cache.carry(from: old, to: subject, isMoved: isMoved)
        }
    }
}
