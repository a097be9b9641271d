import PrintModel

/// The pages that hosts make for each other.
extension PostgresJobStore {
    /// The state of a row.
    private enum State: Int {
        /// A host may make them.
        case wanted
        /// A host makes them.
        case inWork
        /// They are in the spool.
        case made
        /// A host has failed to make them.
        case failed
        /// The lane of the job makes them itself.
        case byLane
    }

    package func wantPages(of jobs: [WantedPages]) async throws {
        try await keeper.run { connection in
            for one in jobs {
                try connection.send(
                    """
                    INSERT INTO preparation (job, name, state) VALUES (?, ?, \(State.wanted.rawValue))
                    ON CONFLICT (job) DO UPDATE SET name = excluded.name, state = excluded.state
                    WHERE preparation.name <> excluded.name
                    """,
                    [StoreValue(one.job.rawValue), .text(one.name)]
                )
            }
            try PostgresListener.notify("\(lease.id)", connection)
            try connection.finish()
        }
    }

    package func takeWantedPages() async throws -> WantedPages? {
        try await keeper.run { [lease] connection in
            // What another host is about to take is left to it.
            try connection.query(
                """
                UPDATE preparation SET state = \(State.inWork.rawValue), host = ?, session = ?
                WHERE job = (SELECT job FROM preparation WHERE state = \(State.wanted.rawValue)
                    ORDER BY job LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING job, name
                """,
                [.number(lease.id), .number(lease.session)]
            ).rows.first.map { WantedPages(job: try $0.job(0), name: try $0.string(1)) }
        }
    }

    package func finishPages(_ pages: WantedPages, areMade: Bool) async throws -> Bool {
        try await keeper.run { [lease] connection in
            let state = areMade ? State.made : .failed
            try PostgresListener.notify("\(lease.id)", connection)
            return try connection.query(
                """
                UPDATE preparation SET state = \(state.rawValue)
                WHERE job = ? AND name = ? AND state = \(State.inWork.rawValue)
                AND host = ? AND session = ?
                """,
                [
                    StoreValue(pages.job.rawValue), .text(pages.name), .number(lease.id),
                    .number(lease.session),
                ]
            ).changes == 1
        }
    }

    package func takePages(_ pages: WantedPages) async throws -> PagesState {
        try await keeper.run { [lease] connection in
            let isTaken =
                try connection.query(
                    """
                    INSERT INTO preparation (job, name, state, host, session)
                    VALUES (?, ?, \(State.byLane.rawValue), ?, ?)
                    ON CONFLICT (job) DO UPDATE SET name = excluded.name, state = excluded.state,
                        host = excluded.host, session = excluded.session
                    WHERE preparation.name <> excluded.name
                    OR preparation.state NOT IN (\(State.inWork.rawValue), \(State.made.rawValue))
                    OR preparation.state = \(State.inWork.rawValue) AND NOT EXISTS (
                        SELECT 1 FROM lease WHERE lease.host = preparation.host
                        AND lease.session = preparation.session AND lease.alive = 1)
                    """,
                    [
                        StoreValue(pages.job.rawValue), .text(pages.name), .number(lease.id),
                        .number(lease.session),
                    ]
                ).changes == 1
            if isTaken { return .here }
            let row = try connection.query(
                "SELECT state FROM preparation WHERE job = ?",
                [StoreValue(pages.job.rawValue)]
            ).rows.first
            return try row?.integer(0) == Int64(State.made.rawValue) ? .made : .elsewhere
        }
    }
}
