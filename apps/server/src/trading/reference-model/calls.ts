import { refusals } from '@candor/refusals'
import type { Books, Held, Waits } from './books.ts'
import {
  bankers,
  cmp,
  decimal,
  div,
  type Fraction,
  fraction,
  millionths,
  mul,
  shown,
  sub,
} from './fractions.ts'
import { atLevel, optional, type Tick, wrongExits, wrongExitsFrom, wrongLevel } from './judgements.ts'
import type { Prices } from './prices.ts'
import { named, type Scripted } from './script.ts'
import { Worth } from './worth.ts'

type Body = Scripted['body']

/** Carries out customers' calls at a quote. */
export class Calls {
  private readonly books: Books
  private readonly prices: Prices
  private readonly now: () => number
  private readonly worth: Worth

  constructor(books: Books, prices: Prices, now: () => number) {
    this.books = books
    this.prices = prices
    this.now = now
    this.worth = new Worth(books, prices)
  }

  carryOut(call: Scripted, code: string, tick: Tick): void {
    if (call.call === 'buyContract') this.buy(call, tick)
    else if (call.call === 'closeAllContracts') this.closeAll(call.as, code, tick)
    else {
      const one = this.books.heldNamed(named(call.body), call.as)
      const rest = this.books.restNamed(named(call.body), call.as)
      const wrong =
        call.call === 'editContract' ? this.edit(call, one, rest, tick) : this.change(call, one, rest, tick)
      if (wrong !== null) this.record(`${call.ref} refused ${wrong}`)
    }
  }

  /** After its market's last quote nothing is open and nothing can be. */
  refuseLate(call: Scripted, code: string): void {
    if (call.call === 'closeAllContracts') return
    const wrong =
      call.call === 'buyContract' ? this.requestError(call, this.prices.newest(code)) : refusals.notFound
    this.record(`${call.ref} refused ${wrong ?? refusals.unavailable}`)
  }

  close(one: Held, tick: Tick, reason: string): void {
    const profit = this.prices.profit(one, tick)
    const fee = this.prices.fee(one.code, one.lots, one.buys ? tick.sell : tick.buy)
    this.coverLoss(one, tick, fee + one.owed - profit)
    this.settle(one, tick, reason)
  }

  private settle(one: Held, tick: Tick, reason: string): void {
    const at = one.buys ? tick.sell : tick.buy
    const profit = this.prices.profit(one, tick)
    this.books.dropHeld(one)
    this.books.pay(one.as, profit)
    this.books.pay(one.as, -this.prices.fee(one.code, one.lots, at))
    this.books.pay(one.as, -one.owed)
    this.record(`${one.ref} ${reason} ${shown(at)} ${millionths(profit)}`)
  }

  /**
   * Covers the part of a loss beyond the balance: closes the most profitable other positions with it; those whose market is closed owe it.
   */
  private coverLoss(loser: Held, tick: Tick, cost: bigint): void {
    let missing = cost - this.books.balanceOf(loser.as)
    const winners = missing > 0n ? this.worth.winners(loser) : []
    for (const { one, profit } of winners) {
      if (missing <= 0n) return
      missing -= this.takeFrom(one, profit < missing ? profit : missing, loser.code, tick)
    }
  }

  /** A cost that ends nothing: what the balance lacks is owed by what is in profit. */
  owe(as: string, cost: bigint): void {
    let missing = cost - this.books.balanceOf(as)
    const winners = missing > 0n ? this.worth.inProfit(as) : []
    for (const { one, profit } of winners) {
      const share = profit < missing ? profit : missing
      one.owed += share
      missing -= share
      if (missing === 0n) return
    }
  }

  /** Closes one now, or lets it owe the share; gives what it brings. */
  private takeFrom(one: Held, share: bigint, code: string, tick: Tick): bigint {
    if (one.code !== code && !this.prices.terms(one.code).open(this.now())) {
      one.owed += share
      return share
    }
    const before = this.books.balanceOf(one.as)
    this.settle(one, one.code === code ? tick : this.prices.mark(one.code), 'stopOut')
    return this.books.balanceOf(one.as) - before
  }

  endWaiting(one: Waits, how: string): void {
    this.books.dropRest(one)
    this.record(`${one.ref} ${how}`)
  }

  /** Recomputes the margin. Of the held amount the margin stays, and the commission comes out of the rest. */
  fill(one: Waits, tick: Tick): void {
    const open = one.buys ? tick.buy : tick.sell
    const margin = this.prices.margin(one.code, one.lots, open, one.leverage)
    const fee = this.prices.fee(one.code, one.lots, open)
    if (this.worth.equity(one.as) - fee < this.books.used(one.as) + margin) {
      this.endWaiting(one, 'cancel')
      return
    }
    const spare = one.held - fee
    const heldMinor = margin < spare ? margin : spare
    this.books.dropRest(one)
    this.books.pay(one.as, -fee)
    this.hold(
      { ...one, open, margin, held: heldMinor > 0n ? heldMinor : one.held, owed: 0n },
      one.distance,
      tick,
    )
  }

