import type pg from 'pg'
import { version } from '../../version.ts'

const prefix = 'candor '
/** Names of this length and more are cut by PostgreSQL. */
const longestName = 63

/** Names a server's connections, so that other processes and `candor upgrade --check` see which version runs. */
export const nameOfSessions = (roles: readonly string[]): string =>
  `${prefix}${version} ${roles.join(',')} ${process.pid}`.slice(0, longestName)

/** Locks by which processes of release 0.1.0, whose connections have no name, are seen: that of the leading engine and of the feeds. */
const leaderLocks = "'4820160127733', '4820160127734'"

/** Lists the server processes that use this database, each once. Processes of release 0.1.0 are seen only while they lead. */
export async function runningProcesses(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND starts_with(application_name, $1)
      UNION
     SELECT 'of another version, process ' || coalesce(a.client_addr::text || ' ', '') || l.pid
       FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()
        AND NOT starts_with(a.application_name, $1)
        AND ((l.classid::bigint << 32) | l.objid::bigint)::text IN (${leaderLocks})`,
    [prefix],
  )
  return rows.map(({ name }) => name.replace(prefix, '')).sort()
}
