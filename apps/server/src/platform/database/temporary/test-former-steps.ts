import type pg from 'pg'
import { readFormerSteps, type SchemaRecord } from '../baseline.ts'
import { withClient } from '../database-server.ts'
import { baselineName, migrate, readDatabaseSchema } from '../migrate.ts'

/** Lists what a database recorded that was made from the last of the former schemas. */
export function lastFormerSteps(): readonly SchemaRecord[] {
  const steps = readFormerSteps()
  return steps.slice(steps.findLastIndex(({ name }) => name === baselineName))
}

/** Lists the numbered steps from before the schema had files: all that a database recorded that has had none of the later ones. */
export function numberedSteps(): readonly SchemaRecord[] {
  const steps = readFormerSteps()
  return steps.slice(
    0,
    steps.findIndex(({ name }) => name === baselineName),
  )
}

/** Columns that migrations of then added last, and the schema's files list among the others. */
const inFormerOrder = `
  ALTER TABLE accounts_undoings DROP COLUMN number, ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;
  ALTER TABLE markets_actions DROP COLUMN put_off_at, ADD COLUMN put_off_at bigint;
  GRANT UPDATE (put_off_at) ON markets_actions TO candor_app`

/**
 * Makes an empty database one from before release 0.1.0, which recorded these steps: by default the last schema of then and its
 * migrations. A new database equals it but for the order of columns (\`whole-catalogue.test.ts\`); \`fill\` writes rows.
 */
export async function makeFormerDatabase(
  owner: pg.PoolConfig,
  { steps = lastFormerSteps(), fill = async () => {} }: FormerDatabase = {},
): Promise<void> {
  await migrate(owner, { ...readDatabaseSchema(), migrations: [] })
  await withClient(owner, (client) => client.query(inFormerOrder))
  await fill()
  await recordSteps(owner, steps)
}

interface FormerDatabase {
  readonly steps?: readonly SchemaRecord[]
  readonly fill?: () => Promise<unknown>
}

/** Makes these steps all that a database recorded. */
export const recordSteps = (owner: pg.PoolConfig, steps: readonly SchemaRecord[]): Promise<void> =>
  withClient(owner, async (client) => {
    await client.query('DELETE FROM db_migrations')
    await client.query(
      'INSERT INTO db_migrations (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])',
      [steps.map(({ name }) => name), steps.map(({ checksum }) => checksum)],
    )
  })
