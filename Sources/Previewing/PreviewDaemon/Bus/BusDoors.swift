import QuickPreview

/// The doors on the session bus.
enum BusDoors {
    /// Returns the doors on the session bus of the user.
    ///
    /// - Parameters:
    ///   - previewer: The previewer that all doors share.
    ///   - activity: Counts the requests of all doors.
    /// - Returns: The doors; none where there is no session bus.
    static func doors(to previewer: Previewer, _ activity: Activity) -> [any Door] { [] }
}
