import { isFromMarket, isOfItsContract, type QuoteSource, rollAfter } from '@candor/rules'
import type { Option } from '../option-document.ts'
import { countsRightly } from '../quote-path-document.ts'

type EndEvent = Option['events'][number]
type Proof = NonNullable<EndEvent['proof']>

/** Tradable in the market's hours, and of a source that counts for the account. */
const decides = (quote: Proof['quotes'][number], counts: Proof['counts']): boolean =>
  quote.judged >= 2 && (counts === 'any' || isFromMarket(quote.source as QuoteSource))

interface Checked {
  readonly findings: string[]
  readonly proven: string[]
  /** A split counts, and gives no stake back. */
  readonly countsSplits: boolean
}

/**
 * Checks that an option was settled by the first tradable quote at or after its end: the quote before it came before the end,
 * and none of those in between could decide. A refund without a quote: none of its waiting time could.
 */
export function checkSettlement(
  order: Option['order'],
  closing: EndEvent,
  { findings, proven, countsSplits }: Checked,
): void {
  if (order.refundReason === 'reset') return
  // Once a split gave every stake of its market back; since it counts, nothing ends an option before its time.
  if (!countsSplits && closing.quote === null && closing.at < order.expiresAt) {
    proven.push('given back before its end: its market was split')
    return
  }
  const { proof } = closing
  if (proof === undefined) {
    findings.push('what lay between the end and the closing quote is not shown')
    return
  }
  const faults = faultsOf(order, closing, proof)
  findings.push(...faults)
  if (faults.length > 0) return
  proven.push(
    closing.quote === null
      ? `none of the ${proof.quotes.length} quotes of its waiting time could settle it`
      : `settled by the first tradable quote at or after its end, ${closing.quote.code} ${closing.quote.seq}: ` +
          `${proof.before.seq} came before the end, and none of the ${proof.quotes.length} between could settle it`,
  )
}

function faultsOf(order: Option['order'], closing: EndEvent, proof: Proof): string[] {
  const { before, quotes, counts } = proof
  const rollsAt = rollAfter(order.code, order.openedAt)
  const faults: string[] = []
  if (!countsRightly(order.mode, counts)) faults.push('every source counts in a demo account')
  if ([before, ...quotes].some(({ code }) => code !== order.code))
    faults.push('a quote beside the end is of another market')
  if (closing.quote !== null && closing.quote.code !== order.code)
    faults.push('the closing quote is of another market')
  if (closing.quote !== null && !isOfItsContract(rollsAt, closing.quote.receivedAt))
    faults.push('the closing quote is of another contract than the opening one')
  faults.push(...faultsOfTimes(order, closing, proof))
  if (!areConsecutive(closing, proof)) faults.push('quotes are missing between the end and the closing quote')
  // A clock that was set back gives later quotes an earlier time; those settle nothing.
  const early = quotes.find(
    (quote) =>
      quote.receivedAt >= order.expiresAt &&
      isOfItsContract(rollsAt, quote.receivedAt) &&
      decides(quote, counts),
  )
  if (early !== undefined) faults.push(`the quote ${early.seq} came earlier and was tradable`)
  return faults
}

function faultsOfTimes(order: Option['order'], closing: EndEvent, { before, quotes }: Proof): string[] {
  const { expiresAt, settleWithinMs } = order
  const [first = null] = quotes
  const faults: string[] = []
  if (closing.at < expiresAt) faults.push('it ended before its time')
  if (before.receivedAt >= expiresAt) faults.push('the quote before the end came after it')
  if (first !== null && first.receivedAt < expiresAt)
    faults.push('the quote before the end is not the last one')
  if (closing.quote === null && quotes.some(({ receivedAt }) => receivedAt > expiresAt + settleWithinMs))
    faults.push('a quote shown came after the time it waited')
  return faults
}

/** Numbers rise by one, and jump only where runs began. A server that was killed at once may have left none of its run's quotes. */
function areConsecutive(closing: EndEvent, { before, quotes, runs }: Proof): boolean {
  const later = [...quotes, ...(closing.quote === null ? [] : [closing.quote])].map(({ seq }) => seq)
  const begun = new Set(runs)
  const last = later.at(-1) ?? before.seq
  return (
    runs.every((run, at) => run > (runs[at - 1] ?? before.seq) && run <= last) &&
    later.every((seq, at) => {
      const previous = later[at - 1] ?? before.seq
      return seq === previous + 1 || (seq > previous && begun.has(seq))
    })
  )
}
