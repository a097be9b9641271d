import ProofKit
import Testing

@testable import PrintCenter

// Times of this file: those of the schedule, which has no clock.

@Suite struct `The schedule of resolvers` {
    private func target(_ number: Int) -> ResolverSchedule.Target {
        ResolverSchedule.Target(
            key: ServiceKey(instance: "P\(number)", isEncrypted: false, domain: "local"),
            place: ServicePlace(interface: 1, family: .ipv4)
        )
    }

    @Test func `resolves a service at once, and again after some seconds`() {
        var schedule = ResolverSchedule()
        schedule.add(target(1))
        schedule.add(target(1))
        let turn1 = schedule.next()
        #expect(turn1 == target(1))
        let turn2 = schedule.next()
        #expect(turn2 == nil)
        schedule.finish(target(1), succeeded: true, now: .seconds(10))
        #expect(schedule.nextDue == .seconds(15))
        schedule.advance(to: .seconds(14.9))
        let turn3 = schedule.next()
        #expect(turn3 == nil)
        schedule.advance(to: .seconds(15))
        let turn4 = schedule.next()
        #expect(turn4 == target(1))
        #expect(schedule.nextDue == nil)
    }

    @Test func `resolves what is announced anew without a wait`() {
        var schedule = ResolverSchedule()
        schedule.add(target(1))
        let turn5 = schedule.next()
        #expect(turn5 != nil)
        schedule.add(target(1))
        let turn6 = schedule.next()
        #expect(turn6 == nil)
        schedule.finish(target(1), succeeded: true, now: .zero)
        let turn7 = schedule.next()
        #expect(turn7 == target(1))
        schedule.finish(target(1), succeeded: true, now: .zero)
        let turn8 = schedule.next()
        #expect(turn8 == nil)
        schedule.add(target(1))
        let turn9 = schedule.next()
        #expect(turn9 == target(1))
    }

    @Test func `waits longer after each failure`() {
        var schedule = ResolverSchedule()
        schedule.add(target(1))
        var waits: [Duration] = []
        var now = Duration.zero
        for _ in 1...6 {
            let turn10 = schedule.next()
            #expect(turn10 != nil)
            schedule.finish(target(1), succeeded: false, now: now)
            let due = schedule.nextDue ?? .zero
            waits.append(due - now)
            now = due
            schedule.advance(to: now)
        }
        #expect(waits == [10, 20, 40, 60, 60, 60].map { .seconds($0) })
        let turn11 = schedule.next()
        #expect(turn11 != nil)
        schedule.finish(target(1), succeeded: true, now: now)
        #expect(schedule.nextDue == now + .seconds(5))
    }

    @Test func `has few at once, and leaves none out`() {
        var schedule = ResolverSchedule()
        for number in 0..<2_500 { schedule.add(target(number)) }
        var done: Set<ResolverSchedule.Target> = []
        while true {
            var running: [ResolverSchedule.Target] = []
            while let next = schedule.next() { running.append(next) }
            if running.isEmpty { break }
            #expect(running.count <= ResolverSchedule.runningLimit)
            for target in running {
                let isNew = done.insert(target).inserted
                #expect(isNew)
                schedule.finish(target, succeeded: true, now: .zero)
            }
        }
        #expect(done.count == 2_500)
        // A thousand services are asked less often than one.
        #expect(schedule.nextDue.map { $0 >= .seconds(20) } == true)
    }

    @Test(arguments: 1...20) func `never has too many, and none for what has gone`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var schedule = ResolverSchedule()
        var known: Set<ResolverSchedule.Target> = []
        var running: Set<ResolverSchedule.Target> = []
        var now = Duration.zero
        for _ in 0..<5_000 {
            let target = target(random.next(below: 150))
            switch random.next(below: 6) {
            case 0, 1:
                schedule.add(target)
                known.insert(target)
            case 2:
                schedule.remove(target)
                known.remove(target)
                running.remove(target)
            case 3, 4:
                while let next = schedule.next() {
                    let isNew = running.insert(next).inserted
                    #expect(isNew && known.contains(next))
                }
                #expect(running.count <= ResolverSchedule.runningLimit)
            default:
                if let target = running.randomElement(using: &random) {
                    running.remove(target)
                    schedule.finish(target, succeeded: random.oneIn(2), now: now)
                }
                now += .milliseconds(random.next(below: 500))
                schedule.advance(to: now)
            }
        }
        // In the end, each one has its turn.
        for target in running { schedule.finish(target, succeeded: true, now: now) }
        schedule.advance(to: now + .seconds(100))
        var turns: Set<ResolverSchedule.Target> = []
        while let next = schedule.next() {
            turns.insert(next)
            schedule.finish(next, succeeded: true, now: now)
        }
        #expect(turns == known)
    }
}
