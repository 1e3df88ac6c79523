import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Amount, type AssetCode, assetCodes } from '@candor/money'
import { liabilityLeafText, type SumNode, sumTreeInSteps } from '@candor/rules'
import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import type { ClockedDatabase, Tx } from '../../platform/database/database.ts'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { beforeTheFirst } from '../audit/audit-chain.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { ReceiptSigner } from '../receipts/receipt-keys.ts'
import type { HeldAsset } from './holdings-store.ts'
import {
  type AssetPart,
  addLevel,
  addProof,
  dropOldPaths,
  type LiabilitiesSigned,
  pathDays,
  readProof,
  type SignedProof,
} from './liabilities-store.ts'

/** Liability to one customer in one asset, in its smallest unit; `inPlans` is the part of it in running plans. */
export interface Owed {
  readonly userId: string
  readonly asset: AssetCode
  readonly minor: bigint
  readonly inPlans: bigint
}

/** Everything that is owed, read in one snapshot, and what the ledger's own accounts of customers' money sum to in the same one. */
export interface OwedSnapshot {
  readonly owed: readonly Owed[]
  readonly ledger: ReadonlyMap<AssetCode, bigint>
}

/** Randomness for the leaves' places and salts: neither can be foreseen. */
export interface Chance {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  salt(): string
}
const realChance: Chance = {
  below: (limit) => randomInt(limit),
  salt: () => randomBytes(16).toString('hex'),
}

/** Contents of a day's proof: debts to customers, and the holdings that cover them. */
export interface LiabilitiesSource {
  readonly owed: () => Promise<OwedSnapshot>
  readonly held: () => Promise<readonly HeldAsset[]>
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')
export const hashOfLiabilities = (document: LiabilitiesSigned): string => sha256Hex(canonicalJson(document))

/** A job: the first turn of a day (UTC) publishes what is owed then; null where that was done. */
export async function publishLiabilities(
  { db, clock }: ClockedDatabase,
  sign: ReceiptSigner['sign'],
  source: LiabilitiesSource,
  chance: Chance = realChance,
): Promise<SignedProof | null> {
  const now = clock.now()
  const date = utcDay(now)
  const last = await readProof(db, 'latest')
  // A later day exists after a clock was set back: a day is never published twice, nor out of order.
  if (last !== null && last.document.date >= date) return null
  const [snapshot, held] = [await source.owed(), await source.held()]
  const trees: Tree[] = []
  // No cases: the trees of one proof.
  for (const asset of assetCodes) trees.push(await inTurns(growTree(date, asset, snapshot, chance)))
  const document: LiabilitiesSigned = {
    kind: 'liabilities',
    date,
    at: new Date(now).toISOString(),
    previous: last === null ? beforeTheFirst : hashOfLiabilities(last.document),
    assets: trees.map(({ part, asset }) => ({
      ...part,
      held: held.filter((place) => place.asset === asset).map(({ asset: _own, ...place }) => place),
    })),
  }
  const proof = sign(document)
  const done = await db.transaction(async (tx) => {
    if (!(await addProof(tx, canonicalJson(proof.document), proof))) return false
    // No cases: the trees of one proof.
    for (const tree of trees) await keepTree(tx, date, tree)
    return true
  })
  if (done) await dropOldPaths(db, utcDay(now - pathDays * dayMs))
  return done ? proof : null
}

interface SaltedLeaf extends Owed {
  readonly salt: string
}

interface Tree {
  readonly asset: AssetCode
  readonly part: Omit<AssetPart, 'held'>
  readonly leaves: readonly SaltedLeaf[]
  readonly levels: readonly (readonly SumNode[])[]
}

/** Leaves or hashes between two turns of the event loop: some milliseconds of work. */
const perTurn = 500
const scannedPerTurn = 20_000

/** Throws where the leaves and the ledger disagree: then nothing is published, and the job's failure is logged. */
function* growTree(
  date: string,
  asset: AssetCode,
  { owed, ledger }: OwedSnapshot,
  chance: Chance,
): Generator<void, Tree> {
  const leaves = yield* saltLeaves(yield* ownOf(owed, asset), chance)
  const nodes: SumNode[] = []
  for (const { userId: customer, minor, salt } of leaves) {
    nodes.push({ minor, hash: sha256Hex(liabilityLeafText({ date, asset, customer, minor, salt })) })
    if (nodes.length % perTurn === 0) yield
  }
  const levels = yield* sumTreeInSteps(nodes, sha256Hex, perTurn)
  const root = levels.at(-1)?.[0]
  const total = root?.minor ?? 0n
  if (total !== (ledger.get(asset) ?? 0n))
    throw new Error(`customers’ ${asset} add up to ${total}, the ledger says ${ledger.get(asset) ?? 0n}`)
  const part = {
    asset,
    root: root?.hash ?? null,
    owed: new Amount(asset, total).toString(),
    customers: leaves.length,
  }
  return { asset, part, leaves, levels }
}

function* ownOf(owed: readonly Owed[], asset: AssetCode): Generator<void, Owed[]> {
  const own: Owed[] = []
  for (const [place, one] of owed.entries()) {
    if (one.asset === asset) own.push(one)
    if (place % scannedPerTurn === 0) yield
  }
  return own
}

function* saltLeaves(own: Owed[], chance: Chance): Generator<void, SaltedLeaf[]> {
  yield* shuffle(own, chance)
  const leaves: SaltedLeaf[] = []
  for (const one of own) {
    leaves.push({ ...one, salt: chance.salt() })
    if (leaves.length % perTurn === 0) yield
  }
  return leaves
}

/** Brings the list itself into an order that reveals nothing (Fisher–Yates). */
function* shuffle<T>(items: T[], { below }: Chance): Generator<void, void> {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const at = below(last + 1)
    const [one, other] = [items[at], items[last]]
    if (one === undefined || other === undefined) throw new Error('a place within the list')
    items[at] = other
    items[last] = one
    if (last % perTurn === 0) yield
  }
}

async function keepTree(tx: Tx, date: string, { asset, leaves, levels }: Tree): Promise<void> {
  // No cases: the trees of one proof.
  for (const [level, nodes] of levels.entries())
    await addLevel(tx, { date, asset, level }, nodes, level === 0 ? leaves : null)
}
