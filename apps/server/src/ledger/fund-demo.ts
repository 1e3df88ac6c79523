import { randomUUID } from 'node:crypto'
import { usdt } from '@candor/money'
import type { Database, Reader } from '../platform/database/database.ts'
import type { AccountClass } from './account-class.ts'
import { type AccountRef, house, type Ledger, type Posting } from './ledger.ts'
import { readHouseBalances } from './reports/house-balances.ts'

/** The operator's accounts that pay customers with demo money. */
const paying: readonly AccountClass[] = ['trading-capital', 'negative-balance']
/** A trillion, where the ledger's amounts end at nine: far beyond what all demo customers can win between two turns of the job. */
const levelMinor = usdt('1000000000000').minor
const leastMinor = levelMinor / 2n

const demoAccount = (name: AccountClass): AccountRef => ({ class: name, owner: house, asset: 'DEMO' })

/**
 * Keeps the operator's demo accounts far above what demo customers can win, so that nothing is ever refused or put off for lack of demo money:
 * an action of a market is carried out for demo and real orders together or not at all (ADR-233). Writes nothing while enough is left.
 */
export async function fundDemo({ db, ledger }: { db: Database; ledger: Ledger }): Promise<void> {
  const short = await shortOf(db.query)
  if (short.length === 0) return
  const world = demoAccount('world')
  await ledger.transaction(async (tx) => {
    const accounts = short.map(demoAccount)
    // Another process may have paid in meanwhile.
    const [, ...balances] = await ledger.lock(tx, [world, ...accounts])
    const postings = accounts.flatMap((to, index) => fundingOf(world, to, balances[index] ?? levelMinor))
    const outcomes = postings.length === 0 ? [] : await ledger.postIn(tx, postings)
    if (outcomes.some(({ ok }) => !ok)) throw new Error('the ledger refused demo money to the operator')
  })
}

function fundingOf(world: AccountRef, to: AccountRef, balanceMinor: bigint): Posting[] {
  if (balanceMinor >= leastMinor) return []
  const minor = levelMinor - balanceMinor
  const step = { do: 'transfer', kind: 'operator-funding', from: world, to, minor } as const
  return [{ id: `demo-funding:${to.class}:${randomUUID()}`, reference: null, steps: [step] }]
}

const shortOf = async (reader: Reader): Promise<readonly AccountClass[]> => {
  const accounts = await readHouseBalances(reader, paying)
  return accounts
    .filter(({ asset, balance }) => asset === 'DEMO' && balance < leastMinor)
    .map(({ class: name }) => name)
}
