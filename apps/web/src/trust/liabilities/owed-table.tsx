import { Badge } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatPercent } from '@candor/ui/figures/format-decimal.ts'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { CardLines, type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useWords } from '../../session/language/language.ts'
import { countedAt, coverOf, isVerified, type Proof } from './check-own-part.ts'

type Part = Proof['document']['assets'][number]

/** Amounts owed and held of every asset, with the places. */
export function OwedTable({ document }: Pick<Proof, 'document'>) {
  const { t, tag } = useWords()
  const customers = ({ customers: count }: Part) => t('proof.customers', { count })
  const cover = (part: Part) => {
    const { percent } = coverOf(part)
    return percent === null ? '—' : formatPercent(percent, tag, 2, false)
  }
  const owed = (part: Part) => <Money amount={part.owed} asset={part.asset} />
  const held = (part: Part) =>
    part.held.length === 0 ? (
      <span className="text-ink-3">{t('proof.held.none')}</span>
    ) : (
      <Money amount={coverOf(part).held} asset={part.asset} />
    )
  const columns: readonly Column<Part>[] = [
    { key: 'asset', title: t('proof.asset'), cell: ({ asset }) => <strong>{asset}</strong> },
    { key: 'customers', title: t('proof.counted'), cell: customers, end: true },
    { key: 'owed', title: t('proof.owed'), cell: owed, end: true },
    { key: 'held', title: t('proof.held'), cell: held, end: true },
    { key: 'cover', title: t('proof.cover'), cell: cover, end: true },
  ]
  return (
    <Card flush>
      <SectionHead title={t('proof.sums')} className="px-4 pt-4 pb-2 md:px-5" />
      <Table
        label={t('proof.sums')}
        columns={columns}
        rows={document.assets}
        rowKey={({ asset }) => asset}
        card={(part) => (
          <CardLines
            title={part.asset}
            value={owed(part)}
            detail={
              <>
                {t('proof.held')}: {held(part)}
              </>
            }
            state={customers(part)}
          />
        )}
      />
      <Places parts={document.assets} />
    </Card>
  )
}

function Places({ parts }: { readonly parts: readonly Part[] }) {
  const { t } = useWords()
  const places = parts.flatMap(({ asset, held }) => held.map((place) => ({ ...place, asset })))
  return (
    <div className="border-hairline border-t px-4 py-4 md:px-5">
      <h3 className="font-medium text-14 text-ink">{t('proof.places')}</h3>
      {places.length === 0 && <p className="mt-1 text-14 text-ink-2">{t('proof.places.none')}</p>}
      <ul className="divide-y divide-hairline">
        {places.map((place) => (
          <li
            key={place.name}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <div className="min-w-0 max-w-full">
              <p className="text-14 text-ink">{place.name}</p>
              {place.address !== null && (
                <p
                  className="figures whitespace-normal! text-12 text-ink-3 [overflow-wrap:anywhere]"
                  dir="ltr"
                >
                  {place.network} {place.address}
                </p>
              )}
              {place.control != null && <Control control={place.control} />}
            </div>
            <div className="flex items-center gap-3">
              <Money
                amount={countedAt(place.asset, place)}
                asset={place.asset}
                className="text-14 text-ink"
              />
              <Badge tone={isVerified(place) ? 'good' : 'warn'}>
                {t(isVerified(place) ? 'proof.basis.chain' : 'proof.basis.stated')}
              </Badge>
            </div>
          </li>
        ))}
      </ul>
      {places.length > 0 && <p className="mt-2 max-w-line text-12 text-ink-3">{t('proof.places.note')}</p>}
    </div>
  )
}

type Shown = NonNullable<Part['held'][number]['control']>

/** Proof of control of an address: the signed text and the signature, for anybody to verify with a wallet. */
function Control({ control: { message, signature, shownAt } }: { readonly control: Shown }) {
  const { t, tag } = useWords()
  const date = formatDay(shownAt, tag)
  const lines = [
    [t('proof.control.message'), message],
    [t('proof.control.signature'), signature],
  ] as const
  return (
    <details className="mt-1 text-12 text-ink-2">
      <summary className="min-h-6 cursor-pointer py-1 text-accent">{t('proof.control', { date })}</summary>
      <p className="mt-1 max-w-line">{t('proof.control.text')}</p>
      <dl>
        {lines.map(([label, text]) => (
          <div key={label} className="mt-1">
            <dt className="text-ink-3">{label}</dt>
            <dd className="figures whitespace-normal! [overflow-wrap:anywhere]" dir="ltr">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
