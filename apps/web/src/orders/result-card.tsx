import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { digitsFor } from './ticket/ticket-cost-list.tsx'

/** One part of the sum that a result comes from, in USDT as it counts in it. */
export interface ResultLine {
  readonly name: string
  readonly amount: string
  /** The gain or loss itself, in its colour. */
  readonly change?: boolean
}

/** Shows a result to the cent first, then the sum it comes from with every digit, so that it adds up. */
export function ResultCard({
  name,
  net,
  lines,
  children,
}: {
  readonly name: string
  /** Null while it is unknown. */
  readonly net: string | null
  readonly lines: readonly ResultLine[]
  /** Content between the result and the sum. */
  readonly children?: ReactNode
}) {
  return (
    <Card>
      <p className="text-14 text-ink-2">{name}</p>
      <p className="mt-1 font-semibold text-28 [&_bdi]:text-28">
        {net === null ? '—' : <MoneyChange amount={net} asset="USDT" max={digitsFor(net)} />}
      </p>
      {children}
      <DetailList className="mt-3">
        {lines.map((line) => (
          <Detail key={line.name} name={line.name}>
            {line.change === true ? (
              <MoneyChange amount={line.amount} asset="USDT" max={6} />
            ) : (
              <Money amount={line.amount} asset="USDT" max={6} />
            )}
          </Detail>
        ))}
      </DetailList>
    </Card>
  )
}

/** Writes an amount paid as it counts in a sum. */
export const lessOf = (paid: string): string => (Number(paid) === 0 ? paid : `-${paid}`)
