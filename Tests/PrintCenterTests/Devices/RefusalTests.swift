import IPP
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The status of a refusal` {
    /// What RFC 8011, appendix B, and its extensions have.
    @Test func `has one meaning, and words in each language where the printer gives none`() {
        for number in (0x0400...0x0420).map({ UInt16($0) }) + (0x0500...0x050c).map({ UInt16($0) })
        {
            let status = IPPStatus(rawValue: number)
            let words = status.detail(nil)
            guard [.refused, .closed].contains(status.verdict) else { continue }
            let code: Reason.Code =
                status.verdict == .refused ? .printerRefused : .printerNotAccepting
            let reason = Reason(code, ["printer": "office"].merging(words) { $1 })
            if status == .notAcceptingJobs {
                #expect(words.isEmpty)
                continue
            }
            #expect(words["detail"]?.isEmpty == false, "\(status)")
            let chinese = reason.inWords(of: .simplifiedChinese).message
            #expect(!chinese.contains(words["detail"] ?? ""), "\(chinese)")
            #expect(!reason.message.contains("\(number)"), "\(reason.message)")
        }
        // What the printer itself says is said.
        #expect(
            IPPStatus.deactivated.detail("Closed on Sundays") == ["detail": "Closed on Sundays"]
        )
    }

    @Test func `is refused for good, or waited for`() {
        let refused: [UInt16] = [0x0400, 0x0404, 0x0406, 0x0408, 0x040a, 0x0411, 0x0420, 0x0503]
        let busy: [UInt16] = [0x0405, 0x0502, 0x0505, 0x0507]
        for number in refused { #expect(IPPStatus(rawValue: number).verdict == .refused) }
        for number in busy { #expect(IPPStatus(rawValue: number).verdict == .busy) }
        for number in [0x0506, 0x050a] as [UInt16] {
            #expect(IPPStatus(rawValue: number).verdict == .closed)
        }
        for number in [0x0401, 0x0402, 0x0403] as [UInt16] {
            #expect(IPPStatus(rawValue: number).verdict == .forbidden)
        }
    }
}
