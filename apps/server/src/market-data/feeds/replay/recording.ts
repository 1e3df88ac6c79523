import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Price } from '@candor/money'
import type { Quote } from '@candor/rules'
import { FeedError } from '../feed.ts'
import { readCsvLines } from './csv-lines.ts'

/** Names of recordings: the market's code and the day. */
export const recordingName = /^([A-Z0-9]{1,20})\.(\d{8})\.csv\.gz$/
/** First line of every recording. */
export const recordingHeader = 'time_ms,bid,ask'
/** Units of a price: 10^-10. */
const priceDecimals = 10
const powers = Array.from({ length: priceDecimals + 1 }, (_, power) => 10n ** BigInt(power))

/** All recorded days of one market, oldest first. */
export interface Recording {
  readonly code: string
  readonly files: readonly string[]
}

export interface ReplayFolder {
  readonly recordings: readonly Recording[]
  /** Files named as recordings whose market the platform does not list. */
  readonly unknown: readonly string[]
}

/** The recordings in a folder of `CODE.YYYYMMDD.csv.gz`, by code. Refuses, in one sentence, a folder that holds none of a listed market. */
export async function openReplayFolder(
  dir: string,
  isListed: (code: string) => boolean,
): Promise<ReplayFolder> {
  let names: string[]
  try {
    names = await readdir(dir)
  } catch (cause) {
    throw new FeedError(`The replay folder ${dir} cannot be read.`, { cause })
  }
  const files = new Map<string, string[]>()
  const unknown: string[] = []
  for (const name of names.sort()) {
    const code = recordingName.exec(name)?.[1]
    if (code === undefined) continue
    if (!isListed(code)) unknown.push(name)
    else files.set(code, [...(files.get(code) ?? []), join(dir, name)])
  }
  if (files.size === 0)
    throw new FeedError(
      `The replay folder ${dir} contains no recording of a listed market: files are named CODE.YYYYMMDD.csv.gz, columns ${recordingHeader}.`,
    )
  return { recordings: [...files].map(([code, list]) => ({ code, files: list })), unknown }
}

/** Yields the rows of a recording in order, in batches as they are unpacked: a slow reader makes the file wait. */
export async function* readRecording(recording: Recording): AsyncGenerator<readonly Quote[]> {
  for (const file of recording.files) yield* readFile(recording.code, file)
}

async function* readFile(code: string, file: string): AsyncGenerator<readonly Quote[]> {
  try {
    for await (const { first, lines } of readCsvLines(file)) {
      const quotes = lines.flatMap((line, index) => readLine(code, file, line, first + index) ?? [])
      if (quotes.length > 0) yield quotes
    }
  } catch (cause) {
    if (cause instanceof FeedError) throw cause
    throw new FeedError(`The recording ${basename(file)} cannot be unpacked.`, { cause })
  }
}

/** Null for the heading and for an empty line. */
function readLine(code: string, file: string, text: string, number: number): Quote | null {
  if (number === 1) {
    if (text === recordingHeader) return null
    throw new FeedError(`The recording ${basename(file)} does not begin with ${recordingHeader}.`)
  }
  if (text === '') return null
  const quote = readQuoteRow(code, text)
  if (quote === null)
    throw new FeedError(`The recording ${basename(file)} has no time, bid and ask in line ${number}.`)
  return quote
}

/** Reads a line `time_ms,bid,ask`; null if it is none. */
export function readQuoteRow(code: string, text: string): Quote | null {
  const first = text.indexOf(',')
  const second = text.indexOf(',', first + 1)
  if (first < 0 || second < 0) return null
  const time = Number(text.slice(0, first))
  const bid = readPrice(text.slice(first + 1, second))
  const request = readPrice(text.slice(second + 1))
  if (!Number.isSafeInteger(time) || bid === null || request === null) return null
  return { code, bid, ask: request, time, source: 'replay', volume: 0 }
}

/** As `parsePrice`, for the hundreds of thousands of plain rows of a tick file. */
function readPrice(text: string): Price | null {
  const point = text.indexOf('.')
  const decimals = point < 0 ? 0 : text.length - point - 1
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1)
  const scale = powers[priceDecimals - decimals]
  if (scale === undefined || digits.length > 15 || !/^\d+$/.test(digits)) return null
  return (BigInt(Number(digits)) * scale) as Price
}
