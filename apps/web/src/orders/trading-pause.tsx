import type { MarketInfo } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { Banner } from '@candor/ui/feedback.tsx'
import { ageText, momentText } from '../markets/ages.ts'
import type { TradingPrice } from '../markets/use-trading-price.ts'
import { useWords } from '../session/language.ts'
import { useTradingUnfunded } from '../session/use-offered.ts'

/** Why nothing can be traded this moment, in words; nothing while it can. */
export function TradingPause({
  info,
  price,
  mayWait = false,
}: {
  readonly info: MarketInfo
  readonly price: TradingPrice
  /** What is traded here can also be asked for now and wait for the opening. */
  readonly mayWait?: boolean
}) {
  const { t, tag } = useWords()
  const unfunded = useTradingUnfunded()
  const said = () => {
    if (unfunded) return t('orders.ticket.unfunded')
    if (!info.open) return closedText(t, tag, info)
    if (price.quote === null) return t('orders.ticket.noPrice')
    return price.stale ? t('orders.ticket.stalePrice', { age: ageText(t, price.ageMs) }) : null
  }
  const text = said()
  if (text === null) return null
  return (
    <Banner tone="warn">
      {text}
      {mayWait && !unfunded && !info.open && <span className="block">{t('orders.ticket.closedWaits')}</span>}
    </Banner>
  )
}

function closedText(t: Translate, tag: string, { halted, nextOpenAt }: MarketInfo): string {
  if (halted !== null) return t(`markets.halt.${halted}`)
  return nextOpenAt === null
    ? t('orders.ticket.closedNoTime')
    : t('orders.ticket.closedMarket', { at: momentText(nextOpenAt, tag, Date.now()) })
}

/** Whether an order may be sent now: the server decides again, this only spares a refusal. */
export const mayTrade = (info: Pick<MarketInfo, 'open'>, price: TradingPrice): boolean =>
  info.open && price.quote !== null && !price.stale
