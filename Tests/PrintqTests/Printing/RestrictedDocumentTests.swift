import FoundationEssentials
import ProofKit
import Testing

extension Printq {
    /// PDFs whose owners forbid printing, or any but that in low quality.
    @Suite(.serialized) struct `A restricted document` {
        private func restricted(_ lab: PrintqLab, _ print: String) throws -> String {
            let path = "\(lab.folder)/\(print).pdf"
            let made = try lab.shell(
                "qpdf --encrypt '' owner 256 --print=\(print) -- '\(lab.sample("letter.pdf"))' '\(path)'"
            )
            #expect(made.code == 0, "\(made)")
            return path
        }

        @Test func `is refused before it is queued, unless its owner prints it`() throws {
            try PrintqLab.with("restricted document") { lab in
                let path = try restricted(lab, "none")
                for verb in ["check", "print"] {
                    let refused = try lab.start([verb, "-d", "office", path]).end()
                    let words = refused.output + refused.errors
                    #expect(refused.code == 3 && words.contains("does not allow printing"))
                }
                #expect(lab.spooled().isEmpty)
                let words = "-d office '\(path)' --password-fd 3 3<<EOF\nowner\nEOF"
                #expect(try lab.shell("printq print --wait \(words)").code == 0)
                let low = try lab.start(["check", "-d", "office", try restricted(lab, "low")]).end()
                #expect(low.code == 0 && low.output.contains("low quality"), "\(low)")
            }
        }

        @Test func `prints where the settings say so, as the doctor tells`() throws {
            try PrintqLab.with("unrestricted") { lab in
                let folder = lab.folder + "/config/printcenter"
                try FileManager.default.createDirectory(
                    atPath: folder,
                    withIntermediateDirectories: true
                )
                try Data(#"{"obeyDocumentRestrictions": false}"#.utf8)
                    .write(to: URL(filePath: folder + "/settings.json"))
                lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
                for print in ["none", "low"] {
                    let path = try restricted(lab, print)
                    let ending = try lab.start(["print", "--wait", "-d", "office", path]).end()
                    #expect(ending.code == 0 && !ending.errors.contains("quality"), "\(ending)")
                }
                let doctor = try lab.start(["doctor"]).end()
                #expect(doctor.output.contains("obeyDocumentRestrictions"), "\(doctor)")
            }
        }
    }
}
