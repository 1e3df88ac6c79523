import type { AnnouncedKey, AnnouncedTariff, ListKey, MarketTariff } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { classWords } from '../shell/choices/market-classes.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { Announcements } from './announcements.tsx'
import { Lists } from './lists-table.tsx'
import { FeeDialog, ListDialog, TermsDialog, WithdrawDialog } from './tariff-dialogs.tsx'
import { changesOf, feeWords, terms, termWords } from './tariff-words.ts'

type Tariffs = OpsResult<'opsTariffs'>
type Value = Tariffs['fees'][number] | Tariffs['limits'][number]
type Class = keyof typeof classWords
type OpenDialog =
  | { readonly kind: 'terms'; readonly codes: readonly string[] }
  | { readonly kind: 'fee'; readonly key: AnnouncedKey }
  | { readonly kind: 'list'; readonly key: ListKey }
  | { readonly kind: 'withdraw'; readonly announcement: AnnouncedTariff }

/** Cost of new orders and payments. A change is approved by another person and announced before it holds. */
export function TariffsPage() {
  const query = useOps('opsTariffs', {}, { everyMs: 30_000 })
  const [type, setType] = useState<Class>('1')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const markets = (query.data?.markets ?? []).filter((market) => String(market.type) === type)
  return (
    <div className="p-6">
      <PageHead
        title="Tariffs"
        text={`A second person approves each change under Four eyes, and every customer is notified. From its effective time it applies to new orders only; whatever is already running keeps its terms.${
          query.data === undefined ? '' : ` Notice: ${query.data.noticeHours} hours.`
        }`}
      >
        <CsvButton name="tariffs" rows={() => rowsOf(query.data)} />
        <Button
          disabled={query.data === undefined}
          onClick={() => setDialog({ kind: 'terms', codes: markets.map(({ code }) => code) })}
        >
          {`Change all ${classWords[type]} …`}
        </Button>
      </PageHead>
      <Shown query={query}>
        {(tariffs) => (
          <div className="flex flex-col gap-5">
            <Card flush>
              <div className="max-w-130 px-5 pt-4 pb-3">
                <SegmentedControl
                  label="Asset class"
                  full
                  choices={classChoices}
                  value={type}
                  onChange={setType}
                />
              </div>
              <Markets markets={markets} onChange={(code) => setDialog({ kind: 'terms', codes: [code] })} />
            </Card>
            <OtherTariffs tariffs={tariffs} onOpen={setDialog} />
            {dialog !== null && <Dialogs dialog={dialog} tariffs={tariffs} onClose={() => setDialog(null)} />}
          </div>
        )}
      </Shown>
    </div>
  )
}

const classChoices = (Object.keys(classWords) as Class[]).map((value) => ({
  value,
  label: classWords[value],
}))

/** Everything but the terms of markets: fees, limits, lists, and the announcements of all. */
function OtherTariffs({
  tariffs,
  onOpen,
}: {
  readonly tariffs: Tariffs
  readonly onOpen: (dialog: OpenDialog) => void
}) {
  const changeFee = (key: AnnouncedKey) => onOpen({ kind: 'fee', key })
  return (
    <>
      <Values title="Withdrawals and conversions" values={tariffs.fees} onChange={changeFee} />
      <Values title="Minimums, limits and deadlines" values={tariffs.limits} onChange={changeFee} />
      <Lists lists={tariffs.lists} onChange={(key) => onOpen({ kind: 'list', key })} />
      <Announcements
        tariffs={tariffs}
        onWithdraw={(announcement) => onOpen({ kind: 'withdraw', announcement })}
      />
    </>
  )
}

function Dialogs({
  dialog,
  tariffs,
  onClose,
}: {
  readonly dialog: OpenDialog
  readonly tariffs: Tariffs
  readonly onClose: () => void
}) {
  if (dialog.kind === 'terms') return <TermsDialog tariffs={tariffs} codes={dialog.codes} onClose={onClose} />
  if (dialog.kind === 'fee') return <FeeDialog tariffs={tariffs} feeKey={dialog.key} onClose={onClose} />
  if (dialog.kind === 'list') return <ListDialog tariffs={tariffs} listKey={dialog.key} onClose={onClose} />
  return <WithdrawDialog announcement={dialog.announcement} onClose={onClose} />
}

