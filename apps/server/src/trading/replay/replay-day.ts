import { writeUsdt } from '@candor/money'
import { refusalName } from '@candor/refusals'
import {
  type Decision,
  type Market,
  type Quote,
  type Refused,
  refuse,
  type TradableQuote,
  type Unavailable,
} from '@candor/rules'
import type { Ledger } from '../../ledger/ledger.ts'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { ManualClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CommitOutcome, Effect } from '../commits/effect.ts'
import { applyCommittedFunds } from '../engine/committed-funds.ts'
import type { Requester } from '../engine/engine-context.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import { TradingRuntime } from '../engine/trading-runtime.ts'
import { readPlacement } from '../orders/read-request.ts'
import type { SuppliedRates } from '../risk/mode-valuation.ts'
import { closeOrder, editOrder } from './change-order.ts'
import { openCustomers, startMinor } from './open-customers.ts'
import { codeOfField, readBody, type ScriptedCall } from './replay-calls.ts'
import { replayLines } from './replay-lines.ts'

/** A row of the recording, and whether it is its market's last. */
export interface RecordedQuote {
  readonly quote: Quote
  readonly last: boolean
}

export interface ReplayOptions {
  readonly db: Database
  readonly ledger: Ledger
  readonly board: PriceBoard
  readonly clock: ManualClock
  readonly quotes: AsyncIterable<RecordedQuote>
  readonly script: readonly ScriptedCall[]
  readonly suppliedRates: SuppliedRates
  /** Markets that have a recording. */
  readonly recorded: ReadonlySet<string>
  readonly print: (line: Readonly<Record<string, unknown>>) => void
}

export interface ReplayResult {
  readonly quotes: number
  readonly calls: number
  readonly seconds: number
}

/** Effects that may wait before the recording waits for the database. */
const backlog = 4_000

/**
 * Runs a recorded day through the real engine and the real ledger at full speed (rulebook, Replay). On one tradable quote
 * in hours: the calls that wait for the market, in order of arrival; then exits; then stop-outs.
 */
export async function replayDay(options: ReplayOptions): Promise<ReplayResult> {
  return new Replay(options, await openCustomers(options.ledger, options.script)).run()
}

class Replay {
  private readonly options: ReplayOptions
  private readonly customers: ReadonlyMap<string, string>
  private readonly waiting = new Map<string, ScriptedCall[]>()
  /** Order ids by the script's names, and back. */
  private readonly idOf = new Map<string, string>()
  private readonly refOfId = new Map<string, string>()
  /** The market of each scripted buy: later calls that name it wait for the same market. */
  private readonly marketOf = new Map<string, string>()
  private readonly ended = new Set<string>()
  private readonly effects: Effect[] = []
  private next = 0

  constructor(options: ReplayOptions, customers: ReadonlyMap<string, string>) {
    this.options = options
    this.customers = customers
  }

  async run(): Promise<ReplayResult> {
    const { board, clock, script } = this.options
    clock.set(script[0]?.at ?? 0)
    const stop = board.onTradable((quote) => {
      if (quote.inHours) this.callsOf(runtime, quote.code)
    })
    const runtime = await this.openRuntime()
    const startedAt = performance.now()
    const quotes = await this.takeQuotes(runtime).finally(async () => {
      await runtime.close()
      stop()
    })
    const seconds = (performance.now() - startedAt) / 1000
    await this.printEnd(quotes, seconds)
    return { quotes, calls: script.length, seconds }
  }

  /** Returns how many quotes there were. */
  private async takeQuotes(runtime: TradingRuntime): Promise<number> {
    const { board, clock } = this.options
    let quotes = 0
    for await (const { quote, last } of this.options.quotes) {
      quotes += 1
      if (quote.time > clock.now()) clock.set(quote.time)
      runtime.engine.passTime()
      this.callsUpTo(runtime, quote.time)
      board.offer(quote)
      if (last) this.end(runtime, quote.code)
      this.flush()
      if (runtime.queue.length > backlog) await runtime.queue.settled()
    }
    this.callsUpTo(runtime, Number.POSITIVE_INFINITY)
    return quotes
  }

  private async openRuntime(): Promise<TradingRuntime> {
    const events = { publish: () => undefined, endSession: () => undefined }
    const runtime = await TradingRuntime.open(
      { ...this.options, events },
      {
        suppliedRates: this.options.suppliedRates,
        unavailable: (market, quote) => this.unavailable(market, quote),
        onDecision: (effect) => this.effects.push(effect),
        onCommitted: assertDone,
      },
    )
    for (const id of this.customers.values())
      applyCommittedFunds(runtime.book, runtime.book.account(id, 'demo'), {
        balanceMinor: startMinor,
        heldOtherMinor: 0n,
        version: 0n,
      })
    return runtime
  }

  /** Accepts a tradable quote in hours of any age; after the market's last quote there is none (rulebook, Replay). */
  private unavailable(market: Market, quote: TradableQuote | null): Unavailable | null {
    if (quote === null || this.ended.has(market.code)) return 'closed'
    return quote.inHours ? null : 'closed'
  }

  /** Calls that fall due wait for their market's next tradable quote in hours. */
  private callsUpTo(runtime: TradingRuntime, time: number): void {
    for (let call = this.options.script[this.next]; call !== undefined && call.at <= time; ) {
      this.next += 1
      for (const one of this.perMarket(call)) this.await(runtime, one)
      call = this.options.script[this.next]
    }
  }

