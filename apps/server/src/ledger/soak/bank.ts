import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger, Posting } from '../ledger.ts'
import { createLedger } from '../postgres-ledger.ts'
import { customer, hold, ofHouse, openAndFund, posting, release, transfer } from '../test-accounts.ts'

export interface BankOptions {
  readonly workers: number
  readonly transfersPerWorker: number
  readonly customers: number
  /** Between 0 and 1; seeded, so that a failure can be run again. */
  readonly chance: () => number
}

export interface BankReport {
  readonly completed: number
  readonly refused: number
  readonly snapshots: number
  /** Snapshots in which the assets did not sum to zero or an account was below it. */
  readonly wrong: readonly string[]
}

/** Workers move money about on ledgers of their own while a reader adds every snapshot up. */
export async function runBank(db: Database, options: BankOptions): Promise<BankReport> {
  const owners = Array.from({ length: options.customers }, (_, n) => `saver-${n}`)
  await openAndFund(createLedger(db, systemClock), owners, 10_000n)
  const ledgers = Array.from({ length: 4 }, () => createLedger(db, systemClock))
  let working = true
  const reading = readSnapshots(db, () => working)
  const work = Array.from({ length: options.workers }, (_, worker) =>
    runWorker(
      { db, ledger: ledgers[worker % ledgers.length] ?? createLedger(db, systemClock), owners },
      worker,
      options,
    ),
  )
  const counts = await Promise.all(work).finally(() => {
    working = false
  })
  return {
    completed: counts.reduce((sum, one) => sum + one, 0),
    refused: options.workers * options.transfersPerWorker - counts.reduce((sum, one) => sum + one, 0),
    ...(await reading),
  }
}

async function runWorker(
  {
    db,
    ledger,
    owners,
  }: { readonly db: Database; readonly ledger: Ledger; readonly owners: readonly string[] },
  worker: number,
  options: BankOptions,
) {
  let completed = 0
  for (let n = 0; n < options.transfersPerWorker; n++) {
    const next = randomPosting(`bank-${worker}-${n}`, owners, options.chance)
    // Half alone, half within a transaction with other work: both use the same accounts.
    const outcome =
      options.chance() < 0.5
        ? await ledger.post(next)
        : (await db.transaction((tx) => ledger.postIn(tx, [next])))[0]
    if (outcome?.ok) completed++
  }
  return completed
}

function randomPosting(id: string, owners: readonly string[], chance: () => number): Posting {
  const pick = () => customer(owners[Math.floor(chance() * owners.length)] ?? '')
  const amount = () => BigInt(1 + Math.floor(chance() * 3_000))
  const [one, two] = [pick(), pick()]
  const capital = ofHouse('trading-capital')
  const roll = chance()
  if (roll < 0.4)
    return posting(
      id,
      transfer('contract-loss', one, capital, amount()),
      transfer('contract-profit', capital, two, amount()),
    )
  if (roll < 0.7)
    return posting(
      id,
      transfer('contract-profit', capital, one, amount()),
      transfer('contract-loss', two, capital, amount()),
    )
  if (roll < 0.85)
    return posting(
      id,
      hold(id, one, amount()),
      transfer('contract-commission', two, ofHouse('fee-revenue'), 3n),
      release(id),
    )
  return posting(id, transfer('contract-loss', one, capital, amount() * 2n, ofHouse('negative-balance')))
}

async function readSnapshots(db: Database, working: () => boolean) {
  const wrong: string[] = []
  let snapshots = 0
  while (working()) {
    const { rows } = await db.pool.query<{ total: string; lowest: bigint }>(
      "SELECT sum(balance) AS total, min(balance) FILTER (WHERE class <> 'world') AS lowest FROM ledger_accounts WHERE asset = 'DEMO'",
    )
    snapshots++
    const [row] = rows
    await sleep(2)
    if (row?.total !== '0' || row.lowest < 0n) wrong.push(`sum ${row?.total}, lowest ${row?.lowest}`)
  }
  return { snapshots, wrong }
}

/** Numbers between 0 and 1 from a seed (mulberry32): the same seed, the same run. */
export function seededChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
