import type { MarketTermsShown } from '@candor/contract'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { termNames, termText } from '../markets/changed-terms.ts'
import { useWords } from '../session/language/language.ts'
import type { Tariffs } from './announced-changes.tsx'

type Market = Tariffs['markets'][number]
const terms = Object.keys(termNames) as (keyof MarketTermsShown)[]

/** The terms of one class of markets; on the phone a card each. */
export function TermsTable({
  label,
  markets,
}: {
  readonly label: string
  readonly markets: readonly Market[]
}) {
  const { t, tag } = useWords()
  const name = (market: Market) => (
    <span className="flex flex-col">
      <span className="font-medium text-ink">{market.appName}</span>
      <span className="text-12 text-ink-3">
        <bdi>{market.code}</bdi>
      </span>
    </span>
  )
  const columns: readonly Column<Market>[] = [
    { key: 'market', title: t('fees.market'), cell: name },
    ...terms.map(
      (term): Column<Market> => ({
        key: term,
        title: t(termNames[term]),
        end: true,
        cell: (market) => <span className="figures">{termText(term, market, t, tag)}</span>,
      }),
    ),
  ]
  return (
    <Table
      label={label}
      columns={columns}
      rows={markets}
      rowKey={(market) => market.code}
      card={(market) => (
        <div className="flex flex-col gap-2">
          {name(market)}
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-12">
            {terms.map((term) => (
              <div key={term} className="flex flex-col">
                <dt className="text-ink-3">{t(termNames[term])}</dt>
                <dd className="figures text-14 text-ink-2">{termText(term, market, t, tag)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    />
  )
}
