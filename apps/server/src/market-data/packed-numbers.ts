/** Writes whole numbers in as few bytes as they need, seven bits each. */
export class PackWriter {
  private readonly bytes: number[] = []

  byte(value: number): void {
    this.bytes.push(value)
  }

  /** A whole number from 0 to 2^53. */
  count(value: number): void {
    let left = value
    while (left >= 128) {
      this.bytes.push((left % 128) + 128)
      left = Math.floor(left / 128)
    }
    this.bytes.push(left)
  }

  /** Any whole number up to 2^52 either way: small ones stay small whatever their sign. */
  signed(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value)
  }

  big(value: bigint): void {
    let left = value < 0n ? -2n * value - 1n : 2n * value
    while (left >= 128n) {
      this.bytes.push(Number(left % 128n) + 128)
      left /= 128n
    }
    this.bytes.push(Number(left))
  }

  /** A floating-point number, in its eight bytes. */
  double(value: number): void {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    this.bytes.push(...bytes)
  }

  done(): Buffer {
    return Buffer.from(this.bytes)
  }
}

/** Reads what a `PackWriter` wrote; throws where the bytes end too early. */
export class PackReader {
  private readonly bytes: Buffer
  private at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  byte(): number {
    const value = this.bytes[this.at]
    if (value === undefined) throw new Error('a pack ends too early')
    this.at += 1
    return value
  }

  count(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }

  signed(): number {
    const value = this.count()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  big(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte % 128) << shift
      if (byte < 128) break
    }
    return value % 2n === 1n ? -(value + 1n) / 2n : value / 2n
  }

  double(): number {
    const value = this.bytes.readDoubleBE(this.at)
    this.at += 8
    return value
  }
}
