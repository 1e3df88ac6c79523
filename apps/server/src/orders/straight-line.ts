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
import {
  atLevel,
  exitOf,
  isFar,
  isWellFormed,
  optional,
  type Tick,
  type Trail,
  waitsBelow,
  wrongExits,
  wrongExitsFrom,
  wrongLevel,
} from './straight-line-judgements.ts'

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
interface Held {
  readonly ref: string
  readonly as: string
  readonly code: string
  readonly buys: boolean
  lots: Fraction
  readonly leverage: number
  readonly open: Fraction
  margin: bigint
  /** What is set aside for it. */
  held: bigint
  readonly order: number
  stop: Fraction | null
  target: Fraction | null
  trail: Trail | null
}
/** A limit or stop order. */
interface Waits extends Omit<Held, 'open' | 'margin' | 'trail'> {
  readonly kind: string
  level: Fraction
  distance: Fraction | null
  readonly until: number
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
  private rests: Waits[] = []
  private count = 0
  private clock = 0

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
      this.clock = clock
      this.expire()
      this.callsUpTo(row.time)
      this.take(row)
      if (lastRow.get(row.code) === row) this.end(row.code)
    }
    this.callsUpTo(Number.POSITIVE_INFINITY)
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

  /** Calls; then exits, then entries, each by order of placing; then stop-outs. */
  private trade(code: string, tick: Tick): void {
    this.mark[code] = tick
    for (const call of this.waitingFor(code)) this.carryOut(call, tick)
    const here = byOrder(this.held.filter((one) => one.code === code))
    for (const one of here) follow(one, tick)
    const reached = byOrder(this.rests.filter((one) => one.code === code && isReached(one, tick)))
    for (const one of here) {
      const reason = exitOf(one, tick)
      if (reason !== null) this.close(one, tick, reason)
    }
    for (const one of reached) this.fill(one, tick)
    for (const as of Object.keys(this.balance)) if (this.isMoved(as, code)) this.stopOut(as)
  }

  private expire(): void {
    for (const one of byOrder(this.rests.filter(({ until }) => until <= this.clock)))
      this.endWaiting(one, 'expire')
  }

  private endWaiting(one: Waits, how: string): void {
    this.rests = this.rests.filter((other) => other !== one)
    this.lines.push(`${one.ref} ${how}`)
  }

  /** The margin is worked out anew; of what is held, it stays, and the commission comes out of the rest. */
  private fill(one: Waits, tick: Tick): void {
    const open = one.buys ? tick.buy : tick.sell
    const margin = this.margin(one.code, one.lots, open, one.leverage)
    const fee = this.fee(one.code, one.lots, open)
    const spare = one.held - fee
    const kept = margin < spare ? margin : spare
    this.rests = this.rests.filter((other) => other !== one)
    this.pay(one.as, -fee)
    this.hold({ ...one, open, margin, held: kept > 0n ? kept : one.held }, one.distance, tick)
  }

  private hold(one: Omit<Held, 'trail'>, distance: Fraction | null, tick: Tick): void {
    const trail = distance && { distance, best: one.buys ? tick.sell : tick.buy }
    this.held.push({ ...one, trail })
    this.lines.push(`${one.ref} fill ${shown(one.open)} ${millionths(one.margin)}`)
  }

  private margin(code: string, lots: Fraction, at: Fraction, leverage: number): bigint {
    return ceiling(div(mul(mul(lots, at), this.worth(code)), fraction(BigInt(leverage))))
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
      for (const one of this.perMarket(call))
        if (this.over.has(this.codeOf(one))) this.refuseLate(one)
        else this.waiting.push(one)
    }
  }

  /** Closing all of an account waits for each market on its own. */
  private perMarket(call: Scripted): Scripted[] {
    if (call.call !== 'closeAllContracts' || call.body.code !== undefined) return [call]
    return Object.keys(this.markets)
      .sort()
      .map((code) => ({ ...call, body: { code } }))
  }

  private refuseLate(call: Scripted): void {
    if (call.call === 'closeAllContracts') return
    if (call.call !== 'buyContract') this.lines.push(`${call.ref} refused 11004`)
    else {
      const wrong = this.wrongAsk(call, this.tick(this.last, this.codeOf(call)))
      this.lines.push(`${call.ref} refused ${wrong ?? 10015}`)
    }
  }

  /** No further quote: positions close at the last tradable one, what rests is cancelled, and what still waits is refused. */
  private end(code: string): void {
    for (const one of byOrder(this.held.filter((held) => held.code === code)))
      this.close(one, this.tick(this.last, code), 'end')
    for (const one of byOrder(this.rests.filter((rest) => rest.code === code))) this.endWaiting(one, 'cancel')
    this.over.add(code)
    for (const call of this.waitingFor(code)) this.refuseLate(call)
  }

  private codeOf(call: Scripted): string {
    if (call.body.code !== undefined) return String(call.body.code)
    const opening = this.script.find(({ ref }) => `@${ref}` === call.body.id)
    return opening === undefined ? '' : this.codeOf(opening)
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

  /** What an account has neither lost nor set aside. */
  private free(as: string): bigint {
    const mine = [...this.held, ...this.rests].filter((one) => one.as === as)
    return mine.reduce((sum, one) => sum - one.held, this.balance[as] ?? 0n)
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
    if (call.call === 'buyContract') this.buy(call, tick)
    else if (call.call === 'closeAllContracts') this.closeAll(call, tick)
    else {
      const mine = ({ ref, as }: { ref: string; as: string }) => `@${ref}` === call.body.id && as === call.as
      const one = this.held.find(mine)
      const rest = this.rests.find(mine)
      const wrong =
        call.call === 'editContract' ? this.edit(call, one, rest, tick) : this.change(call, one, rest, tick)
      if (wrong !== null) this.lines.push(`${call.ref} refused ${wrong}`)
    }
  }

  private closeAll(call: Scripted, tick: Tick): void {
    const { code } = call.body
    for (const one of byOrder(this.of(call.as).filter((held) => held.code === code)))
      this.close(one, tick, 'user')
  }

  /** Gives what it is refused with. */
  private change(call: Scripted, one: Held | undefined, rest: Waits | undefined, tick: Tick): number | null {
    if (call.call === 'cancelContract') {
      if (rest === undefined) return 11004
      this.endWaiting(rest, 'cancel')
      return null
    }
    if (one === undefined) return 11004
    if (call.call === 'reverseContract') return this.reverse(call, one, tick)
    const lots = optional(call.body.lots)
    if (lots !== null && !isPart(lots, one.lots, this.facts(one.code).type)) return 11044
    if (lots !== null && cmp(lots, one.lots) < 0) return this.closePart(one, lots, tick)
    this.close(one, tick, 'user')
    return null
  }

  private closePart(one: Held, lots: Fraction, tick: Tick): null {
    const at = one.buys ? tick.sell : tick.buy
    const profit = this.profit({ ...one, lots }, tick)
    this.pay(one.as, profit)
    this.pay(one.as, -this.fee(one.code, lots, at))
    const whole = mul(fraction(one.margin), div(lots, one.lots))
    const share = whole.n / whole.d
    one.margin -= share
    one.held -= share
    one.lots = sub(one.lots, lots)
    this.lines.push(`${one.ref} user ${shown(at)} ${millionths(profit)}`)
    return null
  }

  private reverse(call: Scripted, one: Held, tick: Tick): number | null {
    const before = this.balance[one.as] ?? 0n
    const lines = this.lines.length
    this.close(one, tick, 'user')
    const open = one.buys ? tick.sell : tick.buy
    const margin = this.margin(one.code, one.lots, open, one.leverage)
    const fee = this.fee(one.code, one.lots, open)
    if (this.free(one.as) < margin + fee) {
      this.lines.length = lines
      this.balance[one.as] = before
      this.held.push(one)
      return 10011
    }
    this.pay(one.as, -fee)
    const ref = call.ref ?? ''
    const turned = { ...one, ref, buys: !one.buys, open, margin, held: margin, order: this.count++ }
    this.hold({ ...turned, stop: null, target: null }, null, tick)
    return null
  }

  private edit(call: Scripted, one: Held | undefined, rest: Waits | undefined, tick: Tick): number | null {
    if (one !== undefined) return this.editOpen(call.body, one, tick)
    return rest === undefined ? 11004 : this.editWaiting(call.body, rest, tick)
  }

  private editOpen(body: Scripted['body'], one: Held, tick: Tick): number | null {
    if (body.price !== undefined) return 11046
    const now = one.buys ? tick.sell : tick.buy
    const asked = { stop: optional(body.stopLoss), target: optional(body.takeProfit) }
    const wrong = wrongExitsFrom(asked, one.buys, now, now, decimal(this.facts(one.code).tick))
    if (wrong !== null) return wrong
    setExits(one, body)
    const distance = optional(body.trailing)
    if (body.trailing !== undefined) one.trail = distance && { distance, best: now }
    return null
  }

  private editWaiting(body: Scripted['body'], rest: Waits, tick: Tick): number | null {
    const step = decimal(this.facts(rest.code).tick)
    const level = optional(body.price)
    if (level !== null && wrongLevel(rest.buys, rest.kind, level, tick, step)) return 11046
    // Without a new level only what is changed is judged.
    const all = level === null ? { stop: null, target: null } : { stop: rest.stop, target: rest.target }
    setExits(all, body)
    const wrong = wrongExits(all, rest.buys, atLevel(rest.buys, level ?? rest.level, tick), step)
    if (wrong !== null) return wrong
    if (level !== null && !this.moveLevel(rest, level)) return 10011
    setExits(rest, body)
    if (body.trailing !== undefined) rest.distance = optional(body.trailing)
    return null
  }

  /** False when what it needs more is not there. */
  private moveLevel(rest: Waits, level: Fraction): boolean {
    const fee = this.fee(rest.code, rest.lots, level)
    const needed = this.margin(rest.code, rest.lots, level, rest.leverage) + fee
    const missing = needed > rest.held ? needed - rest.held : 0n
    if (this.free(rest.as) < missing) return false
    rest.held += missing
    rest.level = level
    return true
  }

  /** Why a new order is refused, funds apart. */
  private wrongAsk({ body }: Scripted, tick: Tick): number | null {
    const { code = '', direction, kind = 'market', price } = body as Record<string, string>
    const buys = direction === 'buy'
    if (body.expiresAt !== undefined && Date.parse(String(body.expiresAt)) <= this.clock) return 11001
    const step = decimal(this.facts(code).tick)
    const exits = { stop: optional(body.stopLoss), target: optional(body.takeProfit) }
    if (kind === 'market') return wrongExits(exits, buys, tick, step)
    const level = decimal(price ?? '0')
    if (wrongLevel(buys, kind, level, tick, step)) return 11046
    return wrongExits(exits, buys, atLevel(buys, level, tick), step)
  }

  private buy(call: Scripted, tick: Tick): void {
    const { code = '', direction, lots = '0', kind = 'market', price } = call.body as Record<string, string>
    const { as, ref = '', body } = call
    const wrong = this.wrongAsk(call, tick)
    if (wrong !== null) {
      this.lines.push(`${ref} refused ${wrong}`)
      return
    }
    const buys = direction === 'buy'
    const open = kind === 'market' ? (buys ? tick.buy : tick.sell) : decimal(price ?? '0')
    const size = decimal(lots)
    const leverage = Number(body.leverage ?? 1)
    const margin = this.margin(code, size, open, leverage)
    const fee = this.fee(code, size, open)
    if (this.free(as) < margin + fee) {
      this.lines.push(`${ref} refused 10011`)
      return
    }
    const order = this.count++
    const exits = { stop: optional(body.stopLoss), target: optional(body.takeProfit) }
    const one = { ref, as, code, buys, lots: size, leverage, order, ...exits }
    const distance = optional(body.trailing)
    if (kind === 'market') {
      this.pay(as, -fee)
      this.hold({ ...one, open, margin, held: margin }, distance, tick)
      return
    }
    const until = body.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(body.expiresAt))
    this.rests.push({ ...one, kind, level: open, distance, held: margin + fee, until })
    this.lines.push(`${ref} place ${millionths(margin + fee)}`)
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

const byOrder = <T extends { readonly order: number }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => a.order - b.order)

/** A part and what stays are whole steps, and not less than one. */
function isPart(part: Fraction, whole: Fraction, type: number): boolean {
  const step = decimal(type === 3 ? '1' : type === 2 ? '0.001' : '0.01')
  const steps = div(part, step)
  return steps.n % steps.d === 0n && cmp(part, whole) <= 0
}

function setExits(one: { stop: Fraction | null; target: Fraction | null }, body: Scripted['body']): void {
  if (body.stopLoss !== undefined) one.stop = optional(body.stopLoss)
  if (body.takeProfit !== undefined) one.target = optional(body.takeProfit)
}

function follow(one: Held, tick: Tick): void {
  const now = one.buys ? tick.sell : tick.buy
  if (one.trail && cmp(now, one.trail.best) * (one.buys ? 1 : -1) > 0) one.trail.best = now
}

function isReached(one: Waits, tick: Tick): boolean {
  const now = one.buys ? tick.buy : tick.sell
  return waitsBelow(one.buys, one.kind) ? cmp(now, one.level) <= 0 : cmp(now, one.level) >= 0
}

export const recordedFolder = (): string | null => {
  const dir = join(import.meta.dirname, '../../../../../shared/market-data')
  return existsSync(dir) ? dir : null
}
