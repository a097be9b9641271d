import Glibc
import QuickPreview
import SessionBus

/// The door on the session bus for what the thumbnail specification names: any program that knows Tumbler finds this helper.
struct ThumbnailDoor: Door {
    let previewer: Previewer
    let activity: Activity
    let cache: ThumbnailCache
    /// The address of the bus; `nil` for that of the user.
    var address: String?

    func run() async {
        // Without a bus, the other doors serve.
        guard let bus = try? await BusConnection(address: address) else { return }
        let service = ThumbnailService(
            bus,
            ThumbnailWork(previewer: previewer, cache: cache),
            activity,
            width: previewer.concurrency
        )
        let manager = ManagerService()
        let caches = CacheService(cache: cache)
        let activity = activity
        let answer: BusConnection.Answer = { call in
            activity.begin()
            defer { activity.end() }
            if let answer = try Self.common(call) { return answer }
            switch (call.path, call.interface) {
            case (ThumbnailService.path, ThumbnailService.interface),
                (ThumbnailService.path, ""):
                return try await service.answer(call)
            case (CacheService.path, CacheService.interface), (CacheService.path, ""):
                return try await caches.answer(call)
            case (ManagerService.path, ManagerService.interface), (ManagerService.path, ""):
                return try manager.answer(call)
            default: throw BusError(.unknownMethod, call.member)
            }
        }
        await bus.serve(answer) { call, reply in
            guard call.member == "Queue", let handle = reply.first?.integer else { return }
            await service.begin(UInt32(clamping: handle))
        }
        // Another program, such as Tumbler, may have a name: it serves it then.
        for name in [ThumbnailService.interface, CacheService.interface, ManagerService.interface] {
            _ = try? await bus.take(name: name)
        }
        // Until the helper leaves, or the bus does.
        for await _ in bus.signals {}
        await service.stop()
        await bus.close()
    }

    /// Answers what every object is asked.
    private static func common(_ call: BusEvent) throws -> [BusValue]? {
        switch call.interface {
        case "org.freedesktop.DBus.Introspectable" where call.member == "Introspect":
            guard let text = ThumbnailInterfaces.description(of: call.path) else {
                throw BusError(.unknownMethod, call.path)
            }
            return [.string(text)]
        case "org.freedesktop.DBus.Properties" where call.member == "GetAll":
            return [.dictionary([:])]
        default: return nil
        }
    }
}
