import type { Artwork } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Badge } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { BadgeCheck } from 'lucide-react'
import { useT } from '../session/language/language.ts'

/** An amount of USDT inside a sentence. */
export const usdtText = (amount: string, tag: string): string =>
  formatDecimal(amount, tag, { min: 2, max: 6 })

/** The creator's name, with a mark when it was verified. */
export function Creator({
  artwork: { creator, verified },
  className,
}: {
  readonly artwork: Pick<Artwork, 'creator' | 'verified'>
  readonly className?: string
}) {
  const t = useT()
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-1', className)}>
      <span className="truncate">{creator}</span>
      {verified && <BadgeCheck aria-label={t('nft.verified')} className="size-4 shrink-0 text-accent" />}
    </span>
  )
}

/** Marks a generated sample, wherever it is shown. */
export function SampleBadge() {
  const t = useT()
  return <Badge tone="warn">{t('nft.sample')}</Badge>
}

type Priced = Pick<Artwork, 'status' | 'saleKind' | 'price' | 'currentBid' | 'soldPrice'>

/** The current price of a work, and its kind. */
export function priceOf({ status, saleKind, price, currentBid, soldPrice }: Priced) {
  if (status === 'sold') return { name: 'nft.price.sold', amount: soldPrice ?? price } as const
  if (saleKind === 'fixed') return { name: 'nft.price.fixed', amount: price } as const
  return currentBid === null
    ? ({ name: 'nft.price.start', amount: price } as const)
    : ({ name: 'nft.price.current', amount: currentBid } as const)
}
