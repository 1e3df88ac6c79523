import type { MarketRisk, MoveCost, RiskDesk, RiskSums } from '@candor/contract'
import { type Rate, rate, writePrice, writeRate, writeUsdt } from '@candor/money'
import { ceilMinor, isMarginCall, type Market, type TradableQuote } from '@candor/rules'
import { isoOf } from '../../../platform/iso-time.ts'
import { ShortTurns } from '../../../platform/jobs/short-turns.ts'
import type { Account } from '../../engine/position.ts'
import type { TradingRuntime } from '../../engine/trading-runtime.ts'
import { leastEquityOf } from '../funds/account-funds.ts'
import {
  addSums,
  classGroup,
  everything,
  type GroupSums,
  type MarketValue,
  noSums,
  sumsOfAccount,
  writeSums,
} from './group-sums.ts'
import { largestFirst, nearestFirst, RankedAccounts } from './ranked-accounts.ts'
import { type StressedMove, StressTest } from './stress-test.ts'

/** Moves of prices as fractions, as decimal texts for the wire. */
export interface RequestedMoves {
  /** For every market, every class and all markets together, ascending. */
  readonly common: readonly string[]
  /** Further ones of single markets, by code. */
  readonly own: Readonly<Record<string, readonly string[]>>
}

type WithoutToday<Sums> = Omit<Sums, 'today'>

/** The part of the desk that the engine knows: all but what was realised. */
export interface OpenRisk extends Pick<RiskDesk, 'at' | 'cover' | 'limits' | 'largest' | 'nearest'> {
  readonly total: WithoutToday<RiskSums>
  readonly classes: readonly WithoutToday<RiskDesk['classes'][number]>[]
  readonly markets: readonly WithoutToday<MarketRisk>[]
}

const mostListed = 20
/** Share of the margin call's equity at which an account counts as near it: 150%. */
const nearShare = { numerator: 3n, denominator: 2n }

/**
 * Adds up the operator's risk from all real-money positions, account by account, in turns of the event loop: an account is read at once,
 * all of them within the time it takes. Every market counts at the first price that the walk found.
 */
export async function readOpenRisk(runtime: TradingRuntime, moves: RequestedMoves): Promise<OpenRisk> {
  const walk = new RiskWalk(runtime, moves)
  const accounts = await runtime.look(() =>
    [...runtime.book.everyAccount()].filter(({ mode, legs }) => mode === 'real' && legs.size > 0),
  )
  const turns = new ShortTurns()
  const left = accounts.values()
  // No cases: accounts in memory, each read once.
  for (let isOver = false; !isOver; await turns.next())
    isOver = await runtime.look(() => {
      // No cases: as above.
      while (!turns.isOver()) {
        const next = left.next()
        if (next.done === true) return true
        walk.add(next.value)
      }
      return false
    })
  return runtime.look(() => walk.result())
}

class RiskWalk {
  private readonly runtime: TradingRuntime
  private readonly stress: StressTest
  private readonly groups = new Map<string, GroupSums>()
  private readonly markets = new Map<string, Market>()
  private readonly values = new Map<string, MarketValue | null>()
  private readonly largest = new RankedAccounts(mostListed, largestFirst)
  private readonly nearest = new RankedAccounts(mostListed, nearestFirst)
  private called = 0
  private near = 0

  constructor(runtime: TradingRuntime, { common, own }: RequestedMoves) {
    this.runtime = runtime
    const commonRates = common.map(rate)
    this.stress = new StressTest((group): readonly Rate[] => [
      ...commonRates,
      ...(own[group] ?? []).map(rate),
    ])
    this.commonMoves = common.length
  }

  private readonly commonMoves: number

  private get valuation() {
    return this.runtime.valuation.of('real')
  }

