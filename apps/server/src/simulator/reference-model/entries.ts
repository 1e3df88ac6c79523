import type { World } from '../world.ts'

/** One movement of a customer's money, as the ledger has it. */
export interface Entry {
  readonly posting: string
  readonly reference: string
  readonly kind: string
  readonly owner: string
  readonly asset: string
  /** In the asset's smallest unit: above zero where the customer received it, below where they gave it. */
  readonly minor: bigint
  /** Epoch ms, by the servers' clock. */
  readonly at: number
}

/** Finds customers' entries of these kinds, in the order of the ledger. */
export async function entriesOf(world: World, kinds: readonly string[]): Promise<Entry[]> {
  const rows = await world.driver.statements.look<Omit<Entry, 'at'> & { at: bigint }>(
    `SELECT e.posting, coalesce(e.reference, '') AS reference, e.kind, e.asset,
            CASE c.class WHEN 'customer' THEN c.owner ELSE d.owner END AS owner,
            CASE c.class WHEN 'customer' THEN e.minor ELSE -e.minor END AS minor,
            (extract(epoch FROM e.created_at) * 1000)::bigint AS at
       FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
      WHERE e.kind = ANY ($1::text[]) AND 'customer' IN (c.class, d.class) ORDER BY e.seq`,
    [kinds],
  )
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

/** Groups rows by a name, in the order of their first. */
export function groupsOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = nameOf(row)
    const group = groups.get(name) ?? []
    groups.set(name, group)
    group.push(row)
  }
  return groups
}

export const sumOf = (entries: readonly Entry[]): bigint =>
  entries.reduce((sum, { minor }) => sum + minor, 0n)

/** Returns the input of the request that was answered with this id; null where a fault took its answer away. */
export function inputOf(world: World, call: string, id: string): Readonly<Record<string, unknown>> | null {
  const record = world.requests.find(
    (one) => one.call === call && one.response?.status === 200 && idOf(one.response.result) === id,
  )
  return record === undefined ? null : { ...record.input }
}

const idOf = (result: unknown): unknown => (result as { id?: unknown } | null)?.id
