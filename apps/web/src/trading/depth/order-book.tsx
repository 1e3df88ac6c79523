import type { MarketItem } from '@candor/contract'
import { type Price, writePrice } from '@candor/money'
import { classNames } from '@candor/ui/class-names.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { Check, ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { MarketDepth } from '../../live/market-depth.ts'
import { customerState } from '../../session/customer-state.ts'
import { useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { orderAtPrice } from '../order-at-price.ts'
import { remPx } from '../workspace/separator.tsx'
import { bookRows, digitsOf, stepsOf, volumeDigits } from './book-rows.ts'
import { BookTable } from './book-table.tsx'
import { DepthNote, StaleNote, useIsOld, WaitingBook } from './depth-states.tsx'
import { limitAt } from './take-price.ts'

/** Rows of either side on phones, where the page scrolls. */
const phoneRows = 8
const [fewestRows, mostRows] = [3, 30]
/** Height of a row, and of the table's head with the spread, in rem. */
const rowRem = 1.5
const restRem = 3.75

/** Steps by market, for as long as the page is open. */
const chosenSteps = customerState<ReadonlyMap<string, number>>(new Map())

interface BookProps {
  readonly market: MarketItem
  readonly depth: MarketDepth
  readonly narrow: boolean
}

/** The order book of a market at its exchange, with as many rows as there is room for. */
export function OrderBook(props: BookProps) {
  const { bids, asks, state } = props.depth
  if (bids.length + asks.length > 0) return <FilledBook {...props} />
  return state === 'stale' ? <EmptyBook depth={props.depth} /> : <WaitingBook />
}

function FilledBook({ market, depth, narrow }: BookProps) {
  const frame = useRef<HTMLDivElement>(null)
  const fitting = useFittingRows(frame)
  const count = narrow ? phoneRows : fitting
  const [step, chooseStep] = useStep(market)
  const isOld = useIsOld(depth)
  const { isLogin } = useSession()
  const sides = useMemo(() => bookRows(depth, step, count), [depth, step, count])
  const [best = ''] = depth.bids[0] ?? depth.asks[0] ?? []
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-1 px-3 pt-2 pb-1">
        <DepthNote depth={depth} kind="book" />
        <StaleNote depth={depth} />
        <StepChoice market={market} step={step} onStep={chooseStep} />
      </div>
      <div ref={frame} className={classNames('min-h-0 flex-1', !narrow && 'overflow-hidden')}>
        <BookTable
          {...{ market, sides, count, isOld }}
          priceDigits={digitsOf(step)}
          volumeDigits={volumeDigits(best)}
          {...(isLogin && {
            onTake: (price, direction) => {
              const wish = limitAt(market, price, direction)
              if (wish !== null) orderAtPrice(wish)
            },
          })}
        />
      </div>
    </div>
  )
}

const EmptyBook = ({ depth }: { readonly depth: MarketDepth }) => (
  <div className="px-3 py-4">
    <StaleNote depth={depth} />
  </div>
)

function useStep({ code, digits }: MarketItem): [Price, (step: Price) => void] {
  const steps = useMemo(() => stepsOf(digits), [digits])
  const [at, setAt] = useState(chosenSteps.get().get(code) ?? 0)
  const choose = (step: Price) => {
    chosenSteps.set(new Map(chosenSteps.get()).set(code, steps.indexOf(step)))
    setAt(steps.indexOf(step))
  }
  return [steps[at] ?? (1n as Price), choose]
}

/** Number of rows of either side that the panel has room for. */
function useFittingRows(frame: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(10)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new ResizeObserver(([box]) => {
      const rem = (box?.contentRect.height ?? 0) / remPx() - restRem
      setRows(Math.max(fewestRows, Math.min(mostRows, Math.floor(rem / rowRem / 2))))
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return rows
}

function StepChoice({
  market,
  step,
  onStep,
}: {
  readonly market: MarketItem
  readonly step: Price
  readonly onStep: (step: Price) => void
}) {
  const { t, tag } = useWords()
  const shown = (one: Price) => formatDecimal(writePrice(one), tag)
  return (
    <div className="flex items-center justify-between text-12 text-ink-2">
      <span aria-hidden>{t('depth.step')}</span>
      <Popover
        label={`${t('depth.step')}: ${shown(step)}`}
        trigger={
          <>
            <bdi dir="ltr" className="figures">
              {shown(step)}
            </bdi>
            <ChevronDown aria-hidden className="size-3.5" />
          </>
        }
        triggerClass="tap inline-flex h-7 items-center gap-1 rounded-s px-2 text-12 text-ink hover:bg-sunken -me-2"
        panelClass="min-w-28"
      >
        {(close) => (
          <ul>
            {stepsOf(market.digits).map((one) => (
              <li key={String(one)}>
                <button
                  type="button"
                  aria-pressed={one === step}
                  onClick={() => {
                    onStep(one)
                    close()
                  }}
                  className={menuItemClass}
                >
                  <Check
                    aria-hidden
                    className={classNames('size-4 text-accent', one !== step && 'invisible')}
                  />
                  <bdi dir="ltr" className="figures">
                    {shown(one)}
                  </bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </div>
  )
}