  add(account: Account): void {
    if (account.legs.size === 0 || account.balanceMinor === null) return
    for (const { market } of account.legs.values()) this.markets.set(market.code, market)
    const sums = sumsOfAccount(account, this.valuation, (market) => this.valueOf(market))
    const equityMinor = leastEquityOf(account, this.runtime.valuation)
    for (const [group, own] of sums) addSums(this.sumsOf(group), own)
    this.stress.add({
      equityMinor,
      netMinor: new Map([...sums].map(([group, { netMinor }]) => [group, netMinor])),
    })
    this.rank(account, equityMinor, sums.get(everything) ?? noSums())
  }

  private rank({ userId, callSum }: Account, equityMinor: bigint, sums: GroupSums): void {
    const ranked = { userId, sums, equityMinor, callSum }
    this.largest.offer(ranked)
    this.nearest.offer(ranked)
    if (isMarginCall(equityMinor, callSum)) this.called += 1
    else if (equityMinor * nearShare.denominator <= ceilMinor(callSum) * nearShare.numerator) this.near += 1
  }

  /** Returns a market's price as the walk found it first, so that all of its positions count alike. */
  private valueOf(market: Market): MarketValue | null {
    const known = this.values.get(market.code)
    if (known !== undefined) return known
    const mid = this.valuation.shown(market.code)?.mid ?? null
    const conversion = this.valuation.shownConversion(market)
    const value = mid === null || conversion === null ? null : { mid, conversion }
    this.values.set(market.code, value)
    return value
  }

  private sumsOf(group: string): GroupSums {
    const known = this.groups.get(group)
    if (known !== undefined) return known
    const sums = noSums()
    this.groups.set(group, sums)
    return sums
  }

  result(): OpenRisk {
    const { wouldWinMinor, capitalMinor, lossCoverMinor } = this.runtime.capital.standing('real')
    const markets = [...this.markets.values()].sort((a, b) => this.compareGross(a.code, b.code))
    const types = [...new Set(markets.map(({ type }) => type))].sort((a, b) => a - b)
    return {
      at: isoOf(this.runtime.now()),
      cover: {
        capital: writeUsdt(capitalMinor),
        wouldWin: writeUsdt(wouldWinMinor),
        negativeBalance: writeUsdt(lossCoverMinor),
      },
      total: this.written(everything),
      classes: types.map((type) => ({ type, ...this.written(classGroup({ type })) })),
      markets: markets.map(({ code, type, digits }) => ({
        ...{ code, type, ...this.written(code) },
        mark: writeMark(this.valuation.shown(code), digits),
        worstDay: this.costsOf(code).slice(this.commonMoves),
      })),
      limits: this.runtime.exposureLimits.inForce((code) => this.runtime.board.market(code)),
      largest: this.largest.written(),
      nearest: { called: this.called, near: this.near, accounts: this.nearest.written() },
    }
  }

  private written(group: string) {
    return { ...writeSums(this.sumsOf(group)), costs: this.costsOf(group).slice(0, this.commonMoves) }
  }

  private costsOf(group: string): MoveCost[] {
    const { wouldWinMinor, capitalMinor, lossCoverMinor } = this.runtime.capital.standing('real')
    const isCovered = ({ resultMinor, shortfallMinor }: StressedMove) =>
      wouldWinMinor - resultMinor - shortfallMinor <= capitalMinor && shortfallMinor <= lossCoverMinor
    return this.stress.of(group).map((stressed) => ({
      move: writeRate(stressed.move),
      result: writeUsdt(stressed.resultMinor),
      shortfall: writeUsdt(stressed.shortfallMinor),
      covered: isCovered(stressed),
    }))
  }

  private compareGross(a: string, b: string): number {
    const [left, right] = [this.sumsOf(a).grossMinor, this.sumsOf(b).grossMinor]
    return left > right ? -1 : left < right ? 1 : a.localeCompare(b)
  }
}

/** Writes a price's sides with at least the market's own digits. */
const writeMark = (quote: TradableQuote | null, digits: number): MarketRisk['mark'] =>
  quote === null
    ? null
    : {
        bid: writePrice(quote.sellPrice, digits),
        ask: writePrice(quote.buyPrice, digits),
        at: isoOf(quote.receivedAt),
      }
