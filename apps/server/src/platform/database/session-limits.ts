import type pg from 'pg'

/** A transaction that nothing was asked of for this long was abandoned: the database ends it and frees its locks. */
export const abandonedAfterMs = 30_000

/** For every connection of a server or command, so that no lock outlives whoever forgot it (issue 11, point 8). */
export const withIdleLimit = <Config extends pg.ClientConfig>(connection: Config): Config => ({
  idle_in_transaction_session_timeout: abandonedAfterMs,
  ...connection,
})

/** For a backup and a restore alone: their one transaction waits while files are copied, and holds no lock a server waits for. */
export const withoutIdleLimit = <Config extends pg.ClientConfig>(connection: Config): Config => ({
  ...connection,
  idle_in_transaction_session_timeout: 0,
})
