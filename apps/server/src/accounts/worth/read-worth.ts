import type { AccountMode, WorthPart } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import { assetsOf } from '../../ledger/account-class.ts'
import type { CustomerBalance } from '../../ledger/reports/customer-balances.ts'
import { customerBalances } from '../../ledger/reports/customer-balances.ts'
import type { ServerContext } from '../../module.ts'
import type { Reader } from '../../platform/database/database.ts'
import { rowsBy } from '../../platform/database/read-together.ts'
import { type CoinRate, coinRate, worthAt } from './coin-rates.ts'
import { type FlowSums, flowSums, valueFlows } from './value-flows.ts'
import type { OpenResult, WorthPorts } from './worth-ports.ts'

export type WorthContext = ServerContext & WorthPorts

/** A part of an account, in its own asset and in USDT's smallest unit; without a rate its worth is null. */
export interface ReadPart {
  readonly kind: WorthPart['kind']
  readonly asset: AssetCode
  readonly minor: bigint
  readonly rate: CoinRate | null
  readonly worthMinor: bigint | null
}

export interface ReadWorth {
  readonly at: number
  readonly parts: readonly ReadPart[]
  /** Sum of the parts that have a worth. */
  readonly worthMinor: bigint
  /** Null while some money put in or taken out has no worth. */
  readonly flowMinor: bigint | null
  /** Part of the unrealised result is only estimated. */
  readonly stale: boolean
  /** False where the engine and the ledger were not of one moment: it is to be read again. */
  readonly settled: boolean
}

/** A page of accounts as one snapshot of the database has it. */
interface Stored {
  /** By customer, as each of these is. */
  readonly balances: ReadonlyMap<string, readonly CustomerBalance[]>
  readonly flows: FlowSums
  readonly plans: Awaited<ReturnType<WorthPorts['products']['plansWorth']>>
  readonly savings: ReadonlyMap<string, Awaited<ReturnType<WorthPorts['products']['heldInSavings']>>>
  readonly loans: Awaited<ReturnType<WorthPorts['products']['owedOnLoans']>>
}

/**
 * Reads everything that accounts of these customers are worth now. Balances, money put in, plans, savings and loans are of one snapshot of
 * the database. The engine's unrealised result goes with its own balance: where that is not the snapshot's, the result is not `settled`.
 */
export async function readWorths(
  context: WorthContext,
  mode: AccountMode,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadWorth>> {
  await valueFlows(context, mode, userIds)
  const stored = await context.db.query
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => readStored(context, tx, { mode, userIds }))
  const open = await context.trading.openResults(mode, userIds)
  const at = context.clock.now()
  return new Map(
    userIds.map((userId) => [userId, worthOf(context, stored, { userId, open: open.get(userId), at })]),
  )
}

const triesOfOne = 5

/** Reports whether every part has a worth that is more than an estimate, and so have all money put in and taken out. */
export const isKnown = (worth: ReadWorth): worth is ReadWorth & { readonly flowMinor: bigint } =>
  worth.settled &&
  !worth.stale &&
  worth.flowMinor !== null &&
  worth.parts.every(({ worthMinor }) => worthMinor !== null)

/** Reads what one account is worth; again while it changes meanwhile. */
export async function readWorth(
  context: WorthContext,
  { userId, mode }: { readonly userId: string; readonly mode: AccountMode },
): Promise<ReadWorth> {
  // No cases: a few readings of one account.
  for (let left = triesOfOne; ; left--) {
    const found = (await readWorths(context, mode, [userId])).get(userId)
    if (found === undefined) throw new Error('every requested account has a worth')
    if (found.settled || left === 1) return found
  }
}

async function readStored(
  { clock, products }: WorthContext,
  tx: Reader,
  { mode, userIds }: { readonly mode: AccountMode; readonly userIds: readonly string[] },
): Promise<Stored> {
  const balances = rowsBy(await customerBalances(tx, userIds, assetsOf[mode]), ({ owner }) => owner)
  const flows = await flowSums(tx, mode, userIds)
  // Plans, savings and loans are real money only.
  if (mode === 'demo') return { balances, flows, plans: new Map(), savings: new Map(), loans: new Map() }
  return {
    ...{ balances, flows },
    plans: await products.plansWorth(tx, userIds, clock.now()),
    savings: rowsBy(await products.heldInSavings(tx, userIds), ({ user_id }) => user_id),
    loans: await products.owedOnLoans(tx, userIds),
  }
}

/** An account without positions, which the engine does not have. */
const nothingOpen: Omit<OpenResult, 'balanceMinor'> = { unrealisedMinor: 0n, stale: false, settled: true }

function worthOf(
  { prices }: WorthContext,
  stored: Stored,
  {
    userId,
    open,
    at,
  }: { readonly userId: string; readonly open: OpenResult | undefined; readonly at: number },
): ReadWorth {
  const balanceOf = (coin: AssetCode): bigint => balanceIn(stored.balances.get(userId) ?? [], coin)
  const { unrealisedMinor, stale, settled } = open ?? nothingOpen
  const parts = partsOf(stored, userId, { balanceOf, unrealisedMinor })
    .filter(({ kind, asset, minor }) => minor !== 0n || (kind === 'balance' && asset === 'USDT'))
    .map((part) => valued(part, coinRate(prices, part.asset, at)))
  const flowMinor = stored.flows.get(userId)
  return {
    ...{ at, parts, stale },
    worthMinor: parts.reduce((sum, { worthMinor }) => sum + (worthMinor ?? 0n), 0n),
    flowMinor: flowMinor === undefined ? 0n : flowMinor,
    settled: settled && (open === undefined || open.balanceMinor === balanceOf('USDT')),
  }
}

const balanceIn = (balances: readonly CustomerBalance[], coin: AssetCode): bigint =>
  balances.find(({ asset }) => asset === coin || (asset === 'DEMO' && coin === 'USDT'))?.balance ?? 0n

type Unvalued = Pick<ReadPart, 'kind' | 'asset' | 'minor'>

/** Lists the parts of an account in the order they are shown in, empty ones too. */
function partsOf(
  { plans, savings, loans }: Stored,
  userId: string,
  of: { readonly balanceOf: (coin: AssetCode) => bigint; readonly unrealisedMinor: bigint },
): Unvalued[] {
  const plan = plans.get(userId)
  return [
    { kind: 'balance', asset: 'USDT', minor: of.balanceOf('USDT') },
    { kind: 'unrealised', asset: 'USDT', minor: of.unrealisedMinor },
    ...coins.map((asset): Unvalued => ({ kind: 'balance', asset, minor: of.balanceOf(asset) })),
    { kind: 'plans', asset: 'USDT', minor: plan?.amountMinor ?? 0n },
    { kind: 'planInterest', asset: 'USDT', minor: plan?.accruingMinor ?? 0n },
    ...(savings.get(userId) ?? []).map(
      ({ asset, held }): Unvalued => ({ kind: 'savings', asset, minor: held }),
    ),
    { kind: 'loans', asset: 'USDT', minor: -(loans.get(userId) ?? 0n) },
  ]
}

const coins: readonly AssetCode[] = ['BTC', 'ETH']

const valued = (part: Unvalued, rate: CoinRate | null): ReadPart => {
  if (part.asset === 'USDT') return { ...part, rate: null, worthMinor: part.minor }
  return { ...part, rate, worthMinor: rate && worthAt(part.asset, part.minor, rate.mid) }
}