  /** Closing all of the account waits for each market on its own. */
  private perMarket(call: ScriptedCall): ScriptedCall[] {
    if (call.call !== 'closeAllContracts' || call.body.code != null) return [call]
    return [...this.options.recorded].sort().map((code) => ({ ...call, body: { ...call.body, code } }))
  }

  private await(runtime: TradingRuntime, call: ScriptedCall): void {
    const code = this.codeOf(call)
    if (code === null || this.ended.has(code) || !this.options.recorded.has(code))
      this.carryOut(runtime, call)
    else this.waiting.set(code, [...(this.waiting.get(code) ?? []), call])
  }

  private codeOf({ call, body, ref }: ScriptedCall): string | null {
    const named = call === 'buyContract' || call === 'closeAllContracts'
    const code = named ? body.code : this.marketOf.get(refOf(body.id))
    if (typeof code !== 'string') return null
    // What it opens is in the same market.
    if (call === 'buyContract' || call === 'reverseContract') this.marketOf.set(ref, code)
    return code
  }

  private callsOf(runtime: TradingRuntime, code: string): void {
    const calls = this.waiting.get(code)
    if (calls === undefined) return
    this.waiting.delete(code)
    for (const call of calls) this.carryOut(runtime, call)
  }

  private carryOut(runtime: TradingRuntime, call: ScriptedCall): void {
    const requester: Requester = { userId: this.customers.get(call.as) ?? '', mode: 'demo', key: null }
    const decision = this.decide(runtime, call, requester)
    if (decision?.ok && (call.call === 'buyContract' || call.call === 'reverseContract')) {
      this.idOf.set(call.ref, decision.value.position.id)
      this.refOfId.set(decision.value.position.id, call.ref)
    }
    this.flush()
    if (decision?.ok === false) this.printRefusal(call, decision)
  }

  private printRefusal(call: ScriptedCall, { code, details }: Refused): void {
    const reason = details?.reason
    this.options.print({
      event: 'refused',
      ref: call.ref,
      as: call.as,
      at: this.options.clock.now(),
      call: call.call,
      code,
      ...(reason !== undefined && { reason }),
    })
  }

  /** Null where a call can neither open nor be refused: closing all of a market. */
  private decide(
    runtime: TradingRuntime,
    call: ScriptedCall,
    requester: Requester,
  ): Decision<PendingCommit> | null {
    if (call.call === 'buyContract') return this.buy(runtime, call, requester)
    const id = this.idOf.get(refOf(call.body.id)) ?? 'none'
    const body = readBody(call.call, call.call === 'closeAllContracts' ? call.body : { ...call.body, id })
    if ('wrong' in body) return refuse(refusalName(codeOfField(call.call, body.wrong)))
    if (call.call === 'reverseContract') return runtime.engine.reverse(id, requester)
    if (call.call === 'cancelContract') return runtime.engine.cancel(id, requester)
    if (call.call === 'closeAllContracts') return this.closeAll(runtime, String(call.body.code), requester)
    return call.call === 'closeContract'
      ? closeOrder(runtime, id, call, requester)
      : editOrder(runtime, id, call, requester)
  }

  private closeAll(runtime: TradingRuntime, code: string, requester: Requester): null {
    for (const { account, market, id } of runtime.book.inOrder())
      if (account.userId === requester.userId && market.code === code) runtime.engine.close(id, requester)
    return null
  }

  private buy(runtime: TradingRuntime, call: ScriptedCall, requester: Requester): Decision<PendingCommit> {
    const body = readBody('buyContract', call.body)
    if ('wrong' in body) return refuse(refusalName(codeOfField('buyContract', body.wrong)))
    const { board, clock } = this.options
    const read = readPlacement({ ...body, quoteId: null }, board, null, clock.now())
    if (!read.ok) return read
    const { request, market } = read.value
    return runtime.engine.place({ ...request, quotedPrice: call.quoted }, market, requester)
  }

  /** At its recording's end a market's open positions close at its last tradable quote (rulebook, Replay). */
  private end(runtime: TradingRuntime, code: string): void {
    this.ended.add(code)
    runtime.engine.endMarket(code)
    this.flush()
    this.callsOf(runtime, code)
  }

  /** Prints what was decided, in that order. */
  private flush(): void {
    for (const effect of this.effects.splice(0))
      for (const line of replayLines(effect, (id) => this.refOfId.get(id) ?? id)) this.options.print(line)
  }

  private async printEnd(quotes: number, seconds: number): Promise<void> {
    const { print, script, ledger } = this.options
    print({
      event: 'speed',
      quotes,
      calls: script.length,
      seconds: Number(seconds.toFixed(3)),
      quotesPerSecond: Math.round(quotes / seconds),
    })
    for (const [name, id] of [...this.customers].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [account] = (await ledger.balancesOf(id)).filter(({ asset }) => asset === 'DEMO')
      print({ event: 'balance', as: name, balance: writeUsdt(account?.balanceMinor ?? 0n) })
    }
  }
}

const refOf = (id: unknown): string => (typeof id === 'string' ? id.replace(/^@/, '') : '')

/** Funds are decided in memory here, so the database has nothing left to refuse. */
function assertDone(effects: readonly Effect[], outcomes: readonly CommitOutcome[]): void {
  outcomes.forEach((outcome, index) => {
    if (!outcome.done) throw new Error(`the ledger refused ${effects[index]?.posting?.id} of the replay`)
  })
}
