import type { MarketItem } from '@candor/contract'
import type { Direction } from '@candor/rules/orders/contract.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { formatDecimal, formatPercent, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import type { KeyboardEvent } from 'react'
import { useWords } from '../../session/language/language.ts'
import type { BookRow, BookSides } from './book-rows.ts'
import { baseOf } from './depth-words.ts'

/** Share of the first and of the last column; the heading of the middle one is the longest. */
const outerShare = 0.315

interface TableProps {
  readonly market: MarketItem
  readonly sides: BookSides
  /** Rows of either side; those that the book lacks stay empty, so that nothing moves. */
  readonly count: number
  readonly priceDigits: number
  readonly volumeDigits: number
  readonly isOld: boolean
  /** Absent: prices are no buttons. */
  readonly onTake?: (price: string, direction: Direction) => void
}

/** The book as a table: sell orders above, the best of them last; the spread; buy orders below. */
export function BookTable(props: TableProps) {
  const { market, sides, count, isOld } = props
  const { t, tag } = useWords()
  const { spread } = sides
  const asks = padded(sides.asks, count).toReversed()
  return (
    <table
      onKeyDown={walkPrices}
      aria-label={t('depth.table', { code: market.code })}
      className={classNames('isolate w-full table-fixed border-collapse text-12', isOld && 'grayscale')}
    >
      <colgroup>
        <col style={{ width: `${outerShare * 100}%` }} />
        <col />
        <col style={{ width: `${outerShare * 100}%` }} />
      </colgroup>
      <thead>
        <tr className="text-ink-3">
          <HeadCell text={t('depth.price')} />
          <HeadCell text={t('depth.amount', { asset: baseOf(market.code) })} end />
          <HeadCell text={t('depth.total')} end />
        </tr>
      </thead>
      <Side {...props} places={asks} direction="sell" />
      <tbody>
        <tr className="h-8 border-hairline border-y">
          <th scope="row" className="px-3 text-start font-normal text-ink-2">
            {t('depth.spread')}
          </th>
          <td colSpan={2} className="px-3 text-end">
            <bdi dir="ltr" className="figures text-ink-2">
              {spread !== null &&
                `${formatPrice(spread.price, market.digits, tag)} (${formatPercent(spread.percent, tag, 3, false)})`}
            </bdi>
          </td>
        </tr>
      </tbody>
      <Side {...props} places={padded(sides.bids, count)} direction="buy" />
    </table>
  )
}

/** Place of a row: the best price of a side always has the same one, whatever the price is. */
interface Place {
  readonly number: number
  readonly row: BookRow | null
}

const padded = (rows: readonly BookRow[], count: number): readonly Place[] =>
  Array.from({ length: count }, (_, number) => ({ number, row: rows[number] ?? null }))

const HeadCell = ({ text, end = false }: { readonly text: string; readonly end?: boolean }) => (
  <th
    scope="col"
    title={text}
    className={classNames('h-6 truncate px-3 font-normal', end ? 'ps-0 text-end' : 'text-start')}
  >
    {text}
  </th>
)

function Side({
  places,
  direction,
  ...props
}: TableProps & { readonly places: readonly Place[]; readonly direction: Direction }) {
  const { t } = useWords()
  return (
    <tbody>
      <tr className="sr-only">
        <th scope="rowgroup" colSpan={3}>
          {t(direction === 'buy' ? 'depth.bids' : 'depth.asks')}
        </th>
      </tr>
      {places.map(({ number, row }) => (
        <Row
          key={number}
          {...props}
          row={row}
          direction={direction}
          isFirstStop={direction === 'buy' && number === 0}
        />
      ))}
    </tbody>
  )
}

interface RowProps extends Pick<TableProps, 'onTake' | 'priceDigits' | 'volumeDigits'> {
  readonly row: BookRow | null
  readonly direction: Direction
  readonly isFirstStop: boolean
}

function Row({ row, direction, isFirstStop, onTake, priceDigits, volumeDigits }: RowProps) {
  const { t, tag } = useWords()
  if (row === null)
    return (
      <tr aria-hidden className="h-6 max-md:h-7">
        <td colSpan={3} />
      </tr>
    )
  const price = formatDecimal(row.price, tag, { min: priceDigits, max: priceDigits })
  const volumeOf = (text: string) => formatDecimal(text, tag, { min: volumeDigits, max: volumeDigits })
  const tone = direction === 'buy' ? 'text-up' : 'text-down'
  return (
    <tr className="h-6 hover:bg-sunken/60 max-md:h-7">
      <th scope="row" className={classNames('p-0 text-start font-medium', tone)}>
        {onTake === undefined ? (
          <bdi dir="ltr" className="figures block px-3">
            {price}
          </bdi>
        ) : (
          <button
            type="button"
            tabIndex={isFirstStop ? 0 : -1}
            data-book-price
            title={t('depth.take', { price })}
            aria-label={t('depth.take', { price })}
            onClick={() => onTake(row.price, direction)}
            className="figures flex h-6 w-full items-center px-3 text-start hover:underline focus-visible:outline-offset-[-2px] max-md:h-7"
          >
            <bdi dir="ltr">{price}</bdi>
          </button>
        )}
      </th>
      <td className="pe-3 text-end text-ink">
        <bdi dir="ltr" className="figures">
          {volumeOf(row.volume)}
        </bdi>
      </td>
      <td className="relative pe-3 text-end text-ink-2">
        <span
          aria-hidden
          // The bar is in the last column and reaches from its end over the other two.
          style={{ width: `${(row.share / outerShare) * 100}%` }}
          className={classNames(
            'absolute inset-y-px end-0 -z-10 rounded-s-[2px]',
            direction === 'buy' ? 'bg-up-wash' : 'bg-down-wash',
          )}
        />
        <bdi dir="ltr" className="figures">
          {volumeOf(row.total)}
        </bdi>
      </td>
    </tr>
  )
}

/** The prices are one stop for Tab; arrow keys go from one to the next. */
function walkPrices(event: KeyboardEvent<HTMLTableElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-book-price]')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  buttons[Math.min(Math.max(to, 0), buttons.length - 1)]?.focus()
}
