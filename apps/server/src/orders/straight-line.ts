import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

// A second computation of a replayed day, for the tests alone. It shares no line with rules/orders or the engine: every
// account is added up again at every quote, in plain fractions of BigInt. Market facts are written out here by hand.

export interface Facts {
  readonly size: bigint
  readonly currency: string
  readonly type: 1 | 2 | 3 | 4
  /** Commission rate, swap rate and added spread as decimal texts. */
  readonly commission: string
  readonly swap: string
  readonly spread: string
  readonly open: (ms: number) => boolean
}

interface Fraction {
  readonly n: bigint
  readonly d: bigint
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

const fraction = (n: bigint, d = 1n): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d })
const decimal = (text: string): Fraction => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const n = BigInt(whole + part)
  return fraction(text.startsWith('-') ? -n : n, 10n ** BigInt(part.length))
}
const add = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
const sub = (a: Fraction, b: Fraction) => fraction(a.n * b.d - b.n * a.d, a.d * b.d)
const mul = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d)
const div = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n)
const cmp = (a: Fraction, b: Fraction) => (a.n * b.d < b.n * a.d ? -1 : a.n * b.d > b.n * a.d ? 1 : 0)
const half = (a: Fraction) => fraction(a.n, a.d * 2n)

/** Millionths, a tie to the even neighbour. */
const bankers = ({ n, d }: Fraction): bigint => {
  const scaled = n * 1_000_000n
  const sign = scaled < 0n ? -1n : 1n
  const size = scaled * sign
  const whole = size / d
  const rest = (size % d) * 2n
  const up = rest > d || (rest === d && whole % 2n === 1n)
  return sign * (up ? whole + 1n : whole)
}
const ceiling = ({ n, d }: Fraction): bigint => (n * 1_000_000n + d - 1n) / d

