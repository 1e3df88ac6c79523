import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type CandleBar, candleOpenTime, type IntervalName, intervalMs } from '@candor/rules'
import { PackReader, PackWriter } from '../../packed-numbers.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Slots of one pack: a day of minutes, sixty days of hours. A page of 1 000 candles of a market that is always open reads one or two packs. */
const slotsOfPack = 24 * 60

const firstForm = 1
/** Instead of a number of decimals: the values are no decimals that a double holds exactly, and are stored as doubles. */
const asDoubles = 255
const mostDecimals = 10

/** Candle of a pack; imported ones have the length of the candles in their file, in minutes. */
export interface PackedCandle extends CandleBar {
  readonly baseMinutes?: number
}

/** Length in ms of the stretch that one pack of an interval covers. */
export const packSpan = (interval: IntervalName): number => slotsOfPack * intervalMs[interval]

/** Opening of the stretch that a candle is packed with, epoch ms. */
export function packStart(interval: IntervalName, openTime: number): number {
  // Weeks begin on Monday, and 1970 did not: stretches are counted from a candle's opening.
  const first = candleOpenTime(interval, 0)
  const span = packSpan(interval)
  return Math.floor((openTime - first) / span) * span + first
}

/**
 * Packs the candles of one stretch, oldest first: column by column as differences, then Brotli, off the event loop. The same candles give the
 * same bytes. Throws for a candle that opens between two slots of its interval.
 */
export async function packCandles(
  interval: IntervalName,
  start: number,
  candles: readonly PackedCandle[],
): Promise<Buffer> {
  const writer = new PackWriter()
  writer.count(candles.length)
  writeSlots(writer, interval, start, candles)
  writePrices(writer, candles)
  writeVolumes(writer, candles)
  writeBases(writer, candles)
  const body = writer.done()
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return Buffer.concat([Buffer.from([firstForm]), await compress(body, { params })])
}

/** Reads a pack: its candles, oldest first. Throws for bytes that `packCandles` did not write. */
export async function unpackCandles(
  interval: IntervalName,
  start: number,
  packed: Buffer,
): Promise<PackedCandle[]> {
  if (packed[0] !== firstForm) throw new Error(`a pack of candles has the unknown form ${packed[0]}`)
  const reader = new PackReader(await decompress(packed.subarray(1)))
  const count = reader.count()
  const times = readSlots(reader, interval, start, count)
  const prices = readPrices(reader, count)
  const volumes = readColumn(reader, count)
  const bases = readBases(reader, count)
  return times.map((openTime, at) => {
    const [open, high, low, close] = prices[at] ?? noPrices
    const candle = { openTime, open, high, low, close, volume: volumes[at] ?? 0 }
    const base = bases[at] ?? 0
    return base === 0 ? candle : { ...candle, baseMinutes: base }
  })
}

/** Open, high, low and close of one candle. */
type Prices = readonly [number, number, number, number]
const noPrices: Prices = [0, 0, 0, 0]

function writeSlots(
  writer: PackWriter,
  interval: IntervalName,
  start: number,
  candles: readonly CandleBar[],
): void {
  let next = 0
  for (const { openTime } of candles) {
    const slot = (openTime - start) / intervalMs[interval]
    if (!Number.isInteger(slot) || slot < next || slot >= slotsOfPack)
      throw new Error(`a candle of ${interval} opens at ${openTime}, which is no free slot of its pack`)
    writer.count(slot - next)
    next = slot + 1
  }
}

function readSlots(reader: PackReader, interval: IntervalName, start: number, count: number): number[] {
  let next = 0
  return Array.from({ length: count }, () => {
    const slot = next + reader.count()
    next = slot + 1
    return start + slot * intervalMs[interval]
  })
}

/** Opens from the close before, closes from the open, and how far the wicks reach beyond both. */
function writePrices(writer: PackWriter, candles: readonly CandleBar[]): void {
  const decimals = sharedDecimals(candles.flatMap(({ open, high, low, close }) => [open, high, low, close]))
  writer.byte(decimals)
  if (decimals === asDoubles) {
    for (const { open, high, low, close } of candles)
      for (const value of [open, high, low, close]) writer.double(value)
    return
  }
  const whole = (value: number) => Math.round(value * 10 ** decimals)
  let before = 0
  for (const { open, close } of candles) {
    writer.signed(whole(open) - before)
    before = whole(close)
  }
  for (const { open, close } of candles) writer.signed(whole(close) - whole(open))
  for (const { open, close, high } of candles) writer.count(whole(high) - Math.max(whole(open), whole(close)))
  for (const { open, close, low } of candles) writer.count(Math.min(whole(open), whole(close)) - whole(low))
}

function readPrices(reader: PackReader, count: number): Prices[] {
  const decimals = reader.byte()
  const column = (next: () => number) => Array.from({ length: count }, next)
  if (decimals === asDoubles)
    return Array.from({ length: count }, () => [
      reader.double(),
      reader.double(),
      reader.double(),
      reader.double(),
    ])
  const unit = 10 ** decimals
  const gaps = column(() => reader.signed())
  const bodies = column(() => reader.signed())
  const above = column(() => reader.count())
  const below = column(() => reader.count())
  let before = 0
  return gaps.map((gap, at) => {
    const open = before + gap
    const close = open + (bodies[at] ?? 0)
    before = close
    const high = Math.max(open, close) + (above[at] ?? 0)
    const low = Math.min(open, close) - (below[at] ?? 0)
    return [open / unit, high / unit, low / unit, close / unit]
  })
}

function writeVolumes(writer: PackWriter, candles: readonly CandleBar[]): void {
  const decimals = sharedDecimals(candles.map(({ volume }) => volume))
  writer.byte(decimals)
  for (const { volume } of candles)
    if (decimals === asDoubles) writer.double(volume)
    else writer.signed(Math.round(volume * 10 ** decimals))
}

function readColumn(reader: PackReader, count: number): number[] {
  const decimals = reader.byte()
  const next = () => (decimals === asDoubles ? reader.double() : reader.signed() / 10 ** decimals)
  return Array.from({ length: count }, next)
}

/** The length of a file's candles rarely changes: written as runs. 0: not imported. */
function writeBases(writer: PackWriter, candles: readonly PackedCandle[]): void {
  for (let from = 0; from < candles.length; ) {
    const base = candles[from]?.baseMinutes ?? 0
    let to = from + 1
    while (to < candles.length && (candles[to]?.baseMinutes ?? 0) === base) to += 1
    writer.count(to - from)
    writer.count(base)
    from = to
  }
}

function readBases(reader: PackReader, count: number): number[] {
  const bases: number[] = []
  while (bases.length < count) {
    const run = reader.count()
    const base = reader.count()
    for (let n = 0; n < run; n++) bases.push(base)
  }
  return bases
}

/** Decimals with which every value is a whole number that gives the same double again; `asDoubles` where there are none. */
function sharedDecimals(values: readonly number[]): number {
  let decimals = 0
  for (const value of values)
    while (!isExact(value, decimals)) {
      decimals += 1
      if (decimals > mostDecimals) return asDoubles
    }
  return decimals
}

/** Differences of two such numbers stay below 2^52. Negative zero is not one of them. */
function isExact(value: number, decimals: number): boolean {
  const whole = Math.round(value * 10 ** decimals)
  return Math.abs(whole) < 2 ** 51 && whole / 10 ** decimals === value && !Object.is(value, -0)
}
