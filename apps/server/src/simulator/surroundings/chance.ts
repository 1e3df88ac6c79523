/** Seeded chance: the same seed gives the same numbers in the same order. */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0
    for (let warm = 0; warm < 8; warm++) this.unit()
  }

  /** A number in [0, 1); mulberry32. */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1))
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return this.unit() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.unit() * list.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** One of the entries, each as likely as its weight. */
  weighted<T>(entries: readonly (readonly [weight: number, item: T])[]): T {
    const total = entries.reduce((sum, [weight]) => sum + weight, 0)
    let left = this.unit() * total
    for (const [weight, item] of entries) {
      left -= weight
      if (left < 0) return item
    }
    return this.pick(entries)[1]
  }

  /** A generator of its own, so that more draws in one part do not change another part. */
  fork(): Chance {
    return new Chance(Math.floor(this.unit() * 4_294_967_296))
  }

  bytes(into: Uint8Array): void {
    for (let at = 0; at < into.length; at++) into[at] = Math.floor(this.unit() * 256)
  }

  /** A version 4 UUID. */
  uuid(): string {
    const bytes = Buffer.alloc(16)
    this.bytes(bytes)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = bytes.toString('hex')
    return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-')
  }
}
