import ArgumentParser
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

    /// Runs a command with such a previewer, which is closed after it.
    ///
    /// - Throws: `ExitCode` for a failure, which has been printed.
    static func withShared(
        _ command: (Previewer) async throws(Failure) -> Void
    ) async throws(ExitCode) {
        let previewer = shared()
        var code: Int32 = 0
        do throws(Failure) {
            try await command(previewer)
        } catch {
            error.print()
            code = error.code
        }
        await previewer.close()
        if code != 0 { throw ExitCode(code) }
    }

    private static func variable(_ name: String) -> String? {
        // This program never changes its environment.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
