import type pg from 'pg'
import { readFormerSteps } from '../baseline.ts'
import { withClient } from '../database-server.ts'
import { type Fill, makeEarlierDatabase } from './test-earlier-schema.ts'

/** Makes an empty database one that the former steps made: the baseline that they lead to, without any migration. */
export async function makeFormerDatabase(
  owner: pg.PoolConfig,
  { missing = 0, fill }: { readonly missing?: number; readonly fill?: Fill } = {},
): Promise<void> {
  await makeEarlierDatabase(owner, fill)
  await recordFormerSteps(owner, { missing })
}

/** Makes a database look as the former steps left it: it recorded them, or all but the last `missing`, and no baseline. */
export const recordFormerSteps = (owner: pg.PoolConfig, { missing = 0 } = {}): Promise<void> =>
  withClient(owner, async (client) => {
    const { steps } = readFormerSteps()
    await client.query('DELETE FROM db_migrations')
    await client.query(
      'INSERT INTO db_migrations (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])',
      [
        steps.slice(0, steps.length - missing).map(({ name }) => name),
        steps.slice(0, steps.length - missing).map(({ checksum }) => checksum),
      ],
    )
  })
