import FoundationEssentials
import PrintModel
import Testing

/// What the lists of a printer prove of a job that is in none of them.
@Suite struct `A proof that a printer never had a job` {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `lasts as long as looks follow each other`() {
        var proof = AbsenceProof(at: start, kept: 0)
        for second in stride(from: 5.0, through: 120, by: 5) {
            #expect(proof.continues(at: start + second))
            proof.take([], ended: [], kept: 11, at: start + second) { _ in false }
        }
        #expect(proof.duration(at: start + 121) == 121)
        #expect(proof.duration(at: start + 131) == nil)
        #expect(proof.duration(at: start + 119) == nil, "a clock that was set back proves nothing")
    }

    @Test func `is open while a listed job may be the one`() {
        var proof = AbsenceProof(at: start, kept: 0)
        proof.take([7, 8], ended: [], kept: 11, at: start + 1) { _ in false }
        #expect(proof.duration(at: start + 1) == nil)
        // One of them turns out to be another job of the service, and has left the list.
        for second in [6.0, 12] {
            proof.take([], ended: [], kept: 11, at: start + second) { $0 == 7 }
            #expect(proof.duration(at: start + second) == nil)
        }
        proof.take([], ended: [], kept: 11, at: start + 13) { $0 == 8 }
        #expect(proof.duration(at: start + 13) == 13)
    }

    @Test func `needs a printer that is seen to keep ended jobs`() {
        var proof = AbsenceProof(at: start, kept: 0)
        proof.take([], ended: [], kept: 0, at: start + 1) { _ in false }
        #expect(proof.duration(at: start + 1) == nil)
        proof.take([], ended: [], kept: 11, at: start + 2) { _ in false }
        proof.take([], ended: [], kept: 0, at: start + 3) { _ in false }
        #expect(proof.duration(at: start + 3) == 3)
    }

    /// Each service has seen the printer for a few seconds only.
    @Test(arguments: [(4, 4.0, true), (4, 11, false), (5, 4, false)])
    func `counts how long services that were killed have seen the same ended job together`(
        newest: Int,
        pause: Double,
        isProven: Bool
    ) {
        var proof = AbsenceProof(at: start, kept: 0)
        var moment = start
        for number in [4, 4, 4, newest] {
            moment += pause
            proof.take([], ended: [3, number], kept: 1, at: moment) { _ in false }
        }
        #expect((proof.duration(at: moment) != nil) == isProven)
    }

    @Test func `goes on over any gap where the list still shows what had ended before`() {
        var proof = AbsenceProof(at: start, kept: 0)
        #expect(!proof.continues(with: [4], at: start + 1), "no list was read")
        proof.take([], ended: [3, 4], kept: 0, at: start + 1) { _ in false }
        // An older one may stay where a newer one was dropped.
        #expect(proof.continues(with: [4, 6], at: start + 300))
        #expect(!proof.continues(with: [3, 6], at: start + 300))
        #expect(!proof.continues(at: start + 300))
        proof.take([], ended: [4, 6], kept: 11, at: start + 300) { _ in false }
        #expect(proof.duration(at: start + 300) == 300)
    }

    @Test(arguments: [(59, [], true), (60, [], false), (-1, [], false), (59, [8], false)])
    func `goes on over a gap for which the printer would have kept a job`(
        gap: Double,
        ended: [Int],
        goesOn: Bool
    ) {
        var proof = AbsenceProof(at: start, kept: 0)
        proof.take([], ended: [7], kept: 60, at: start) { _ in false }
        #expect(proof.continues(with: ended, at: start + gap) == goesOn)
    }

    @Test func `survives a restart of the service`() throws {
        var proof = AbsenceProof(at: start, kept: 0)
        proof.take([7], ended: [], kept: 11, at: start + 1) { _ in false }
        var delivery = Delivery()
        delivery.absence = proof
        let stored = try WireFormat.decode(Delivery.self, from: WireFormat.encode(delivery))
        #expect(stored.absence == proof)
    }
}
