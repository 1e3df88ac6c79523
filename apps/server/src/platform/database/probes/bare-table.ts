import type pg from 'pg'
import type { TableRule } from './catalogue.ts'

/**
 * Returns the name of the rule that refuses this, of a column without a value, or the message; null: nothing refuses it. Leaves no trace.
 */
export async function refusalOf(
  client: pg.ClientBase,
  attempt: () => Promise<unknown>,
): Promise<string | null> {
  await client.query('SAVEPOINT attempt')
  try {
    await attempt()
    return null
  } catch (error) {
    const { constraint, column, message } = error as { constraint?: string; column?: string; message: string }
    return constraint ?? column ?? message
  } finally {
    await client.query('ROLLBACK TO attempt')
  }
}

/**
 * Removes rows, constraints, triggers and numbering from a table until the transaction is rolled back, so that one rule can be
 * added alone.
 */
export async function strip(
  client: pg.ClientBase,
  table: string,
  rules: readonly TableRule[],
): Promise<void> {
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await client.query(`DELETE FROM ${table}`)
  const { rows } = await client.query<{ name: string; identity: string; generated: string }>(
    `SELECT attname AS name, attidentity AS identity, attgenerated AS generated FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  )
  for (const { name, identity, generated } of rows) {
    if (identity !== '') await client.query(`ALTER TABLE ${table} ALTER COLUMN "${name}" DROP IDENTITY`)
    if (generated !== '') await client.query(`ALTER TABLE ${table} ALTER COLUMN "${name}" DROP EXPRESSION`)
  }
  // A column of the primary key can be null only without the key.
  const order = [...rules].sort((a, b) => Number(a.type === 'n') - Number(b.type === 'n'))
  for (const { name, add } of order) {
    if (add.startsWith('CREATE')) await client.query(`DROP INDEX "${name}"`)
    else await client.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS "${name}" CASCADE`)
  }
}
