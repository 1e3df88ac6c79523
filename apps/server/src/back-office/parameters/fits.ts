import { type AssetCode, assetScale, isDecimalText, parseScaled, rateScale } from '@candor/money'
import { marketByCode } from '@candor/rules'
import type { Json } from '../../platform/json.ts'
import type { Bounds } from './bounds.ts'

/** Checks whether a value is valid for a parameter: its readers could not work with another. */
export type Fits = (value: Json) => boolean

/** An amount from zero on, to `most` where one is given, no finer than the asset goes. */
export const amountOf =
  (asset: AssetCode, most: string | null = null): Fits =>
  (value) =>
    isWithin(value, assetScale[asset], { least: '0', most })

/** An amount within a range, no finer than the asset goes. */
export const amountWithin =
  (asset: AssetCode, range: Bounds): Fits =>
  (value) =>
    isWithin(value, assetScale[asset], range)

/** A rate from zero to `most`. */
export const rateTo = (most: string): Fits => rateWithin('0', most)

/** A rate from `least` to `most`. */
export const rateWithin =
  (least: string, most: string): Fits =>
  (value) =>
    isWithin(value, rateScale, { least, most })

/** A share in whole percent, such as `0.55`. */
export const percentWithin =
  (range: Bounds): Fits =>
  (value) =>
    isWithin(value, 2, range)

interface Range {
  readonly least: string
  readonly most: string | null
}

function isWithin(value: Json, scale: number, { least, most }: Range): boolean {
  if (typeof value !== 'string') return false
  const [read, lowest] = [parseScaled(value, scale), parseScaled(least, scale)]
  const highest = most === null ? null : parseScaled(most, scale)
  return read !== null && lowest !== null && read >= lowest && (highest === null || read <= highest)
}

/** A whole number from `least` to `most`. */
export const whole =
  (least: number, most: number): Fits =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

/** A whole number within a range. */
export const wholeWithin = ({ least, most }: Bounds): Fits => whole(Number(least), Number(most))

/** Words of a length that fits where they are shown. */
export const words =
  (least: number, most: number): Fits =>
  (value) =>
    typeof value === 'string' && value.trim() === value && value.length >= least && value.length <= most

/** Each once. */
export const listOf =
  (one: (text: string) => boolean): Fits =>
  (value) =>
    Array.isArray(value) &&
    value.every((entry) => typeof entry === 'string' && one(entry)) &&
    new Set(value).size === value.length

/** A page of the web, or nothing: an address of another kind (`javascript:`) would run in the reader's page. */
export const pageOrNothing: Fits = (value) => value === '' || (typeof value === 'string' && isPage(value))

function isPage(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

export const mailOrNothing: Fits = (value) =>
  value === '' || (typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value))

/** Accepts a market whose contracts end and roll. */
export const isFutures = (code: string): boolean => marketByCode(code)?.type === 4

export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text)

export const isMarket = (text: string): boolean => /^[A-Z0-9.]{1,20}$/.test(text)

/** `https://push.example`, `https://*.example`, or a server of this machine. */
export const isPushService = (text: string): boolean =>
  /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) || /^http:\/\/127\.0\.0\.1:\d+$/.test(text)

/** Seconds an option runs, each with what is paid on top of the stake: three tenths of it at least, as much again at most. */
export const payouts: Fits = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).length > 0 &&
  Object.entries(value).every(([seconds, share]) => /^[1-9]\d{0,4}$/.test(seconds) && isPayout(share))

const isPayout = (share: Json): boolean => rateTo('1')(share) && !rateTo('0.299999999999')(share)

/** Accepts a stated figure with its date; null: it is measured. */
export const statedOrMeasured: Fits = (value) => {
  if (value === null) return true
  if (typeof value !== 'object' || Array.isArray(value)) return false
  const { value: figure, asOf } = value as { readonly [key: string]: Json }
  return (
    typeof figure === 'string' &&
    isDecimalText(figure) &&
    !figure.startsWith('-') &&
    typeof asOf === 'string' &&
    !Number.isNaN(Date.parse(asOf))
  )
}
