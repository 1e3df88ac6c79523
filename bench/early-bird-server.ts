import { randomUUID } from 'node:crypto'
import { type ContractOrder, calls } from '@candor/contract'
import { allMarkets, freshMsOf, type Quote } from '@candor/rules'
import { parameterRules } from '../apps/server/src/back-office/parameters/defaults.ts'
import { type AccountRef, house, type Ledger } from '../apps/server/src/ledger/ledger.ts'
import { QuotePaths } from '../apps/server/src/market-data/history/quote-paths.ts'
import { MemoryPriceBoard } from '../apps/server/src/market-data/price-board/memory-price-board.ts'
import type { ManualClock } from '../apps/server/src/platform/clock.ts'
import type { Database } from '../apps/server/src/platform/database/database.ts'
import type { Caller } from '../apps/server/src/platform/http/caller.ts'
import { TradingRuntime } from '../apps/server/src/trading/engine/trading-runtime.ts'
import { ordersHandlers } from '../apps/server/src/trading/orders/routes.ts'
import type { FreshPrices, MarketCall } from '../apps/server/src/trading/quotes/fresh-prices.ts'
import { FreshRule } from '../apps/server/src/trading/quotes/fresh-rule.ts'
import type { Direction } from './early-bird-strategy.ts'

/** Demo money that every customer starts with. */
const startMinor = 10_000_000_000n
/** Every wait ends with a recorded quote, so this real time decides nothing. */
const waitMs = 600_000

export interface ServerParts {
  readonly db: Database
  readonly ledger: Ledger
  readonly clock: ManualClock
}

/** The product's rule, which reports when it has looked at a call's prices: only then may the recorded time go on. */
class WatchedRule extends FreshRule {
  private onLooked: () => void = () => undefined

  /** Resolves when the next call has looked at its prices. */
  looked(): Promise<void> {
    return new Promise((resolve) => {
      this.onLooked = resolve
    })
  }

  override async forCall(call: Parameters<FreshRule['forCall']>[0]): Promise<FreshPrices> {
    const prices = await super.forCall(call)
    this.look(prices, call.codes)
    return prices
  }

  private look(prices: FreshPrices, codes: MarketCall['codes']): void {
    for (const code of codes()) prices.isTooOld(code)
    this.onLooked()
  }
}

/** The limits the rule applies, from the parameters' names. */
const parametersFor = (freshMs: number) => ({ value: async () => freshMs })

/** The product's price board, engine and order calls, with a customer, fed with live quotes. */
export class FedServer {
  private readonly board: MemoryPriceBoard
  private readonly runtime: TradingRuntime
  private readonly rule: WatchedRule | null
  private readonly handlers: Required<ReturnType<typeof ordersHandlers>>
  private readonly parts: ServerParts
  private readonly caller: Caller

  private constructor(
    parts: ServerParts,
    { board, runtime, caller }: { board: MemoryPriceBoard; runtime: TradingRuntime; caller: Caller },
    freshMs: number | null,
  ) {
    this.parts = parts
    this.board = board
    this.runtime = runtime
    this.caller = caller
    this.rule =
      freshMs === null
        ? null
        : new WatchedRule({ parameters: parametersFor(freshMs), clock: parts.clock }, board, waitMs)
    const all = ordersHandlers({
      runtime,
      clock: parts.clock,
      proofs: { paths: new QuotePaths(parts.db, async () => undefined), sandbox: true },
      sign: () => {
        throw new Error('no receipt is expected')
      },
      ...(this.rule && { fresh: this.rule }),
    })
    this.handlers = all as Required<typeof all>
  }

  /** `freshMs`: null for a server without the rule. `firstSeq`: above every earlier quote's number. */
  static async open(parts: ServerParts, freshMs: number | null, firstSeq: number): Promise<FedServer> {
    const { clock, ledger } = parts
    const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq, sandbox: true })
    const events = { publish: () => undefined, endSession: () => undefined }
    const unitsPerTurn = Number.POSITIVE_INFINITY
    const runtime = await TradingRuntime.open({ ...parts, board, events, unitsPerTurn })
    const userId = randomUUID()
    await fund(ledger, { class: 'customer', owner: userId, asset: 'DEMO' }, 'demo-grant', startMinor)
    const caller: Caller = {
      userId,
      sessionId: randomUUID(),
      mode: 'demo',
      language: 'en',
      address: '127.0.0.1',
    }
    return new FedServer(parts, { board, runtime, caller }, freshMs)
  }

  /** Opens a position at the market. */
  buy(code: string, direction: Direction, lots: string, leverage: number): Promise<ContractOrder> {
    const fields = { code, direction, lots, leverage, protected: false, stopLoss: null, takeProfit: null }
    const input = calls.buyContract.input.parse(fields)
    return this.handlers.buyContract(input, this.caller, this.key('buyContract')) as Promise<ContractOrder>
  }

  /** Closes a position at the market. */
  close(id: string): Promise<ContractOrder> {
    const input = calls.closeContract.input.parse({ id })
    return this.handlers.closeContract(
      input,
      this.caller,
      this.key('closeContract'),
    ) as Promise<ContractOrder>
  }

  /** Resolves when the next call has looked at its prices; at once without the rule. */
  async looked(): Promise<void> {
    await this.rule?.looked()
  }

  offer(quote: Quote): void {
    this.board.offer(quote)
  }

  /** Closes what is still open in a market, at its last price. */
  async closeMarket(code: string): Promise<void> {
    this.runtime.engine.endMarket(code)
    await this.runtime.queue.settled()
  }

  /** Returns the customer's balance in 10^-6 USDT. */
  async balanceMinor(): Promise<bigint> {
    const balances = await this.parts.ledger.balancesOf(this.caller.userId)
    return balances.find(({ asset }) => asset === 'DEMO')?.balanceMinor ?? 0n
  }

  async end(): Promise<void> {
    this.rule?.close()
    await this.runtime.close()
  }

  private readonly key = (call: 'buyContract' | 'closeContract') => ({
    key: randomUUID(),
    bodyHash: 'bench',
    call,
  })
}

/** Funds an account with demo money. */
export async function fund(ledger: Ledger, account: AccountRef, kind: string, minor: bigint): Promise<void> {
  const world: AccountRef = { class: 'world', owner: house, asset: 'DEMO' }
  await ledger.open([world, account])
  const steps = [{ do: 'transfer' as const, kind, from: world, to: account, minor }]
  const outcome = await ledger.post({ id: randomUUID(), reference: null, steps })
  if (!outcome.ok) throw new Error(`could not be funded: ${outcome.why}`)
}

/** The limit that applies in a market by default. */
export const defaultFreshMs = (market: Parameters<typeof freshMsOf>[0]): number =>
  freshMsOf(market, {
    cryptoMs: parameterRules['quotes.freshCryptoMs'].value,
    othersMs: parameterRules['quotes.freshOthersMs'].value,
  })
