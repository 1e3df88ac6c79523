import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  add,
  bankers,
  ceiling,
  cmp,
  decimal,
  div,
  type Fraction,
  fraction,
  half,
  median,
  millionths,
  mul,
  shown,
  sub,
} from './straight-line-fractions.ts'

// A second computation of a replayed day, for the tests alone. It shares no line with rules/orders or the engine: every
// account is added up again at every quote, in plain fractions of BigInt. Market facts are written out by hand.

export interface Facts {
  readonly size: bigint
  readonly currency: string
  readonly type: 1 | 2 | 3 | 4
  /** Commission rate, swap rate and added spread as decimal texts. */
  readonly commission: string
  readonly swap: string
  readonly spread: string
  readonly tick: string
  readonly open: (ms: number) => boolean
}

interface Row {
  readonly code: string
  readonly time: number
  readonly bid: Fraction
  readonly ask: Fraction
  readonly index: number
}
interface Tick {
  readonly sell: Fraction
  readonly buy: Fraction
  readonly mid: Fraction
}
interface Held {
  readonly ref: string
  readonly as: string
  readonly code: string
  readonly buys: boolean
  readonly lots: Fraction
  readonly open: Fraction
  readonly margin: bigint
  readonly order: number
  stop: Fraction | null
  target: Fraction | null
}

/** Every row of the folder's recordings of these markets, by time, then code, then row. */
export function readRows(dir: string, codes: readonly string[]): Row[] {
  const rows = readdirSync(dir)
    .filter((name) => codes.includes(name.split('.')[0] ?? ''))
    .flatMap((name) => {
      const [code = ''] = name.split('.')
      const lines = gunzipSync(readFileSync(join(dir, name)))
        .toString()
        .trim()
        .split('\n')
        .slice(1)
      return lines.map((line, index) => {
        const [time = '', bid = '', ask = ''] = line.trim().split(',')
        return { code, time: Number(time), bid: decimal(bid), ask: decimal(ask), index }
      })
    })
  return rows.sort(
    (a, b) => a.time - b.time || (a.code < b.code ? -1 : a.code > b.code ? 1 : a.index - b.index),
  )
}

