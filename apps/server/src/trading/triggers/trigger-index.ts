import { PriceHeap } from './price-heap.ts'

/** The price of the quote a trigger looks at, and the side from which it is reached. */
export type Watch = 'sellFalls' | 'sellRises' | 'buyFalls' | 'buyRises' | 'midFalls' | 'midRises'

const watches: readonly Watch[] = ['sellFalls', 'sellRises', 'buyFalls', 'buyRises', 'midFalls', 'midRises']
const rises = new Set<Watch>(['sellRises', 'buyRises', 'midRises'])

export interface ObservedPrices {
  readonly sellPrice: bigint
  readonly buyPrice: bigint
  readonly mid: bigint
}

const observed: Readonly<Record<Watch, keyof ObservedPrices>> = {
  sellFalls: 'sellPrice',
  sellRises: 'sellPrice',
  buyFalls: 'buyPrice',
  buyRises: 'buyPrice',
  midFalls: 'mid',
  midRises: 'mid',
}

// 64 bits hold prices to 9 × 10^8; a level beyond is never reached in practice and rests at the edge.
const highest = 2n ** 63n - 1n
const clamp = (price: bigint): bigint => (price > highest ? highest : price < 0n ? 0n : price)

// A ticket is generation × 2^31 + slot: a whole number below 2^53.
const slotLimit = 2 ** 31
const generationLimit = 2 ** 22

/** Fires always on the next quote: a falling watch at the highest price, a rising one at the lowest. */
export const alwaysReached = (watch: Watch): bigint => (rises.has(watch) ? 0n : highest)

/**
 * One market's waiting triggers, ordered by price: a quote costs O(log n + fired), independent of their number.
 * A trigger belongs to an owner (an order or an account) and is forgotten by the ticket it was given.
 */
export class TriggerIndex<Owner> {
  private readonly heaps = watches.map((watch) => ({
    watch,
    price: observed[watch],
    heap: new PriceHeap(rises.has(watch)),
    dead: 0,
  }))
  private readonly owners: (Owner | null)[] = []
  private readonly heapOf: number[] = []
  private readonly generations: number[] = []
  private readonly free: number[] = []
  private living = 0

  get size(): number {
    return this.living
  }

  /** Rests until the price is reached; the ticket forgets it. */
  rest(watch: Watch, price: bigint, owner: Owner): number {
    const slot = this.free.pop() ?? this.owners.length
    const heapIndex = watches.indexOf(watch)
    this.owners[slot] = owner
    this.heapOf[slot] = heapIndex
    this.heaps[heapIndex]?.heap.push(clamp(price), slot)
    this.living += 1
    return (this.generations[slot] ?? 0) * slotLimit + slot
  }

  /** The owner's trigger is gone; its place in the heap is reused only after it surfaced. */
  forget(ticket: number): void {
    const slot = ticket % slotLimit
    if (this.owners[slot] == null || (this.generations[slot] ?? 0) !== Math.floor(ticket / slotLimit)) return
    this.owners[slot] = null
    this.living -= 1
    const entry = this.heaps[this.heapOf[slot] ?? -1]
    if (entry === undefined) return
    entry.dead += 1
    if (entry.dead > 64 && entry.dead * 2 > entry.heap.size) this.compact(entry)
  }

  /** Removes every owner whose price this quote has reached, and passes it to `fired`. */
  reach(prices: ObservedPrices, fired: (owner: Owner) => void): void {
    for (const entry of this.heaps) if (entry.heap.size > 0) this.drain(entry, prices[entry.price], fired)
  }

  /** The same for conversions alone: outside a market's hours nothing of its own fires. */
  reachMid(mid: bigint, fired: (owner: Owner) => void): void {
    for (const entry of this.heaps) if (entry.price === 'mid') this.drain(entry, mid, fired)
  }

  private drain(
    entry: { heap: PriceHeap; dead: number },
    price: bigint,
    fired: (owner: Owner) => void,
  ): void {
    for (let slot = entry.heap.reached(price); slot >= 0; slot = entry.heap.reached(price)) {
      entry.heap.dropTop()
      const owner = this.owners[slot] ?? null
      this.release(slot)
      if (owner === null) {
        entry.dead -= 1
        continue
      }
      this.owners[slot] = null
      this.living -= 1
      fired(owner)
    }
  }

  /** A ticket of the past must not forget the slot's next owner. */
  private release(slot: number): void {
    this.generations[slot] = ((this.generations[slot] ?? 0) + 1) % generationLimit
    this.free.push(slot)
  }

  private compact(entry: { heap: PriceHeap; dead: number }): void {
    entry.heap.compact((slot) => {
      const alive = this.owners[slot] != null
      if (!alive) this.release(slot)
      return alive
    })
    entry.dead = 0
  }
}