  private record(line: string): void {
    this.books.lines.push(line)
  }

  private hold(one: Omit<Held, 'trail'>, distance: Fraction | null, tick: Tick): void {
    const trail = distance && { distance, best: one.buys ? tick.sell : tick.buy }
    this.books.addHeld({ ...one, trail })
    this.record(`${one.ref} fill ${shown(one.open)} ${millionths(one.margin)}`)
  }

  private closeAll(as: string, code: string, tick: Tick): void {
    for (const one of this.books.heldInMarket(code))
      if (one.as === as && this.books.heldNamed(one.ref, as) === one) this.close(one, tick, 'user')
  }

  /** Gives what it is refused with. */
  private change(call: Scripted, one: Held | undefined, rest: Waits | undefined, tick: Tick): number | null {
    if (call.call === 'cancelContract') {
      if (rest === undefined) return refusals.notFound
      this.endWaiting(rest, 'cancel')
      return null
    }
    if (one === undefined) return refusals.notFound
    if (call.call === 'reverseContract') return this.reverse(call, one, tick)
    const lots = optional(call.body.lots)
    if (lots !== null && !isPart(lots, one.lots, this.prices.terms(one.code).type))
      return refusals.lotsInvalid
    if (lots !== null && cmp(lots, one.lots) < 0) return this.closePart(one, lots, tick)
    this.close(one, tick, 'user')
    return null
  }

  private closePart(one: Held, lots: Fraction, tick: Tick): null {
    const at = one.buys ? tick.sell : tick.buy
    const profit = this.prices.profit({ ...one, lots }, tick)
    const fee = this.prices.fee(one.code, lots, at)
    const owed = bankers(mul(fraction(one.owed), div(lots, one.lots)))
    this.coverLoss(one, tick, fee + owed - profit)
    this.books.pay(one.as, profit)
    this.books.pay(one.as, -fee)
    this.books.pay(one.as, -owed)
    one.owed -= owed
    const whole = mul(fraction(one.margin), div(lots, one.lots))
    const share = whole.n / whole.d
    one.margin -= share
    one.held -= share
    one.lots = sub(one.lots, lots)
    // The part is a closed order of its own, with a number of its own.
    this.books.nextOrder()
    this.record(`${one.ref} user ${shown(at)} ${millionths(profit)}`)
    return null
  }

  private reverse(call: Scripted, one: Held, tick: Tick): number | null {
    const { books, prices } = this
    const before = books.balanceOf(one.as)
    const lineCount = books.lines.length
    const others = books.heldBy(one.as)
    const debts = others.map((other) => [other, other.owed] as const)
    this.close(one, tick, 'user')
    const open = one.buys ? tick.sell : tick.buy
    const margin = prices.margin(one.code, one.lots, open, one.leverage)
    const fee = prices.fee(one.code, one.lots, open)
    if (this.worth.free(one.as) < margin + fee) {
      books.lines.length = lineCount
      books.setBalance(one.as, before)
      for (const back of others.filter((other) => books.heldNamed(other.ref, other.as) === undefined))
        books.addHeld(back)
      for (const [held, debt] of debts) held.owed = debt
      return refusals.insufficientFunds
    }
    books.pay(one.as, -fee)
    const turned = { ...one, ref: call.ref, buys: !one.buys, open, margin, held: margin, owed: 0n }
    this.hold({ ...turned, order: books.nextOrder(), stop: null, target: null }, null, tick)
    return null
  }

  private edit(call: Scripted, one: Held | undefined, rest: Waits | undefined, tick: Tick): number | null {
    if (one !== undefined) return this.editOpen(call.body, one, tick)
    return rest === undefined ? refusals.notFound : this.editWaiting(call.body, rest, tick)
  }

  private editOpen(body: Body, one: Held, tick: Tick): number | null {
    if (body.price !== undefined) return refusals.triggerPriceInvalid
    const now = one.buys ? tick.sell : tick.buy
    const request = { stop: optional(body.stopLoss), target: optional(body.takeProfit) }
    const wrong = wrongExitsFrom(request, one.buys, { closing: now, opening: now }, this.step(one.code))
    if (wrong !== null) return wrong
    setExits(one, body)
    const distance = optional(body.trailing)
    if (body.trailing !== undefined) one.trail = distance && { distance, best: now }
    return null
  }

