import type { MarketItem } from '@candor/contract'
import { EmptyState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatClock } from '@candor/ui/figures/format-moment.ts'
import { BookX } from 'lucide-react'
import { useDepthLost } from '../../live/depth-socket.ts'
import type { MarketDepth } from '../../live/market-depth.ts'
import { useLivePrice } from '../../live/price-socket.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { type DepthKind, exchangeNames } from './depth-words.ts'

/** In place of a book that the market's price has none of. */
export function NoBook({ market }: { readonly market: MarketItem }) {
  const t = useT()
  const source = useLivePrice(market.code)?.source ?? market.source
  return (
    <EmptyState
      icon={<BookX aria-hidden />}
      title={t('depth.none', { code: market.code })}
      text={t(source === 'simulated' ? 'depth.none.simulated' : 'depth.none.meaning')}
      className="px-4 py-8"
    />
  )
}

/** In place of a book that has not come yet. */
export const WaitingBook = () => <SkeletonLines count={12} className="px-3 py-4" />

/** Says where the figures come from and what they are not. */
export function DepthNote({ depth, kind }: { readonly depth: MarketDepth; readonly kind: DepthKind }) {
  const t = useT()
  const { exchange } = depth
  if (exchange === null) return null
  return (
    <p className="text-12 text-ink-3 leading-4">
      {t(kind === 'book' ? 'depth.note' : 'depth.trades.note', { exchange: exchangeNames[exchange] })}
    </p>
  )
}

/** Says why figures are old, and of when they are. */
export function StaleNote({ depth }: { readonly depth: MarketDepth }) {
  const { t, tag } = useWords()
  const isOld = useIsOld(depth)
  const { exchange, time } = depth
  if (!isOld || exchange === null) return null
  return (
    <p role="status" className="text-12 text-warn leading-4">
      {t(staleKey(depth), {
        exchange: exchangeNames[exchange],
        time: time === null ? '' : formatClock(time, tag),
      })}
    </p>
  )
}

function staleKey({ state, time }: MarketDepth) {
  if (state !== 'stale') return 'depth.stale.server'
  return time === null ? 'depth.stale.silent' : 'depth.stale'
}

/** True when the figures are the last known: the exchange, or our own server, has stopped sending. */
export function useIsOld(depth: MarketDepth): boolean {
  const lost = useDepthLost()
  return lost || depth.state === 'stale'
}
