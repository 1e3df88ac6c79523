import type { AccountMode, WorthPart } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { CustomerBalance } from '../../ledger/reports/customer-balances.ts'
import { customerBalances } from '../../ledger/reports/customer-balances.ts'
import type { ServerContext } from '../../module.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type CoinRate, coinRate, worthAt } from './coin-rates.ts'
import { assetsOf, type FlowSums, flowSums, valueFlows } from './value-flows.ts'
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
  readonly balances: readonly CustomerBalance[]
  readonly flows: FlowSums
  readonly plans: Awaited<ReturnType<WorthPorts['products']['plansWorth']>>
  readonly savings: Awaited<ReturnType<WorthPorts['products']['heldInSavings']>>
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
  const balances = await customerBalances(tx, userIds, assetsOf[mode])
  const flows = await flowSums(tx, mode, userIds)
  // Plans, savings and loans are real money only.
  if (mode === 'demo') return { balances, flows, plans: new Map(), savings: [], loans: new Map() }
  return {
    ...{ balances, flows },
    plans: await products.plansWorth(tx, userIds, clock.now()),
    savings: await products.heldInSavings(tx, userIds),
    loans: await products.owedOnLoans(tx, userIds),
  }
}

function worthOf(
  { prices }: WorthContext,
  stored: Stored,
  {
    userId,
    open,
    at,
  }: { readonly userId: string; readonly open: OpenResult | undefined; readonly at: number },
): ReadWorth {
  const part = (kind: ReadPart['kind'], asset: AssetCode, minor: bigint): ReadPart => {
    if (asset === 'USDT') return { kind, asset, minor, rate: null, worthMinor: minor }
    const rate = coinRate(prices, asset, at)
    return { kind, asset, minor, rate, worthMinor: rate && worthAt(asset, minor, rate.mid) }
  }
  const balances = new Map(
    stored.balances
      .filter(({ owner }) => owner === userId)
      .map(({ asset, balance }) => [asset === 'DEMO' ? 'USDT' : asset, balance]),
  )
  const balanceMinor = balances.get('USDT') ?? 0n
  const plan = stored.plans.get(userId)
  const parts = [
    part('balance', 'USDT', balanceMinor),
    part('unrealised', 'USDT', open?.unrealisedMinor ?? 0n),
    ...coins.map((coin) => part('balance', coin, balances.get(coin) ?? 0n)),
    part('plans', 'USDT', plan?.amountMinor ?? 0n),
    part('planInterest', 'USDT', plan?.accruingMinor ?? 0n),
    ...stored.savings
      .filter(({ user_id }) => user_id === userId)
      .map(({ asset, held }) => part('savings', asset, held)),
    part('loans', 'USDT', -(stored.loans.get(userId) ?? 0n)),
  ].filter(({ kind, asset, minor }) => minor !== 0n || (kind === 'balance' && asset === 'USDT'))
  return {
    ...{ at, parts },
    worthMinor: parts.reduce((sum, { worthMinor }) => sum + (worthMinor ?? 0n), 0n),
    flowMinor: stored.flows.has(userId) ? (stored.flows.get(userId) ?? null) : 0n,
    stale: open?.stale ?? false,
    settled: open === undefined || (open.settled && open.balanceMinor === balanceMinor),
  }
}

const coins: readonly AssetCode[] = ['BTC', 'ETH']
