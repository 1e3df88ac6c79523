import { parseScaled, writeScaled } from './decimal-text.ts'
import { Exact } from './exact.ts'
import type { Rounding } from './rounding.ts'

/** Decimals stored for each asset (rulebook, Accounts and modes): ETH has 18 on chain and 9 here. */
export const assetScale = { USDT: 6, BTC: 8, ETH: 9 } as const

export type AssetCode = keyof typeof assetScale

export const assetCodes = Object.keys(assetScale) as AssetCode[]

/**
 * An exact amount of one asset, as a whole number of its smallest unit.
 * Assets do not mix: `usdt('1').plus(btc('1'))` does not compile, and throws where types were cast away.
 */
export class Amount<A extends AssetCode = AssetCode> {
  readonly asset: A
  readonly minor: bigint

  constructor(asset: A, minor: bigint) {
    this.asset = asset
    this.minor = minor
  }

  /** Returns no money in this asset. */
  static zero<A extends AssetCode>(asset: A): Amount<A> {
    return new Amount(asset, 0n)
  }

  /** Reads a decimal text in the asset's own units; null when it is no plain decimal or finer than the asset. */
  static parse<A extends AssetCode>(asset: A, text: string): Amount<A> | null {
    const minor = parseScaled(text, assetScale[asset])
    return minor === null ? null : new Amount(asset, minor)
  }

  /** An exact value in the asset's own units, rounded once to its smallest unit. */
  static fromExact<A extends AssetCode>(asset: A, value: Exact, rounding: Rounding): Amount<A> {
    return new Amount(asset, value.rounded(assetScale[asset], rounding))
  }

  /** Adds an amount of the same asset; exact. */
  plus(other: Amount<NoInfer<A>>): Amount<A> {
    return new Amount(this.asset, this.minor + this.same(other))
  }

  /** Subtracts an amount of the same asset; exact, and may become negative. */
  minus(other: Amount<NoInfer<A>>): Amount<A> {
    return new Amount(this.asset, this.minor - this.same(other))
  }

  /** Returns the amount with the opposite sign. */
  negated(): Amount<A> {
    return new Amount(this.asset, -this.minor)
  }

  /** Multiplies by an exact rate and rounds once, to the asset's smallest unit. */
  times(rate: Exact, rounding: Rounding): Amount<A> {
    return Amount.fromExact(this.asset, this.exact().times(rate), rounding)
  }

  /** Negative, zero or positive as this is below, equal to or above `other`. */
  compare(other: Amount<NoInfer<A>>): number {
    const minor = this.same(other)
    return this.minor < minor ? -1 : this.minor > minor ? 1 : 0
  }

  /** Reports whether the amount is exactly zero. */
  isZero(): boolean {
    return this.minor === 0n
  }

  /** Reports whether the amount is below zero; zero is not. */
  isNegative(): boolean {
    return this.minor < 0n
  }

  /** Reports whether the amount is above zero; zero is not. */
  isPositive(): boolean {
    return this.minor > 0n
  }

  /** In the asset's own units. */
  exact(): Exact {
    return new Exact(this.minor, 10n ** BigInt(assetScale[this.asset]))
  }

  /** The wire form: a decimal text in the asset's own units with all its decimals, `9994.006257`, `120.000000`. */
  toString(): string {
    return writeMinor(this.minor, this.asset)
  }

  private same(other: Amount): bigint {
    if (other.asset !== this.asset) throw new TypeError(`${other.asset} is not ${this.asset}`)
    return other.minor
  }
}

function amountOf<A extends AssetCode>(asset: A, text: string): Amount<A> {
  const amount = Amount.parse(asset, text)
  if (amount === null) throw new RangeError(`not an amount of ${asset}: ${text}`)
  return amount
}

/** USDT from a decimal text we wrote ourselves; throws on anything else. */
export const usdt = (text: string): Amount<'USDT'> => amountOf('USDT', text)
/** BTC from a decimal text we wrote ourselves; throws on anything else. */
export const btc = (text: string): Amount<'BTC'> => amountOf('BTC', text)
/** ETH from a decimal text we wrote ourselves; throws on anything else. */
export const eth = (text: string): Amount<'ETH'> => amountOf('ETH', text)

/** Reads USDT that somebody typed, in its smallest unit; null for anything but an amount of it. */
export const parseUsdt = (text: string): bigint | null => Amount.parse('USDT', text)?.minor ?? null
/** Writes an amount of an asset's smallest unit as on the wire: in the asset's own units, with all its decimals. */
export const writeMinor = (minor: bigint, asset: AssetCode): string =>
  writeScaled(minor, assetScale[asset], assetScale[asset])
/** Writes USDT of the smallest unit with all six decimals. */
export const writeUsdt = (minor: bigint): string => writeMinor(minor, 'USDT')
