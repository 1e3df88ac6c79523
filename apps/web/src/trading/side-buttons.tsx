import type { MarketInfo } from '@candor/contract'
import { type Price as Quoted, writePrice } from '@candor/money'
import type { Direction } from '@candor/rules/orders/contract.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Price } from '@candor/ui/figures/figures.tsx'
import { useMemo } from 'react'
import { marketOf } from '../markets/market-of.ts'
import { useTradingPrice } from '../markets/prices/use-trading-price.ts'
import { useMarketInfo } from '../markets/use-market-info.ts'
import { useT } from '../session/language/language.ts'

interface SideButtonsProps {
  readonly code: string
  readonly onPick: (direction: Direction) => void
}

const sides: readonly Direction[] = ['sell', 'buy']

/** The two directions of a trade, each with the price it would open at. */
export function SideButtons({ code, onPick }: SideButtonsProps) {
  const { data: info } = useMarketInfo(code)
  if (info !== undefined) return <PricedSides info={info} onPick={onPick} />
  return sides.map((side) => <OneSide key={side} side={side} onPick={onPick} digits={0} />)
}

function PricedSides({ info, onPick }: { readonly info: MarketInfo } & Pick<SideButtonsProps, 'onPick'>) {
  const market = useMemo(() => marketOf(info), [info])
  const { quote } = useTradingPrice(market, info)
  const prices = { sell: quote?.sellPrice, buy: quote?.buyPrice }
  return sides.map((side) => (
    <OneSide key={side} side={side} price={prices[side]} digits={market.digits} onPick={onPick} />
  ))
}

function OneSide({
  side,
  price,
  digits,
  onPick,
}: {
  readonly side: Direction
  readonly price?: Quoted | undefined
  readonly digits: number
} & Pick<SideButtonsProps, 'onPick'>) {
  const t = useT()
  return (
    <Button variant={side} size="l" full onClick={() => onPick(side)}>
      <span className="flex flex-col leading-5">
        <span>{t(`orders.ticket.${side}`)}</span>
        <span className="min-h-4 text-12 leading-4">
          {price !== undefined && <Price price={writePrice(price, digits)} digits={digits} />}
        </span>
      </span>
    </Button>
  )
}
