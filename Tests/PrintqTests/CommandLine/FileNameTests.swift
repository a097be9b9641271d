import Foundation
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Names of files` {
        @Test(
            .enabled(if: SilentFiles.isPossible, Comment(rawValue: SilentFiles.obstacle ?? ""))
        ) func `on a share that does not answer end the program, and say so`() async throws {
            try await PrintqLab.with("a silent share") { lab in
                let contents = [UInt8](
                    try Data(contentsOf: URL(fileURLWithPath: lab.sample("letter.pdf")))
                )
                try await withSilentFiles(at: "\(lab.folder)/share", contents) { share in
                    let print = "printq print '\(share.path("a.pdf"))' -d office --json"
                    #expect(try lab.shell(print).code == 0)
                    share.set(.reading)
                    let ending = try lab.shell(print)
                    #expect(ending.code == 66, "\(ending)")
                    #expect(ending.errors.contains("its file system does not answer."))
                    #expect(ending.output.contains("\"problem\":\"unanswered\""), "\(ending)")
                    #expect((1...4).contains(share.waiting))
                }
            }
        }

        @Test func `may be any bytes, and URIs`() throws {
            try PrintqLab.with("names") { lab in
                let command = """
                    cd '\(lab.folder)'; name=$(printf 'caf\\351.pdf')
                    cp '\(lab.sample("letter.pdf"))' "$name"
                    printq check "$name" -d office --json
                    printq check "file://$PWD/caf%E9.pdf" -d office --json
                    printq available "$name"
                    printq preview "$name" -d office --output "$(printf 'sheet\\377.png')" >names
                    test -s "$(printf 'sheet\\377.png')" && echo written
                    printq print "$(printf 'no\\351')" "file://elsewhere.example/a" ; echo $?
                    """
                let ending = try lab.shell(command)
                let lines = ending.output.split(separator: "\n").map(String.init)
                #expect(lines.count == 5, "\(ending)")
                for line in lines.prefix(2) {
                    #expect(line.contains("\"possible\":true"), "\(line)")
                    #expect(line.contains("\"name\":\"caf\u{FFFD}.pdf\""), "\(line)")
                }
                #expect(
                    lines.dropFirst(2).first?.contains("caf\u{FFFD}.pdf can be printed") == true
                )
                #expect(lines.suffix(2) == ["written", "66"])
                #expect(ending.errors.contains("There is no file 'no\u{FFFD}'."))
                #expect(ending.errors.contains("does not name a file on this computer"))
            }
        }
    }
}
