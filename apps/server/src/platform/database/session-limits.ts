import type pg from 'pg'

/** A transaction without a statement for this long was abandoned: the database ends it and releases its locks. */
export const abandonedAfterMs = 30_000

/** Settings of every connection of a server or command, so that no lock outlives its forgotten transaction (issue 11, point 8). */
export const withIdleLimit = <Config extends pg.ClientConfig>(connection: Config): Config => ({
  idle_in_transaction_session_timeout: abandonedAfterMs,
  ...connection,
})

/** For a backup and a restore alone: their one transaction waits while files are copied, and holds no lock a server waits for. */
export const withoutIdleLimit = <Config extends pg.ClientConfig>(connection: Config): Config => ({
  ...connection,
  idle_in_transaction_session_timeout: 0,
})
