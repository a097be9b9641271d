import FoundationEssentials
import PrintModel
import Testing

/// What the lists of a printer prove of a job that is in none of them.
@Suite struct `A proof that a printer never had a job` {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `lasts as long as looks follow each other`() {
        var proof = AbsenceProof(at: start)
        for second in stride(from: 5.0, through: 120, by: 5) {
            #expect(proof.continues(at: start + second))
            proof.take([], ended: [1], at: start + second) { _ in false }
        }
        #expect(proof.duration(at: start + 121) == 121)
        #expect(proof.duration(at: start + 131) == nil)
        #expect(proof.duration(at: start + 119) == nil, "a clock that was set back proves nothing")
    }

    @Test func `is open while a listed job may be the one`() {
        var proof = AbsenceProof(at: start)
        proof.take([7, 8], ended: [1], at: start + 1) { _ in false }
        #expect(proof.duration(at: start + 1) == nil)
        // One of them turns out to be another job of the service, and has left the list.
        for second in [6.0, 12] {
            proof.take([], ended: [1], at: start + second) { $0 == 7 }
            #expect(proof.duration(at: start + second) == nil)
        }
        proof.take([], ended: [1], at: start + 13) { $0 == 8 }
        #expect(proof.duration(at: start + 13) == 13)
    }

    @Test(arguments: [[], [1], [5]])
    func `needs an ended job that the printer keeps for longer than a gap`(last: [Int]) {
        var proof = AbsenceProof(at: start)
        for second in stride(from: 1.0, through: 8, by: 1) {
            proof.take([], ended: [1], at: start + second) { _ in false }
        }
        for second in stride(from: 9.0, through: 14, by: 1) {
            proof.take([], ended: last, at: start + second) { _ in false }
        }
        #expect((proof.duration(at: start + 14) != nil) == (last == [1]))
    }

    @Test func `survives a restart of the service`() throws {
        var proof = AbsenceProof(at: start)
        proof.take([7], ended: [1], at: start + 1) { _ in false }
        var delivery = Delivery()
        delivery.absence = proof
        let stored = try WireFormat.decode(Delivery.self, from: WireFormat.encode(delivery))
        #expect(stored.absence == proof)
    }
}
