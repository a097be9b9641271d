import PrintModel
import SessionBus

/// The icon among those of the desktop (StatusNotifierItem), there only while jobs are.
///
/// It has a connection of its own, since an item that has registered itself goes away only with its connection.
actor StatusIcon {
    private static let watcher = "org.kde.StatusNotifierWatcher"
    private static let watcherPath = "/StatusNotifierWatcher"
    static let interface = "org.kde.StatusNotifierItem"
    static let path = "/StatusNotifierItem"

    private let words: DesktopWords
    private let icon: String
    private let pressed: @Sendable (StatusMenu.Item) async -> Void
    private var bus: BusConnection?
    private var watching: Task<Void, Never>?
    private var menu: StatusMenu

    /// Creates an icon that is not there yet.
    ///
    /// - Parameters:
    ///   - words: The language.
    ///   - icon: The name of the icon.
    ///   - pressed: What happens when the user chooses something.
    init(
        words: DesktopWords,
        icon: String,
        pressed: @escaping @Sendable (StatusMenu.Item) async -> Void
    ) {
        self.words = words
        self.icon = icon
        self.pressed = pressed
        menu = StatusMenu(words: words)
    }

    /// Shows these jobs; without any, the icon goes.
    func show(_ jobs: [PrintJob]) async {
        guard !jobs.isEmpty else {
            watching?.cancel()
            watching = nil
            await bus?.close()
            bus = nil
            menu.update([])
            return
        }
        let hasChanged = menu.update(jobs)
        guard let bus else { return await appear() }
        guard hasChanged else { return }
        // Those who have gone need no news.
        try? await bus.emit(Self.path, Self.interface, "NewToolTip")
        try? await bus.emit(Self.path, Self.interface, "NewStatus", [.string(status)])
        try? await bus.emit(
            StatusMenu.path,
            StatusMenu.interface,
            "LayoutUpdated",
            [.uint32(menu.revision), .int32(0)]
        )
    }

    private func appear() async {
        guard let bus = try? await BusConnection() else { return }
        self.bus = bus
        await bus.serve { [weak self] call in
            guard let self else { throw BusError(.failed, "gone") }
            return try await self.answer(call)
        }
        // A panel that starts later, or again, is told about the icon, too.
        let rule =
            "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.watcher)'"
        try? await bus.listen(rule)
        watching = Task { [weak self] in
            for await signal in bus.signals {
                guard signal.member == "NameOwnerChanged",
                    signal.arguments.last?.text?.isEmpty == false
                else { continue }
                await self?.register()
            }
        }
        await register()
    }

    private func register() async {
        guard let bus, (try? await bus.hasOwner(Self.watcher)) == true else { return }
        _ = try? await bus.call(
            Self.watcher,
            Self.watcherPath,
            Self.watcher,
            "RegisterStatusNotifierItem",
            [.string(Self.path)]
        )
    }

    // MARK: Answers

    private func answer(_ call: BusEvent) async throws -> [BusValue] {
        switch (call.path, call.interface, call.member) {
        case (Self.path, Self.interface, "Activate"),
            (Self.path, Self.interface, "SecondaryActivate"):
            await pressed(.open)
            return []
        case (Self.path, Self.interface, "ContextMenu"), (Self.path, Self.interface, "Scroll"):
            return []
        case (StatusMenu.path, StatusMenu.interface, _):
            let (values, chosen) = try menu.answer(call)
            for item in chosen { await pressed(item) }
            return values
        case (_, "org.freedesktop.DBus.Properties", "Get"):
            let name = call.arguments.dropFirst().first?.text ?? ""
            guard let value = properties(call)[name] else {
                throw BusError(.invalid, "no property \(name)")
            }
            return [.variant(value)]
        case (_, "org.freedesktop.DBus.Properties", "GetAll"):
            return [.dictionary(properties(call))]
        default: throw BusError(.unknownMethod, call.member)
        }
    }

    private var status: String { menu.needsPerson ? "NeedsAttention" : "Active" }

    private func properties(_ call: BusEvent) -> [String: BusValue] {
        guard call.path == Self.path else {
            return call.path == StatusMenu.path ? StatusMenu.properties : [:]
        }
        let noPixels = BusValue.array(of: "(iiay)", [])
        let symbolic = icon + "-symbolic"
        return [
            "Category": .string("SystemServices"),
            "Id": .string(icon),
            "Title": .string(words.name),
            "Status": .string(status),
            "WindowId": .int32(0),
            "IconName": .string(symbolic),
            "IconPixmap": noPixels,
            "OverlayIconName": .string(""),
            "OverlayIconPixmap": noPixels,
            "AttentionIconName": .string(symbolic),
            "AttentionIconPixmap": noPixels,
            "AttentionMovieName": .string(""),
            "IconThemePath": .string(""),
            "ToolTip": .structure([
                .string(symbolic), noPixels, .string(words.name), .string(menu.summary),
            ]),
            "ItemIsMenu": .boolean(false),
            "Menu": .objectPath(StatusMenu.path),
        ]
    }
}
