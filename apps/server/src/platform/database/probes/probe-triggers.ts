import type pg from 'pg'
import { refusalOf, strip } from './bare-table.ts'
import { type TableRule, type Trigger, tableRules, triggers } from './catalogue.ts'
import type { TriggerProbe } from './trigger-probe.ts'
import { triggerProbes } from './trigger-probes.ts'

const keyOf = ({ table, name }: Trigger): string => `${table}.${name}`

/** Of a trigger against all changes: one of each kind that it names. */
async function attemptsOn(client: pg.ClientBase, { table, definition }: Trigger): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped LIMIT 1`,
    [table],
  )
  const events = / BEFORE (.*?) ON /.exec(definition)?.[1]?.split(' OR ') ?? []
  const attempts: Readonly<Record<string, string>> = {
    UPDATE: `UPDATE ${table} SET "${rows[0]?.name}" = "${rows[0]?.name}"`,
    DELETE: `DELETE FROM ${table}`,
    TRUNCATE: `TRUNCATE ${table}`,
  }
  return events.map((event) => attempts[event] ?? `-- no attempt at ${event}`)
}

const hadEffect = (client: pg.ClientBase, { attempt, wrote }: TriggerProbe): Promise<string | null> =>
  refusalOf(client, async () => {
    await client.query(attempt)
    if (wrote === undefined) return
    const { rows } = await client.query<{ wrote: boolean }>(wrote)
    if (rows[0]?.wrote === true) throw new Error('it wrote')
  })

interface Tried {
  readonly trigger: Trigger
  readonly rules: readonly TableRule[]
  readonly probe: TriggerProbe
}

/** Returns the fault of a trigger's probe; null: it refuses or writes while it is there, and nothing does without it. */
async function wrongWith(client: pg.ClientBase, { trigger, rules, probe }: Tried): Promise<string | null> {
  const { table, name } = trigger
  await client.query('BEGIN')
  try {
    await strip(
      client,
      table,
      rules.filter((rule) => rule.table === table),
    )
    for (const row of probe.rows ?? [])
      await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [
        JSON.stringify(row),
      ])
    const without = await hadEffect(client, probe)
    if (without !== null) return `without it: ${without}`
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER "${name}"`)
    return (await hadEffect(client, probe)) === null ? `with it: ${probe.attempt} has no effect` : null
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Every trigger needs its own probe, except those that refuse each statement of a kind. */
async function probesOf(client: pg.ClientBase, trigger: Trigger): Promise<readonly TriggerProbe[]> {
  const own = triggerProbes[keyOf(trigger)]
  if (own !== undefined) return [own]
  const simple = / BEFORE /.test(trigger.definition) && / FOR EACH STATEMENT /.test(trigger.definition)
  return simple ? (await attemptsOn(client, trigger)).map((attempt) => ({ attempt })) : []
}

/** Tries every trigger alone on its table: what is wrong with each, how many there are, and probes of triggers that are not there. */
export async function probeTriggers(
  client: pg.ClientBase,
): Promise<{ wrong: string[]; tried: number; unknown: string[] }> {
  const all = await triggers(client)
  const rules = await tableRules(client)
  const wrong: string[] = []
  for (const trigger of all) {
    const probes = await probesOf(client, trigger)
    if (probes.length === 0) wrong.push(`${keyOf(trigger)} has no probe`)
    for (const probe of probes) {
      const found = await wrongWith(client, { trigger, rules, probe })
      if (found !== null) wrong.push(`${keyOf(trigger)} ${found}`)
    }
  }
  const there = new Set(all.map(keyOf))
  return { wrong, tried: all.length, unknown: Object.keys(triggerProbes).filter((key) => !there.has(key)) }
}