function Markets({
  markets,
  onChange,
}: {
  readonly markets: readonly MarketTariff[]
  readonly onChange: (code: string) => void
}) {
  const columns: readonly Column<MarketTariff>[] = [
    {
      key: 'code',
      title: 'Market',
      className: 'min-w-44',
      cell: (market) => (
        <span className="flex flex-col items-start gap-1">
          <span className="flex flex-col">
            <span className="font-medium text-ink">{market.code}</span>
            {market.name !== market.code && <span className="text-12 text-ink-3">{market.name}</span>}
          </span>
          <Later market={market} />
        </span>
      ),
    },
    ...terms.map(
      (term): Column<MarketTariff> => ({
        key: term,
        title: termWords[term],
        end: true,
        cell: (market) => (
          <span className="figures">
            {String(market.terms[term])}
            {term === 'leverageMax' && <span className="text-ink-3">{` of ${market.leverageCap}`}</span>}
          </span>
        ),
      }),
    ),
    actColumn(({ code }) => (
      <Button variant="secondary" size="s" aria-label={`Change ${code}`} onClick={() => onChange(code)}>
        Change …
      </Button>
    )),
  ]
  return <Table label="Market terms" rows={markets} rowKey={({ code }) => code} columns={columns} />
}

/** Announced terms of a market, below its name: most have none, and a column of their own would push the last one off a tablet. */
const Later = ({ market: { terms: now, later } }: { readonly market: MarketTariff }) =>
  later.map(({ from, terms: then }, index) => (
    <span key={from} className="flex flex-col items-start text-12">
      <Badge tone="warn">{momentOf(from)}</Badge>
      <span className="figures whitespace-normal! text-ink-2">
        {changesOf(later[index - 1]?.terms ?? now, then).join('; ')}
      </span>
    </span>
  ))

/** Fees or limits, each with the range within which two people may change it. */
function Values({
  title,
  values,
  onChange,
}: {
  readonly title: string
  readonly values: readonly Value[]
  readonly onChange: (key: AnnouncedKey) => void
}) {
  return (
    <Card flush>
      <h2 className="px-5 pt-4 pb-2 font-semibold text-16 text-ink">{title}</h2>
      <Table label={title} rows={values} rowKey={({ key }) => key} columns={valueColumns(onChange)} />
    </Card>
  )
}

const valueColumns = (onChange: (key: AnnouncedKey) => void): readonly Column<Value>[] => [
  { key: 'key', title: 'Term', cell: ({ key }) => <span className="text-ink">{feeWords[key]}</span> },
  { key: 'value', title: 'Current', cell: ({ value }) => <span className="figures">{value}</span> },
  {
    key: 'bounds',
    title: 'Allowed range',
    cell: ({ least, most }) => <span className="figures text-ink-2">{`${least} to ${most}`}</span>,
  },
  {
    key: 'later',
    title: 'Announced',
    cell: ({ later }) =>
      later.length === 0 ? (
        <span className="text-ink-3">none</span>
      ) : (
        <span className="figures">
          {later.map(({ from, value }) => `${value} from ${momentOf(from)}`).join('; ')}
        </span>
      ),
  },
  actColumn(({ key }) => (
    <Button variant="secondary" size="s" aria-label={`Change ${feeWords[key]}`} onClick={() => onChange(key)}>
      Change …
    </Button>
  )),
]

const rowsOf = (tariffs: Tariffs | undefined) => [
  ['what', 'from', ...terms, 'value'],
  ...(tariffs?.markets ?? []).flatMap((market) =>
    [{ from: 'now', terms: market.terms }, ...market.later].map((one) => [
      market.code,
      one.from,
      ...terms.map((term) => String(one.terms[term])),
      '',
    ]),
  ),
  ...[...(tariffs?.fees ?? []), ...(tariffs?.limits ?? [])].flatMap((fee) =>
    [{ from: 'now', value: fee.value }, ...fee.later].map((one) => [
      fee.key,
      one.from,
      ...terms.map(() => ''),
      one.value,
    ]),
  ),
]