const median = (values: readonly Fraction[]): Fraction => {
  const sorted = [...values].sort(cmp)
  const upper = sorted[Math.floor(sorted.length / 2)] as Fraction
  if (sorted.length % 2 === 1) return upper
  return half(add(upper, sorted[sorted.length / 2 - 1] as Fraction))
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

const millionths = (minor: bigint): string => {
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(7, '0')
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
const shown = ({ n, d }: Fraction): string => {
  const scaled = (n * 10n ** 10n) / d
  const digits = scaled.toString().padStart(11, '0')
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/\.?0+$/, '')
}

/** Recomputes a whole day. Money in millionths of a USDT. */
export function straightLine(
  rows: readonly Row[],
  script: readonly Scripted[],
  markets: Readonly<Record<string, Facts>>,
  rates: Readonly<Record<string, string>>,
): Outcome {
  const balance: Record<string, bigint> = {}
  const mids: Record<string, Fraction[]> = {}
  const last: Record<string, Tick> = {}
  const mark: Record<string, Tick> = {}
  const lines: string[] = []
  const waiting: Scripted[] = []
  let held: Held[] = []
  let count = 0
  let calls = [...script].sort((a, b) => a.at - b.at)
  for (const { as } of script) balance[as] = 10_000_000_000n
  const over = new Set<string>()
  const lastRow = new Map(rows.map((row) => [row.code, row]))

  const rateOf = (currency: string): Fraction => {
    if (currency === 'USD' || currency === 'USDT') return fraction(1n)
    const direct = last[`${currency}USD`]
    if (direct) return direct.mid
    const inverse = last[`USD${currency}`]
    return inverse ? div(fraction(1n), inverse.mid) : decimal(rates[currency] ?? '0')
  }
  const worth = (code: string) =>
    mul(fraction(markets[code]?.size ?? 0n), rateOf(markets[code]?.currency ?? 'USD'))
  const profitAt = (one: Held, tick: Tick): bigint => {
    const move = one.buys ? sub(tick.sell, one.open) : sub(one.open, tick.buy)
    return bankers(mul(mul(move, one.lots), worth(one.code)))
  }
  const feeAt = (code: string, lots: Fraction, at: Fraction): bigint =>
    bankers(mul(mul(mul(lots, at), decimal(markets[code]?.commission ?? '0')), worth(code)))
  const take = (as: string, minor: bigint) => {
    const left = (balance[as] ?? 0n) + minor
    balance[as] = left < 0n ? 0n : left
  }
  const close = (one: Held, tick: Tick, reason: string) => {
    const at = one.buys ? tick.sell : tick.buy
    const profit = profitAt(one, tick)
    held = held.filter((other) => other !== one)
    take(one.as, profit)
    take(one.as, -feeAt(one.code, one.lots, at))
    lines.push(`${one.ref} ${reason} ${shown(at)} ${millionths(profit)}`)
  }
  const buy = (call: Scripted, tick: Tick) => {
    const { code, direction, lots, leverage, stopLoss, takeProfit } = call.body as Record<string, string>
    const buys = direction === 'buy'
    const open = buys ? tick.buy : tick.sell
    const size = decimal(lots ?? '0')
    const margin = ceiling(div(mul(mul(size, open), worth(code ?? '')), fraction(BigInt(leverage ?? 1))))
    const fee = feeAt(code ?? '', size, open)
    const used = held.filter(({ as }) => as === call.as).reduce((sum, one) => sum + one.margin, 0n)
    if ((balance[call.as] ?? 0n) - used < margin + fee) {
      lines.push(`${call.ref} refused 10011`)
      return
    }
    balance[call.as] = (balance[call.as] ?? 0n) - fee
    held.push({
      ref: call.ref ?? '',
      as: call.as,
      code: code ?? '',
      buys,
      lots: size,
      open,
      margin,
      order: count++,
      stop: stopLoss ? decimal(stopLoss) : null,
      target: takeProfit ? decimal(takeProfit) : null,
    })
    lines.push(`${call.ref} fill ${shown(open)} ${millionths(margin)}`)
  }
  const carryOut = (call: Scripted, tick: Tick) => {
    if (call.call === 'buyContract') return buy(call, tick)
    const one = held.find(({ ref, as }) => `@${ref}` === call.body.id && as === call.as)
    if (one === undefined) lines.push(`${call.ref} refused 11004`)
    else if (call.call === 'closeContract') close(one, tick, 'user')
    else {
      if (call.body.stopLoss !== undefined)
        one.stop = call.body.stopLoss ? decimal(String(call.body.stopLoss)) : null
      if (call.body.takeProfit !== undefined)
        one.target = call.body.takeProfit ? decimal(String(call.body.takeProfit)) : null
    }
  }
  const codeOf = (call: Scripted): string =>
    call.call === 'buyContract'
      ? String(call.body.code)
      : String(script.find(({ ref }) => `@${ref}` === call.body.id)?.body.code)
  const trigger = (one: Held, tick: Tick): string | null => {
    const at = one.buys ? tick.sell : tick.buy
    const side = one.buys ? 1 : -1
    if (one.stop && cmp(at, one.stop) * side <= 0) return 'stopLoss'
    return one.target && cmp(at, one.target) * side >= 0 ? 'takeProfit' : null
  }
  const stopOuts = (code: string) => {
    for (const as of Object.keys(balance)) {
      const touched = () => held.filter((one) => one.as === as)
      const moves = touched().some(
        (one) =>
          one.code === code ||
          [`${markets[one.code]?.currency}USD`, `USD${markets[one.code]?.currency}`].includes(code),
      )
      while (moves) {
        const mine = touched()
        const used = mine.reduce((sum, one) => sum + one.margin, 0n)
        const equity = mine.reduce(
          (sum, one) => sum + profitAt(one, mark[one.code] as Tick),
          balance[as] ?? 0n,
        )
        if (used === 0n || equity * 2n > used) break
        const worst = mine
          .map((one) => ({ one, profit: profitAt(one, mark[one.code] as Tick) }))
          .sort((a, b) => (a.profit < b.profit ? -1 : a.profit > b.profit ? 1 : a.one.order - b.one.order))[0]
        if (worst === undefined) break
        close(worst.one, mark[worst.one.code] as Tick, 'stopOut')
      }
    }
  }
  const swap = (from: number, to: number) => {
    for (let at = Math.ceil(from / 60_000) * 60_000; at <= to; at += 60_000) {
      if (at <= from) continue
      const { day, minutes } = inNewYork(at)
      if (minutes !== 17 * 60) continue
      for (const one of [...held]) {
        const facts = markets[one.code]
        const weekend = day === 'Sat' || day === 'Sun'
        if (!facts || facts.type === 4 || (facts.type === 1 && weekend)) continue
        const nights = facts.type === 1 && day === 'Wed' ? 3n : 1n
        const mid = (last[one.code] as Tick).mid
        const rate = mul(decimal(facts.swap), fraction(nights))
        take(one.as, bankers(mul(mul(mul(one.lots, mid), rate), worth(one.code))))
      }
    }
  }

  let clock = rows[0]?.time ?? 0
  for (const row of rows) {
    if (held.length > 0) swap(clock, row.time)
    clock = Math.max(clock, row.time)
    while (calls[0] !== undefined && calls[0].at <= row.time) {
      const [call] = calls
      if (over.has(codeOf(call)))
        lines.push(`${call.ref} refused ${call.call === 'buyContract' ? 10015 : 11004}`)
      else waiting.push(call)
      calls = calls.slice(1)
    }
    const mid = half(add(row.bid, row.ask))
    const spread = sub(row.ask, row.bid)
    const formed = row.bid.n > 0n && spread.n >= 0n && cmp(mul(spread, fraction(20n)), mid) <= 0
    const before = mids[row.code] ?? []
    if (formed) mids[row.code] = [...before, mid].slice(-20)
    const far = (centre: Fraction) => {
      const gap = sub(mid, centre)
      return cmp(mul(gap.n < 0n ? fraction(-gap.n, gap.d) : gap, fraction(20n)), centre) > 0
    }
    if (formed && before.length >= 5 && !far(median(before))) {
      const added = half(decimal(markets[row.code]?.spread ?? '0'))
      const tick = { sell: sub(row.bid, added), buy: add(row.ask, added), mid }
      last[row.code] = tick
      if (markets[row.code]?.open(row.time)) {
        mark[row.code] = tick
        for (const call of waiting.filter((one) => codeOf(one) === row.code)) {
          waiting.splice(waiting.indexOf(call), 1)
          carryOut(call, tick)
        }
        for (const one of [...held]) {
          const reason = one.code === row.code ? trigger(one, tick) : null
          if (reason !== null) close(one, tick, reason)
        }
        stopOuts(row.code)
      }
    }
    if (lastRow.get(row.code) === row) {
      for (const one of [...held]) if (one.code === row.code) close(one, last[row.code] as Tick, 'end')
      // No further quote: what still waits for one is refused. Later calls find the market over at once.
      over.add(row.code)
      for (const call of waiting.filter((one) => codeOf(one) === row.code)) {
        waiting.splice(waiting.indexOf(call), 1)
        lines.push(`${call.ref} refused ${call.call === 'buyContract' ? 10015 : 11004}`)
      }
    }
  }
  return {
    lines,
    balances: Object.fromEntries(Object.entries(balance).map(([as, minor]) => [as, millionths(minor)])),
  }
}

export const recordedFolder = (): string | null => {
  const dir = join(import.meta.dirname, '../../../../../shared/market-data')
  return existsSync(dir) ? dir : null
}
