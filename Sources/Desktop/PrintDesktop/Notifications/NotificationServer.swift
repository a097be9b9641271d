import PrintModel
import SessionBus

/// The notifications on the screen, by `org.freedesktop.Notifications` or the desktop's portal.
///
/// No notice is critical: a desktop that is not to disturb keeps it back.
actor NotificationServer {
    /// What the user does with a notice.
    struct Press: Sendable {
        let job: JobID
        let action: Notice.Action
        /// The token with which a window may come to the front.
        let activation: String?
    }

    /// What happened to a notice.
    enum Event: Sendable {
        case pressed(Press)
        case closed(Notice.Slot)
    }

    private struct Shown {
        /// The number that the desktop gave it; 0 in the portal.
        var number: UInt32
        var notice: Notice
        var picture: String?
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let portalPath = "/org/freedesktop/portal/desktop"
    private static let portalInterface = "org.freedesktop.portal.Notification"

    private let bus: BusConnection
    private let words: DesktopWords
    private let icon: String
    private let pictures: PictureFolder
    private var shown: [Notice.Slot: Shown] = [:]
    private var capabilities: Set<String>?
    private var activations: [UInt32: String] = [:]
    private var usesPortal = false
    /// Notices whose number is not known yet.
    private var underWay = 0

    init(bus: BusConnection, words: DesktopWords, icon: String, pictures: PictureFolder) {
        (self.bus, self.words, self.icon, self.pictures) = (bus, words, icon, pictures)
    }

    /// Asks for the signals of the desktop.
    func listen() async throws {
        try await bus.listen("type='signal',sender='\(Self.name)',interface='\(Self.name)'")
        try await bus.listen(
            "type='signal',sender='\(Self.portal)',interface='\(Self.portalInterface)'"
        )
    }

    /// Whether a notice is on the screen, or in the list of the desktop.
    var isShowing: Bool { !shown.isEmpty }

    // MARK: Notices

    /// Shows a notice, in the place of an earlier one of its slot.
    ///
    /// - Parameters:
    ///   - notice: The notice.
    ///   - picture: The PNG of the first sheet, if there is one.
    /// - Throws: ``BusError`` where there is neither.
    func show(_ notice: Notice, picture: [UInt8]?) async throws {
        underWay += 1
        defer { underWay -= 1 }
        let before = shown[notice.slot]
        let file = picture.flatMap { pictures.write($0, for: notice.job) }
        var entry = Shown(number: before?.number ?? 0, notice: notice, picture: file)
        if !usesPortal {
            do {
                entry.number = try await notify(notice, replacing: entry.number, file)
            } catch let error as BusError where error.name == .serviceUnknown {
                usesPortal = true
            }
        }
        if usesPortal { try await addToPortal(notice) }
        if let old = before?.picture, old != file { pictures.remove(old) }
        shown[notice.slot] = entry
    }

    /// Takes a notice from the screen.
    func withdraw(_ slot: Notice.Slot) async {
        guard let entry = shown.removeValue(forKey: slot) else { return }
        if let picture = entry.picture { pictures.remove(picture) }
        // One that the user has closed meanwhile is gone already.
        if usesPortal {
            _ = try? await bus.call(
                Self.portal,
                Self.portalPath,
                Self.portalInterface,
                "RemoveNotification",
                [.string(Self.key(slot))]
            )
        } else {
            _ = try? await bus.call(
                Self.name,
                Self.path,
                Self.name,
                "CloseNotification",
                [.uint32(entry.number)]
            )
        }
    }

    /// Leaves the notices to the desktop, and removes their pictures.
    func leave() {
        for entry in shown.values { entry.picture.map { pictures.remove($0) } }
    }

    private func notify(
        _ notice: Notice,
        replacing number: UInt32,
        _ picture: String?
    ) async throws -> UInt32 {
        let capabilities = try await able()
        var hints: [String: BusValue] = [
            "desktop-entry": .string(icon),
            "category": .string(notice.category),
            "urgency": .byte(1),
        ]
        if let picture { hints["image-path"] = .string(picture) }
        var actions = ["default", words.show]
        for action in notice.actions { actions += [action.rawValue, title(of: action)] }
        let body = capabilities.contains("body-markup") ? Self.escaped(notice.body) : notice.body
        let reply = try await bus.call(
            Self.name,
            Self.path,
            Self.name,
            "Notify",
            [
                .string(words.name), .uint32(number), .string(icon), .string(notice.title),
                .string(body), .strings(capabilities.contains("actions") ? actions : []),
                .dictionary(hints), .int32(notice.stays ? 0 : -1),
            ]
        )
        guard let number = reply.first?.integer.flatMap({ UInt32(exactly: $0) }) else {
            throw BusError(.invalid, "Notify")
        }
        return number
    }

    private func able() async throws -> Set<String> {
        if let capabilities { return capabilities }
        let reply = try await bus.call(Self.name, Self.path, Self.name, "GetCapabilities")
        let found = Set((reply.first?.elements ?? []).compactMap(\.text))
        capabilities = found
        return found
    }

    private func addToPortal(_ notice: Notice) async throws {
        let buttons = notice.actions.filter { $0 != .show }.map { action in
            BusValue.dictionary([
                "label": .string(title(of: action)), "action": .string(action.rawValue),
            ])
        }
        try await bus.call(
            Self.portal,
            Self.portalPath,
            Self.portalInterface,
            "AddNotification",
            [
                .string(Self.key(notice.slot)),
                .dictionary([
                    "title": .string(notice.title), "body": .string(notice.body),
                    "priority": .string("normal"),
                    "default-action": .string(Notice.Action.show.rawValue),
                    "buttons": .array(of: "a{sv}", buttons),
                ]),
            ]
        )
    }

    private static func key(_ slot: Notice.Slot) -> String {
        switch slot {
        case .job(let id): "job-\(id)"
        case .printed: "printed"
        }
    }

    private func title(of action: Notice.Action) -> String {
        switch action {
        case .show: words.show
        case .again: words.again
        case .cancel: words.cancel
        }
    }

    /// The text without what markup would be.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }

    // MARK: Signals

    /// Takes a signal of the desktop.
    ///
    /// - Returns: What it means for a notice of this program; `nil` for one of another.
    func take(_ signal: BusEvent) async -> Event? {
        if signal.interface == Self.portalInterface { return await takeFromPortal(signal) }
        guard signal.interface == Self.name,
            let number = signal.arguments.first?.integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        while shown.allSatisfy({ $0.value.number != number }), underWay > 0 {
            try? await Task.sleep(for: .milliseconds(10))
        }
        guard let (slot, entry) = shown.first(where: { $0.value.number == number }) else {
            return nil
        }
        switch signal.member {
        case "ActivationToken":
            activations[number] = signal.arguments.dropFirst().first?.text
            return nil
        case "ActionInvoked":
            let name = signal.arguments.dropFirst().first?.text ?? ""
            let action = name == "default" ? Notice.Action.show : Notice.Action(rawValue: name)
            guard let action else { return nil }
            return .pressed(
                Press(
                    job: entry.notice.job,
                    action: action,
                    activation: activations.removeValue(forKey: number)
                )
            )
        case "NotificationClosed":
            activations[number] = nil
            // The number may be that of a notice which has just been replaced.
            shown[slot] = nil
            if let picture = entry.picture { pictures.remove(picture) }
            return .closed(slot)
        default: return nil
        }
    }

    private func takeFromPortal(_ signal: BusEvent) async -> Event? {
        guard signal.member == "ActionInvoked", signal.arguments.count >= 2,
            let key = signal.arguments[0].text,
            let entry = shown.first(where: { Self.key($0.key) == key }),
            let action = signal.arguments[1].text.flatMap({ Notice.Action(rawValue: $0) })
        else { return nil }
        // The portal says nothing of notices that are closed; one that was used is.
        shown[entry.key] = nil
        return .pressed(Press(job: entry.value.notice.job, action: action, activation: nil))
    }
}
