import Glibc
import QuickPreview

extension Previewer {
    /// A previewer that shares its record of crashes with the user's other programs.
    ///
    /// - Parameter usesRunningHelper: Whether it asks the helper that programs share, where one is running, and the user
    ///   has chosen no other one.
    /// - Returns: The previewer.
    static func shared(usesRunningHelper: Bool = true) -> Previewer {
        var configuration = PreviewerConfiguration(
            crashRecord: PreviewerConfiguration.usualCrashRecord
        )
        configuration.usesRunningHelper =
            usesRunningHelper && variable("QPREVIEW_ZYGOTE") == nil
            && variable("QPREVIEW_RESIDENT") != "no"
        return Previewer(configuration: configuration)
    }

    private static func variable(_ name: String) -> String? {
        // This program never changes its environment.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
