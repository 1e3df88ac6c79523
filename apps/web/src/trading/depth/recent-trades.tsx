import type { MarketItem, MarketTrade } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { formatDecimal, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { formatClock } from '@candor/ui/figures/format-moment.ts'
import { scrolledByKeyboard } from '@candor/ui/scrolled-by-keyboard.ts'
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { MarketDepth } from '../../live/market-depth.ts'
import { useWords } from '../../session/language/language.ts'
import { volumeDigits } from './book-rows.ts'
import { DepthNote, StaleNote, useIsOld } from './depth-states.tsx'
import { baseOf } from './depth-words.ts'

const headClass = 'sticky top-0 h-6 truncate bg-surface font-normal'

interface TradesProps {
  readonly market: MarketItem
  readonly depth: MarketDepth
  readonly narrow: boolean
}

/** The newest trades of a market at its exchange. */
export function RecentTrades({ market, depth, narrow }: TradesProps) {
  const { t } = useWords()
  const isOld = useIsOld(depth)
  const label = t('depth.trades.table', { code: market.code })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-1 px-3 pt-2 pb-1">
        <DepthNote depth={depth} kind="trades" />
        <StaleNote depth={depth} />
      </div>
      {depth.trades.length === 0 ? (
        <p className="px-3 py-4 text-14 text-ink-2">{t('depth.trades.empty')}</p>
      ) : (
        <section
          aria-label={label}
          {...scrolledByKeyboard}
          className={classNames('min-h-0 flex-1 overflow-y-auto', narrow && 'max-h-[26rem]')}
        >
          <table
            aria-label={label}
            className={classNames('w-full table-fixed border-collapse text-12', isOld && 'grayscale')}
          >
            <thead>
              <tr className="text-ink-3">
                <th scope="col" className={classNames(headClass, 'ps-3 text-start')}>
                  {t('depth.price')}
                </th>
                <th scope="col" className={classNames(headClass, 'text-end')}>
                  {t('depth.amount', { asset: baseOf(market.code) })}
                </th>
                <th scope="col" className={classNames(headClass, 'pe-3 text-end')}>
                  {t('depth.time')}
                </th>
              </tr>
            </thead>
            <tbody>
              {depth.trades.map((trade) => (
                <TradeRow key={trade.id} trade={trade} digits={market.digits} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function TradeRow({ trade, digits }: { readonly trade: MarketTrade; readonly digits: number }) {
  const { t, tag } = useWords()
  const isBuy = trade.direction === 'buy'
  const Arrow = isBuy ? ArrowUpRight : ArrowDownRight
  const decimals = volumeDigits(trade.price)
  return (
    <tr className="h-6 max-md:h-7">
      <td className={classNames('ps-3 font-medium', isBuy ? 'text-up' : 'text-down')}>
        <span className="inline-flex items-center gap-0.5">
          <bdi dir="ltr" className="figures">
            {formatPrice(trade.price, digits, tag)}
          </bdi>
          <Arrow aria-hidden className="size-3.5" />
          <span className="sr-only">{t(`orders.direction.${trade.direction}`)}</span>
        </span>
      </td>
      <td className="text-end text-ink">
        <bdi dir="ltr" className="figures">
          {formatDecimal(trade.volume, tag, { min: decimals, max: decimals })}
        </bdi>
      </td>
      <td className="pe-3 text-end text-ink-2">
        <bdi className="figures">{formatClock(trade.time, tag)}</bdi>
      </td>
    </tr>
  )
}
