/**
 * A binary heap of (price, slot) in flat arrays: a million entries take 12 MB, and reading the top costs one access. Nothing is removed
 * from the middle: the owner marks slots as dead, and the heap drops them when they surface or when more than half of the heap is dead.
 */
export class PriceHeap {
  private keys = new BigInt64Array(16)
  private slots = new Int32Array(16)
  private count = 0
  private readonly rising: boolean

  /** `rising`: the lowest price is on top (fires when the market rises to it); otherwise the highest. */
  constructor(rising: boolean) {
    this.rising = rising
  }

  get size(): number {
    return this.count
  }

  push(key: bigint, slot: number): void {
    if (this.count === this.keys.length) this.grow()
    this.place(this.count++, key, slot)
    this.up(this.count - 1)
  }

  /** The slot on top if `price` has reached it, otherwise -1. */
  reached(price: bigint): number {
    if (this.count === 0) return -1
    const key = this.keys[0] ?? 0n
    const through = this.rising ? price >= key : price <= key
    return through ? (this.slots[0] ?? -1) : -1
  }

  dropTop(): void {
    this.count -= 1
    if (this.count === 0) return
    this.place(0, this.keys[this.count] ?? 0n, this.slots[this.count] ?? 0)
    this.down(0)
  }

  /** Rebuilds the heap from the slots that still live. */
  compact(alive: (slot: number) => boolean): void {
    let liveCount = 0
    for (let at = 0; at < this.count; at++) {
      const slot = this.slots[at] ?? 0
      if (alive(slot)) this.place(liveCount++, this.keys[at] ?? 0n, slot)
    }
    this.count = liveCount
    for (let at = (liveCount >> 1) - 1; at >= 0; at--) this.down(at)
  }

  private place(at: number, key: bigint, slot: number): void {
    this.keys[at] = key
    this.slots[at] = slot
  }

  private before(left: bigint, right: bigint): boolean {
    return this.rising ? left < right : left > right
  }

  private up(from: number): void {
    const key = this.keys[from] ?? 0n
    const slot = this.slots[from] ?? 0
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      const parentKey = this.keys[parent] ?? 0n
      if (!this.before(key, parentKey)) break
      this.place(at, parentKey, this.slots[parent] ?? 0)
      at = parent
    }
    this.place(at, key, slot)
  }

  private down(from: number): void {
    const key = this.keys[from] ?? 0n
    const slot = this.slots[from] ?? 0
    let at = from
    for (let child = this.firstChild(at); child < this.count; child = this.firstChild(at)) {
      const childKey = this.keys[child] ?? 0n
      if (!this.before(childKey, key)) break
      this.place(at, childKey, this.slots[child] ?? 0)
      at = child
    }
    this.place(at, key, slot)
  }

  /** The child of `at` that belongs nearer the top; `count` when there is none. */
  private firstChild(at: number): number {
    const left = 2 * at + 1
    const right = left + 1
    if (right < this.count && this.before(this.keys[right] ?? 0n, this.keys[left] ?? 0n)) return right
    return left
  }

  private grow(): void {
    const keys = new BigInt64Array(this.keys.length * 2)
    keys.set(this.keys)
    this.keys = keys
    const slots = new Int32Array(this.slots.length * 2)
    slots.set(this.slots)
    this.slots = slots
  }
}
