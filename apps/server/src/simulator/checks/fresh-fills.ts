import type { World } from '../world.ts'
import type { Settling } from './straight-prices.ts'

/** An event of a receipt, as far as its price is judged. */
interface FilledEvent {
  readonly number: number
  readonly kind: string
  readonly at: number
  readonly reason?: string | null
  readonly quote?: {
    readonly code: string
    readonly source: string
    readonly time: number
    readonly receivedAt: number
  } | null
  readonly fill?: { readonly calledAt: number; readonly dueAt: number } | null
}

interface FilledDocument {
  readonly kind: string
  readonly order: { readonly kind?: string }
  readonly events: readonly FilledEvent[]
}

/** A decision is written this long after it at most. */
const writtenMs = 1_000

/** The rulebook's limits; no operator of a seed changes them. */
const limitOf = (code: string): number => (code.endsWith('USDT') ? 500 : 1_000)

/**
 * Judges every fill at the market of a receipt by the rulebook's sentence alone: its price was younger than the limit, or was made after the
 * call, and it passed over none of the market's prices at which it could have been filled.
 */
export function judgeFills(
  world: World,
  mode: 'demo' | 'real',
  document: Readonly<Record<string, unknown>>,
): string[] {
  // By clocks that were set, what came first is no longer known.
  if (world.latest !== 0) return []
  const { kind, order, events } = document as unknown as FilledDocument
  const opensAtMarket = kind === 'option' || (kind === 'contract' && order.kind === 'market')
  return events
    .filter((event) =>
      event.kind === 'open' ? opensAtMarket : event.kind === 'close' && event.reason === 'user',
    )
    .flatMap((event) => judgeFill(world, mode, event).map((finding) => `event ${event.number}: ${finding}`))
}

function judgeFill(world: World, mode: 'demo' | 'real', { at, quote, fill }: FilledEvent): string[] {
  // A demo account that is reset closes at the present prices.
  if (quote == null || (fill == null && mode === 'demo')) return []
  if (fill == null) return ['it says nothing of its price’s age']
  const limit = limitOf(quote.code)
  const madeAt = quote.source === 'live' ? quote.time : quote.receivedAt
  if (at - madeAt >= limit + writtenMs && madeAt <= fill.calledAt)
    return [
      `its price in ${quote.code} was made ${at - madeAt} ms before, and the call came at ${fill.calledAt}`,
    ]
  const passed = passedOver(world, mode, {
    from: fill.dueAt,
    to: quote.receivedAt - writtenMs,
    code: quote.code,
  })
  const usable = passed.find((one) => one.at - madeOf(one) < limit || madeOf(one) > fill.calledAt)
  return usable === undefined ? [] : [`it passed over the price in ${quote.code} of ${usable.at}`]
}

/** Prices of the market between two moments; not judged with a second server, or one that was killed, which may not have heard of them. */
function passedOver(
  world: World,
  mode: 'demo' | 'real',
  { from, to, code }: { from: number; to: number; code: string },
): readonly Settling[] {
  const wasKilled = world.kills.some((kill) => kill >= from - writtenMs && kill <= to + writtenMs)
  if (world.network !== null || wasKilled || to <= from) return []
  return world.market.straight.followedFrom(code, mode, from).filter(({ at }) => at < to)
}

const madeOf = ({ source, madeAt, at }: Settling): number => (source === 'live' ? madeAt : at)