  private editWaiting(body: Body, rest: Waits, tick: Tick): number | null {
    const step = this.step(rest.code)
    const level = optional(body.price)
    if (level !== null && wrongLevel(rest, level, tick, step)) return refusals.triggerPriceInvalid
    // Without a new level only what is changed is judged.
    const all = level === null ? { stop: null, target: null } : { stop: rest.stop, target: rest.target }
    setExits(all, body)
    const wrong = wrongExits(all, rest.buys, atLevel(rest.buys, level ?? rest.level, tick), step)
    if (wrong !== null) return wrong
    if (level !== null && !this.moveLevel(rest, level)) return refusals.insufficientFunds
    setExits(rest, body)
    if (body.trailing !== undefined) rest.distance = optional(body.trailing)
    return null
  }

  /** False when what it needs more is not there. */
  private moveLevel(rest: Waits, level: Fraction): boolean {
    const fee = this.prices.fee(rest.code, rest.lots, level)
    const needed = this.prices.margin(rest.code, rest.lots, level, rest.leverage) + fee
    const missing = needed > rest.held ? needed - rest.held : 0n
    if (this.worth.free(rest.as) < missing) return false
    rest.held += missing
    rest.level = level
    return true
  }

  private step(code: string): Fraction {
    return decimal(this.prices.terms(code).tick)
  }

  /** The reason that a new order is refused, funds and a moved price apart. */
  private requestError({ body }: Scripted, tick: Tick): number | null {
    const { code = '', direction, kind = 'market', price } = body as Record<string, string>
    const buys = direction === 'buy'
    if (body.expiresAt !== undefined && Date.parse(String(body.expiresAt)) <= this.now())
      return refusals.invalidInput
    const step = this.step(code)
    const exits = { stop: optional(body.stopLoss), target: optional(body.takeProfit) }
    if (kind === 'market') return wrongExits(exits, buys, tick, step)
    const level = decimal(price ?? '0')
    if (wrongLevel({ buys, kind }, level, tick, step)) return refusals.triggerPriceInvalid
    return wrongExits(exits, buys, atLevel(buys, level, tick), step)
  }

  private buy(call: Scripted, tick: Tick): void {
    const { books, prices } = this
    const request = readBuy(call)
    const { as, ref, code, lots, leverage, buys, level, distance } = request
    const open = level ?? (buys ? tick.buy : tick.sell)
    const margin = prices.margin(code, lots, open, leverage)
    const fee = prices.fee(code, lots, open)
    const wrong =
      this.requestError(call, tick) ?? (hasMoved(call, buys, open) ? refusals.slippageExceeded : null)
    if (wrong !== null || this.worth.free(as) < margin + fee) {
      this.record(`${ref} refused ${wrong ?? refusals.insufficientFunds}`)
      return
    }
    const one = { ...request, order: books.nextOrder() }
    if (level === null) {
      books.pay(as, -fee)
      this.hold({ ...one, open, margin, held: margin, owed: 0n }, distance, tick)
      return
    }
    books.addRest({ ...one, level, held: margin + fee })
    this.record(`${ref} place ${millionths(margin + fee)}`)
  }
}

function readBuy({ as, ref, body }: Scripted) {
  const { code = '', direction, lots = '0', kind = 'market' } = body as Record<string, string>
  return {
    ref,
    as,
    code,
    kind,
    buys: direction === 'buy',
    lots: decimal(lots),
    leverage: Number(body.leverage ?? 1),
    level: kind === 'market' ? null : decimal(String(body.price)),
    stop: optional(body.stopLoss),
    target: optional(body.takeProfit),
    distance: optional(body.trailing),
    until: body.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(body.expiresAt)),
  }
}

/** Only a worse price than the one shown can be too far away. */
function hasMoved({ quoted, body }: Scripted, buys: boolean, open: Fraction): boolean {
  const furthest = optional(body.maxSlippage)
  if (quoted === undefined || furthest === null || (body.kind ?? 'market') !== 'market') return false
  const shownPrice = decimal(quoted)
  return cmp(buys ? sub(open, shownPrice) : sub(shownPrice, open), furthest) > 0
}

/** A part and what stays are whole steps, and not less than one. */
function isPart(part: Fraction, whole: Fraction, type: number): boolean {
  const step = decimal(type === 3 ? '1' : type === 2 ? '0.001' : '0.01')
  const steps = div(part, step)
  return steps.n % steps.d === 0n && cmp(part, whole) <= 0
}

function setExits(one: { stop: Fraction | null; target: Fraction | null }, body: Body): void {
  if (body.stopLoss !== undefined) one.stop = optional(body.stopLoss)
  if (body.takeProfit !== undefined) one.target = optional(body.takeProfit)
}
