import { randomUUID } from 'node:crypto'
import { indexKeysOf, tokensOf } from '../screening/name-tokens.ts'
import type { TestApp } from './test-client.ts'

/** Lists one name; identity forms that are sent from here on with a name like it open a case. */
export async function listName(app: TestApp, name: string, births: readonly string[] = []): Promise<void> {
  const list = randomUUID()
  const person = { kind: 'person', names: [name], births, countries: '', programs: '' }
  const at = new Date(app.now())
  await app.db.pool.query(
    `INSERT INTO screening_lists (id, source, mark, dated_at, began_at, entries, sha256, loaded_at)
     VALUES ($1, 'ofac-sdn', '', $2, $2, 1, repeat('0', 64), $2)`,
    [list, at],
  )
  await app.db.pool.query(
    `INSERT INTO screening_entries (list, entry, facts, hash, keys) VALUES ($1, '1', $2, repeat('0', 64), $3)`,
    [list, JSON.stringify(person), indexKeysOf(tokensOf(name))],
  )
}
