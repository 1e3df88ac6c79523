import type { RiskDesk } from '@candor/contract'
import { Badge, type Tone } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { shareOfWhole } from './risk-lines.ts'

/** The desk's headline: value and results of all positions, the money behind them, and concentration. */
export function RiskFigures({ desk }: { readonly desk: RiskDesk }) {
  const { total, cover, markets, largest } = desk
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        <Figure name="Net exposure" note="customers long less short">
          <Money amount={total.net} asset="USDT" signed max={0} min={0} />
        </Figure>
        <Figure name="Gross exposure" note={concentrationOf(markets[0], total.gross)}>
          <Money amount={total.gross} asset="USDT" max={0} min={0} />
        </Figure>
        <Figure name="Your unrealised result" note="if all closed now">
          <MoneyChange amount={total.unrealised} asset="USDT" max={2} />
        </Figure>
        <Figure name="Your result today" note="closed since 00:00 UTC">
          <MoneyChange amount={total.today} asset="USDT" max={2} />
        </Figure>
        <Figure name="Trading capital" note={<CoverBadge {...cover} />}>
          <Money amount={cover.capital} asset="USDT" max={0} min={0} />
        </Figure>
        <Figure name="Negative-balance cover" note="pays losses beyond a balance">
          <Money amount={cover.negativeBalance} asset="USDT" max={0} min={0} />
        </Figure>
        <Figure name="Largest customer" note="of the gross exposure">
          {shareText(largest[0]?.gross ?? '0', total.gross)}
        </Figure>
        <Figure name="Near a margin call" note={`${desk.nearest.called} had one`}>
          <span className="figures">{desk.nearest.near}</span>
        </Figure>
      </dl>
    </Card>
  )
}

function Figure({
  name,
  note,
  children,
}: {
  readonly name: string
  readonly note: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="mt-0.5 font-semibold text-16 text-ink">{children}</dd>
      <dd className="mt-0.5 text-12 text-ink-3">{note}</dd>
    </div>
  )
}

const shareText = (part: string, whole: string): string => {
  const share = shareOfWhole(part, whole)
  return share === null ? '–' : `${share}%`
}

const concentrationOf = (largest: RiskDesk['markets'][number] | undefined, gross: string): string =>
  largest === undefined ? 'long and short added' : `${shareText(largest.gross, gross)} in ${largest.code}`

function CoverBadge({ capital, wouldWin }: RiskDesk['cover']) {
  const open = Number(wouldWin)
  const [tone, text]: readonly [Tone, string] =
    open <= 0
      ? ['neutral', open < 0 ? 'customers would lose now' : 'no open profits']
      : open < Number(capital)
        ? ['good', 'covers open profits']
        : ['bad', 'does not cover open profits']
  return <Badge tone={tone}>{text}</Badge>
}
