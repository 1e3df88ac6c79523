import { refusals } from '@candor/refusals'
import type { Books, Held, Waits } from './books.ts'
import { cmp, decimal, type Fraction, millionths, shown } from './fractions.ts'
import { atLevel, optional, type Tick, wrongExits, wrongExitsFrom, wrongLevel } from './judgements.ts'
import type { PositionCloser } from './position-closer.ts'
import type { Prices } from './prices.ts'
import { type Body, hasMoved, isPart, readBuy, setExits } from './read-call.ts'
import { named, type Scripted } from './script.ts'
import type { Worth } from './worth.ts'

/** Carries out customers' calls at a quote. */
export class Calls {
  private readonly books: Books
  private readonly prices: Prices
  private readonly now: () => number
  private readonly worth: Worth
  private readonly closer: PositionCloser

  constructor(closer: PositionCloser) {
    this.closer = closer
    this.books = closer.books
    this.prices = closer.prices
    this.worth = closer.worth
    this.now = closer.now
  }

  carryOut(call: Scripted, code: string, tick: Tick): void {
    if (call.call === 'buyContract') this.buy(call, tick)
    else if (call.call === 'closeAllContracts') this.closeAll(call.as, code, tick)
    else {
      const position = this.books.heldNamed(named(call.body), call.as)
      const rest = this.books.restNamed(named(call.body), call.as)
      const wrong =
        call.call === 'editContract'
          ? this.edit(call, position, rest, tick)
          : this.change(call, position, rest, tick)
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

  endWaiting(position: Waits, how: string): void {
    this.books.dropRest(position)
    this.record(`${position.ref} ${how}`)
  }

  /** Recomputes the margin. Of the held amount the margin stays, and the commission comes out of the rest. */
  fill(position: Waits, tick: Tick): void {
    const open = position.buys ? tick.buy : tick.sell
    const margin = this.prices.margin(position.code, position.lots, open, position.leverage)
    const fee = this.prices.fee(position.code, position.lots, open)
    if (this.worth.equity(position.as) - fee < this.books.used(position.as) + margin) {
      this.endWaiting(position, 'cancel')
      return
    }
    const spare = position.held - fee
    const heldMinor = margin < spare ? margin : spare
    this.books.dropRest(position)
    this.closer.owe(position.as, fee)
    this.books.pay(position.as, -fee)
    this.hold(
      { ...position, open, margin, held: heldMinor > 0n ? heldMinor : position.held, owed: 0n },
      position.distance,
      tick,
    )
  }

  private record(line: string): void {
    this.books.lines.push(line)
  }

  private hold(position: Omit<Held, 'trail'>, distance: Fraction | null, tick: Tick): void {
    const trail = distance && { distance, best: position.buys ? tick.sell : tick.buy }
    this.books.addHeld({ ...position, trail })
    this.record(`${position.ref} fill ${shown(position.open)} ${millionths(position.margin)}`)
  }

  private closeAll(as: string, code: string, tick: Tick): void {
    for (const position of this.books.heldInMarket(code))
      if (position.as === as && this.books.heldNamed(position.ref, as) === position)
        this.closer.close(position, tick, 'user')
  }

  /** Returns the code of the refusal; null when accepted. */
  private change(
    call: Scripted,
    position: Held | undefined,
    rest: Waits | undefined,
    tick: Tick,
  ): number | null {
    if (call.call === 'cancelContract') {
      if (rest === undefined) return refusals.notFound
      this.endWaiting(rest, 'cancel')
      return null
    }
    if (position === undefined) return refusals.notFound
    if (call.call === 'reverseContract') return this.reverse(call, position, tick)
    const lots = optional(call.body.lots)
    if (lots !== null && !isPart(lots, position.lots, this.prices.terms(position.code).type))
      return refusals.lotsInvalid
    if (lots !== null && cmp(lots, position.lots) < 0) this.closer.closePart(position, lots, tick)
    else this.closer.close(position, tick, 'user')
    return null
  }

  private reverse(call: Scripted, position: Held, tick: Tick): number | null {
    const { books, prices } = this
    const before = books.balanceOf(position.as)
    const lineCount = books.lines.length
    const others = books.heldBy(position.as)
    const debts = others.map((other) => [other, other.owed] as const)
    this.closer.close(position, tick, 'user')
    const open = position.buys ? tick.sell : tick.buy
    const margin = prices.margin(position.code, position.lots, open, position.leverage)
    const fee = prices.fee(position.code, position.lots, open)
    if (this.worth.free(position.as) < margin + fee) {
      books.lines.length = lineCount
      books.setBalance(position.as, before)
      for (const back of others.filter((other) => books.heldNamed(other.ref, other.as) === undefined))
        books.addHeld(back)
      for (const [held, debt] of debts) held.owed = debt
      return refusals.insufficientFunds
    }
    books.pay(position.as, -fee)
    const turned = { ...position, ref: call.ref, buys: !position.buys, open, margin, held: margin, owed: 0n }
    this.hold({ ...turned, order: books.nextOrder(), stop: null, target: null }, null, tick)
    return null
  }

  private edit(
    call: Scripted,
    position: Held | undefined,
    rest: Waits | undefined,
    tick: Tick,
  ): number | null {
    if (position !== undefined) return this.editOpen(call.body, position, tick)
    return rest === undefined ? refusals.notFound : this.editWaiting(call.body, rest, tick)
  }

  private editOpen(body: Body, position: Held, tick: Tick): number | null {
    if (body.price !== undefined) return refusals.triggerPriceInvalid
    const now = position.buys ? tick.sell : tick.buy
    const request = { stop: optional(body.stopLoss), target: optional(body.takeProfit) }
    const wrong = wrongExitsFrom(
      request,
      position.buys,
      { closing: now, opening: now },
      this.step(position.code),
    )
    if (wrong !== null) return wrong
    setExits(position, body)
    const distance = optional(body.trailing)
    if (body.trailing !== undefined) position.trail = distance && { distance, best: now }
    return null
  }

  private editWaiting(body: Body, rest: Waits, tick: Tick): number | null {
    const step = this.step(rest.code)
    const level = optional(body.price)
    if (level !== null && wrongLevel(rest, level, tick, step)) return refusals.triggerPriceInvalid
    // Without a new level only the changes are validated.
    const all = level === null ? { stop: null, target: null } : { stop: rest.stop, target: rest.target }
    setExits(all, body)
    const wrong = wrongExits(all, rest.buys, atLevel(rest.buys, level ?? rest.level, tick), step)
    if (wrong !== null) return wrong
    if (level !== null && !this.moveLevel(rest, level)) return refusals.insufficientFunds
    setExits(rest, body)
    if (body.trailing !== undefined) rest.distance = optional(body.trailing)
    return null
  }

  /** Returns false when the additional amount is not available. */
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
    const position = { ...request, order: books.nextOrder() }
    if (level === null) {
      books.pay(as, -fee)
      this.hold({ ...position, open, margin, held: margin, owed: 0n }, distance, tick)
      return
    }
    books.addRest({ ...position, level, held: margin + fee })
    this.record(`${ref} place ${millionths(margin + fee)}`)
  }
}