export interface Scripted {
  readonly at: number
  readonly as: string
  readonly ref?: string
  readonly call: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Outcome {
  /** `ref reason price profit` of every close, and `ref fill price margin`, in their order. */
  readonly lines: readonly string[]
  readonly balances: Readonly<Record<string, string>>
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
export const inNewYork = (ms: number): { day: string; minutes: number } => {
  const parts = Object.fromEntries(newYork.formatToParts(ms).map(({ type, value }) => [type, value]))
  return { day: parts.weekday ?? '', minutes: Number(parts.hour) * 60 + Number(parts.minute) }
}

/** Recomputes a whole day. Money in millionths of a USDT. */
export function straightLine(
  rows: readonly Row[],
  script: readonly Scripted[],
  markets: Readonly<Record<string, Facts>>,
  rates: Readonly<Record<string, string>>,
): Outcome {
  return new Day(script, markets, rates).run(rows)
}

class Day {
  private readonly script: readonly Scripted[]
  private readonly markets: Readonly<Record<string, Facts>>
  private readonly rates: Readonly<Record<string, string>>
  private readonly balance: Record<string, bigint> = {}
  private readonly mids: Record<string, Fraction[]> = {}
  private readonly last: Record<string, Tick> = {}
  private readonly mark: Record<string, Tick> = {}
  private readonly lines: string[] = []
  private readonly over = new Set<string>()
  private waiting: Scripted[] = []
  private calls: Scripted[]
  private held: Held[] = []
  private count = 0

  constructor(
    script: readonly Scripted[],
    markets: Readonly<Record<string, Facts>>,
    rates: Readonly<Record<string, string>>,
  ) {
    this.script = script
    this.markets = markets
    this.rates = rates
    this.calls = [...script].sort((a, b) => a.at - b.at)
    for (const { as } of script) this.balance[as] = 10_000_000_000n
  }

  run(rows: readonly Row[]): Outcome {
    const lastRow = new Map(rows.map((row) => [row.code, row]))
    let clock = rows[0]?.time ?? 0
    for (const row of rows) {
      if (this.held.length > 0) this.swaps(clock, row.time)
      clock = Math.max(clock, row.time)
      this.callsUpTo(row.time)
      this.take(row)
      if (lastRow.get(row.code) === row) this.end(row.code)
    }
    return {
      lines: this.lines,
      balances: Object.fromEntries(
        Object.entries(this.balance).map(([as, minor]) => [as, millionths(minor)]),
      ),
    }
  }

  private facts(code: string): Facts {
    const facts = this.markets[code]
    if (facts === undefined) throw new Error(`no facts of ${code}`)
    return facts
  }

  private tick(ticks: Record<string, Tick>, code: string): Tick {
    const tick = ticks[code]
    if (tick === undefined) throw new Error(`no quote of ${code}`)
    return tick
  }

  private take(row: Row): void {
    const { code } = row
    const mid = half(add(row.bid, row.ask))
    if (!isWellFormed(row, mid)) return
    const before = this.mids[code] ?? []
    this.mids[code] = [...before, mid].slice(-20)
    if (before.length < 5 || isFar(mid, median(before))) return
    const added = half(decimal(this.facts(code).spread))
    const tick = { sell: sub(row.bid, added), buy: add(row.ask, added), mid }
    this.last[code] = tick
    if (this.facts(code).open(row.time)) this.trade(code, tick)
  }

  /** Calls, then exits by order of opening, then stop-outs. */
  private trade(code: string, tick: Tick): void {
    this.mark[code] = tick
    for (const call of this.waitingFor(code)) this.carryOut(call, tick)
    for (const one of [...this.held]) {
      const reason = one.code === code ? exitOf(one, tick) : null
      if (reason !== null) this.close(one, tick, reason)
    }
    for (const as of Object.keys(this.balance)) if (this.isMoved(as, code)) this.stopOut(as)
  }

  private waitingFor(code: string): Scripted[] {
    const calls = this.waiting.filter((call) => this.codeOf(call) === code)
    this.waiting = this.waiting.filter((call) => !calls.includes(call))
    return calls
  }

  private callsUpTo(time: number): void {
    while (this.calls[0] !== undefined && this.calls[0].at <= time) {
      const [call] = this.calls
      this.calls = this.calls.slice(1)
      if (this.over.has(this.codeOf(call))) this.refuseLate(call)
      else this.waiting.push(call)
    }
  }

  private refuseLate(call: Scripted): void {
    this.lines.push(`${call.ref} refused ${call.call === 'buyContract' ? 10015 : 11004}`)
  }

  /** No further quote: positions close at the last tradable one, and what still waits is refused. */
  private end(code: string): void {
    for (const one of [...this.held])
      if (one.code === code) this.close(one, this.tick(this.last, code), 'end')
    this.over.add(code)
    for (const call of this.waitingFor(code)) this.refuseLate(call)
  }

  private codeOf(call: Scripted): string {
    const opening =
      call.call === 'buyContract' ? call : this.script.find(({ ref }) => `@${ref}` === call.body.id)
    return String(opening?.body.code)
  }

  private usdt(currency: string): Fraction {
    if (currency === 'USD' || currency === 'USDT') return fraction(1n)
    const direct = this.last[`${currency}USD`]
    if (direct) return direct.mid
    const inverse = this.last[`USD${currency}`]
    return inverse ? div(fraction(1n), inverse.mid) : decimal(this.rates[currency] ?? '0')
  }

  /** What one lot at a price of one is worth. */
  private worth(code: string): Fraction {
    const { size, currency } = this.facts(code)
    return mul(fraction(size), this.usdt(currency))
  }

  private profit(one: Held, tick: Tick): bigint {
    const move = one.buys ? sub(tick.sell, one.open) : sub(one.open, tick.buy)
    return bankers(mul(mul(move, one.lots), this.worth(one.code)))
  }

  private fee(code: string, lots: Fraction, at: Fraction): bigint {
    return bankers(mul(mul(mul(lots, at), decimal(this.facts(code).commission)), this.worth(code)))
  }

  private pay(as: string, minor: bigint): void {
    const left = (this.balance[as] ?? 0n) + minor
    this.balance[as] = left < 0n ? 0n : left
  }

  private of(as: string): Held[] {
    return this.held.filter((one) => one.as === as)
  }

  private used(as: string): bigint {
    return this.of(as).reduce((sum, one) => sum + one.margin, 0n)
  }

  private close(one: Held, tick: Tick, reason: string): void {
    const at = one.buys ? tick.sell : tick.buy
    const profit = this.profit(one, tick)
    this.held = this.held.filter((other) => other !== one)
    this.pay(one.as, profit)
    this.pay(one.as, -this.fee(one.code, one.lots, at))
    this.lines.push(`${one.ref} ${reason} ${shown(at)} ${millionths(profit)}`)
  }

  private carryOut(call: Scripted, tick: Tick): void {
    if (call.call === 'buyContract') {
      this.buy(call, tick)
      return
    }
    const one = this.held.find(({ ref, as }) => `@${ref}` === call.body.id && as === call.as)
    if (one === undefined) this.lines.push(`${call.ref} refused 11004`)
    else if (call.call === 'closeContract') this.close(one, tick, 'user')
    else edit(one, call.body)
  }

  private buy(call: Scripted, tick: Tick): void {
    const {
      code = '',
      direction,
      lots = '0',
      leverage,
      stopLoss,
      takeProfit,
    } = call.body as Record<string, string>
    const { as, ref = '' } = call
    const buys = direction === 'buy'
    const open = buys ? tick.buy : tick.sell
    const size = decimal(lots)
    const exits = { stop: optional(stopLoss), target: optional(takeProfit) }
    const wrong = wrongExits(exits, buys, tick, decimal(this.facts(code).tick))
    if (wrong !== null) {
      this.lines.push(`${ref} refused ${wrong}`)
      return
    }
    const margin = ceiling(div(mul(mul(size, open), this.worth(code)), fraction(BigInt(leverage ?? 1))))
    const fee = this.fee(code, size, open)
    if ((this.balance[as] ?? 0n) - this.used(as) < margin + fee) {
      this.lines.push(`${ref} refused 10011`)
      return
    }
    this.pay(as, -fee)
    this.held.push({ ref, as, code, buys, lots: size, open, margin, order: this.count++, ...exits })
    this.lines.push(`${ref} fill ${shown(open)} ${millionths(margin)}`)
  }

  private isMoved(as: string, code: string): boolean {
    return this.of(as).some((one) => {
      const { currency } = this.facts(one.code)
      return [one.code, `${currency}USD`, `USD${currency}`].includes(code)
    })
  }

  private stopOut(as: string): void {
    for (;;) {
      const mine = this.of(as).map((one) => ({
        one,
        profit: this.profit(one, this.tick(this.mark, one.code)),
      }))
      const equity = mine.reduce((sum, { profit }) => sum + profit, this.balance[as] ?? 0n)
      if (mine.length === 0 || equity * 2n > this.used(as)) return
      mine.sort((a, b) => Number(a.profit - b.profit) || a.one.order - b.one.order)
      const [worst] = mine
      if (worst === undefined) return
      this.close(worst.one, this.tick(this.mark, worst.one.code), 'stopOut')
    }
  }

  private swaps(from: number, to: number): void {
    for (let at = Math.ceil(from / 60_000) * 60_000; at <= to; at += 60_000) {
      const { day, minutes } = inNewYork(at)
      if (at > from && minutes === 17 * 60) for (const one of [...this.held]) this.swap(one, day)
    }
  }

  private swap(one: Held, day: string): void {
    const { type, swap } = this.facts(one.code)
    if (type === 4 || (type === 1 && (day === 'Sat' || day === 'Sun'))) return
    const nights = type === 1 && day === 'Wed' ? 3n : 1n
    const { mid } = this.tick(this.last, one.code)
    this.pay(
      one.as,
      bankers(mul(mul(mul(one.lots, mid), mul(decimal(swap), fraction(nights))), this.worth(one.code))),
    )
  }
}

const optional = (text: unknown): Fraction | null => (text ? decimal(String(text)) : null)

/** A stop must lie beyond what a close would get, a target beyond the opening price, each by a tick. */
function wrongExits(
  { stop, target }: { stop: Fraction | null; target: Fraction | null },
  buys: boolean,
  tick: Tick,
  step: Fraction,
): number | null {
  const side = buys ? 1 : -1
  const [closing, opening] = buys ? [tick.sell, tick.buy] : [tick.buy, tick.sell]
  const room = mul(step, fraction(BigInt(side)))
  const stopWrong = stop !== null && cmp(stop, sub(closing, room)) * side > 0
  const targetWrong = target !== null && cmp(target, add(opening, room)) * side < 0
  if (stopWrong && targetWrong) return 11042
  if (stopWrong) return 11040
  return targetWrong ? 11041 : null
}

function edit(one: Held, body: Scripted['body']): void {
  if (body.stopLoss !== undefined) one.stop = optional(body.stopLoss)
  if (body.takeProfit !== undefined) one.target = optional(body.takeProfit)
}

function exitOf(one: Held, tick: Tick): string | null {
  const at = one.buys ? tick.sell : tick.buy
  const side = one.buys ? 1 : -1
  if (one.stop && cmp(at, one.stop) * side <= 0) return 'stopLoss'
  return one.target && cmp(at, one.target) * side >= 0 ? 'takeProfit' : null
}

function isWellFormed(row: Row, mid: Fraction): boolean {
  const spread = sub(row.ask, row.bid)
  return row.bid.n > 0n && spread.n >= 0n && cmp(mul(spread, fraction(20n)), mid) <= 0
}

function isFar(mid: Fraction, centre: Fraction): boolean {
  const gap = sub(mid, centre)
  return cmp(mul(fraction(gap.n < 0n ? -gap.n : gap.n, gap.d), fraction(20n)), centre) > 0
}

export const recordedFolder = (): string | null => {
  const dir = join(import.meta.dirname, '../../../../../shared/market-data')
  return existsSync(dir) ? dir : null
}
