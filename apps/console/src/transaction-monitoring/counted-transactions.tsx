import type { HitExplanation } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Link } from 'wouter'
import { momentOf } from '../shell/moments.ts'

const paths = { deposit: 'recharge', withdrawal: 'withdrawal' } as const
const words = { deposit: 'Deposit', withdrawal: 'Withdrawal' } as const

/** Address of a deposit's or withdrawal's page. */
export const pathOf = ({ kind, id }: Pick<HitExplanation['counted'][number], 'kind' | 'id'>): string =>
  `/${paths[kind]}/${id}`

export const transactionWords = words

/** Transactions that a rule counted, each a link; behind a line that opens them where there are several. */
export function CountedTransactions({ counted, more }: Pick<HitExplanation, 'counted' | 'more'>) {
  if (counted.length + more < 2) return null
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-12 text-accent">
        {`${counted.length + more} transactions counted`}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {counted.map((one) => (
          <li key={one.id} className="flex flex-wrap gap-x-2 text-12 text-ink-2">
            <Link href={pathOf(one)} className="text-accent">
              {words[one.kind]}
            </Link>
            <Money amount={one.amount} asset={one.asset} />
            <span className="figures text-ink-3">{momentOf(one.at)}</span>
            {one.value === null && <span className="text-warn">no price</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-12 text-ink-3">{`and ${more} older ones`}</p>}
    </details>
  )
}
