import type { ReceiptQuote } from './read-document.ts'

/** Number of quotes drawn on either side of the one used; the file has all of them. */
const surroundingLines = 15
const sources = ['live', 'delayed', 'replay', 'simulated'] as const

/** Reads a published line, `seq|source|source time|received|bid|ask|judged`, prices in units of 10^-10. */
export function readLine(code: string, line: string): ReceiptQuote | null {
  const [seq, source, time, receivedAt, bid, ask] = line.split('|')
  const known = sources.find((name) => name === source)
  if (known === undefined || bid === undefined || ask === undefined) return null
  return {
    code,
    seq: Number(seq),
    source: known,
    time: Number(time),
    receivedAt: Number(receivedAt),
    bid: decimalOf(bid),
    ask: decimalOf(ask),
  }
}

/** Formats units of 10^-10 as a decimal text without trailing zeros. */
function decimalOf(units: string): string {
  const digits = units.padStart(11, '0')
  const fraction = digits.slice(-10).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -10) : `${digits.slice(0, -10)}.${fraction}`
}

/** The published quotes around the one used, in order. */
export function publishedAround(
  used: ReceiptQuote,
  lines: readonly string[],
): readonly { readonly quote: ReceiptQuote; readonly used: boolean }[] {
  const quotes = lines.flatMap((line) => readLine(used.code, line) ?? [])
  const at = quotes.findIndex(({ seq }) => seq === used.seq)
  const middle = at === -1 ? quotes.findLastIndex(({ seq }) => seq < used.seq) : at
  return quotes
    .slice(Math.max(0, middle - surroundingLines), middle + surroundingLines + 1)
    .map((quote) => ({ quote, used: quote.seq === used.seq }))
}

/** Compares a receipt's quote with the published one; `gone`: the quotes of that minute are no longer stored. */
export function comparePublished(
  used: ReceiptQuote,
  lines: readonly string[],
): 'same' | 'other' | 'missing' | 'gone' {
  if (lines.length === 0) return 'gone'
  const found = lines.flatMap((line) => readLine(used.code, line) ?? []).find(({ seq }) => seq === used.seq)
  if (found === undefined) return 'missing'
  const isSame =
    found.bid === plain(used.bid) &&
    found.ask === plain(used.ask) &&
    found.time === used.time &&
    found.receivedAt === used.receivedAt &&
    found.source === used.source
  return isSame ? 'same' : 'other'
}

const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
