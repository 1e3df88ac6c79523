import type { MarketInfo } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { Banner } from '@candor/ui/feedback.tsx'
import { ageText, momentText } from '../../markets/ages.ts'
import type { TradingPrice } from '../../markets/prices/use-trading-price.ts'
import { useWords } from '../../session/language/language.ts'
import { useTradingUnfunded } from '../../session/use-offered.ts'

/** Reason why trading is not possible now, in words; nothing while it is. */
export function TradingPause({
  info,
  price,
  mayWait = false,
  closes = false,
}: {
  readonly info: MarketInfo
  readonly price: TradingPrice
  /** True when an order placed now can wait for the market to open. */
  readonly mayWait?: boolean
  /** True next to what closes a position: that goes on in a market that is no longer offered. */
  readonly closes?: boolean
}) {
  const { t, tag } = useWords()
  const unfunded = useTradingUnfunded()
  const reasonText = () => {
    if (unfunded) return t('orders.ticket.unfunded')
    if (!info.open) return closedText(t, tag, info)
    if (price.quote === null) return t('orders.ticket.noPrice')
    return price.stale ? t('orders.ticket.stalePrice', { age: ageText(t, price.ageMs) }) : null
  }
  const text = info.closeOnly && !closes ? t('shell.unavailable.closeOnly') : reasonText()
  if (text === null) return null
  return (
    <Banner tone="warn">
      {text}
      {mayWait && !unfunded && !info.open && !info.closeOnly && (
        <span className="block">{t('orders.ticket.closedWaits')}</span>
      )}
    </Banner>
  )
}

function closedText(t: Translate, tag: string, { halted, nextOpenAt }: MarketInfo): string {
  if (halted !== null) return t(`markets.halt.${halted}`)
  return nextOpenAt === null
    ? t('orders.ticket.closedNoTime')
    : t('orders.ticket.closedMarket', { at: momentText(nextOpenAt, tag, Date.now()) })
}

/** Reports whether a position may be opened now: as `mayTrade`, in a market that is still offered. */
export const mayOpen = (info: Pick<MarketInfo, 'open' | 'closeOnly'>, price: TradingPrice): boolean =>
  !info.closeOnly && mayTrade(info, price)

/** Reports whether an order may be sent now. The server decides again; this only avoids a refusal. */
export const mayTrade = (info: Pick<MarketInfo, 'open'>, price: TradingPrice): boolean =>
  info.open && price.quote !== null && !price.stale
