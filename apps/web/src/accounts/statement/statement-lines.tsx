import type { TextKey } from '@candor/texts/keys.ts'
import type { Translate } from '@candor/texts/translate.ts'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatClock, formatDay, formatMinute, formatSecond } from '@candor/ui/figures/format-moment.ts'
import { CardLines, type Column, Table } from '@candor/ui/figures/table.tsx'
import { optionPath } from '../../options/option-paths.ts'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useWords } from '../../session/language/language.ts'
import { depositPath } from '../../shell/balance-paths.ts'
import { planPath } from '../../smart/plan-paths.ts'

export type StatementLine = CallResult<'statement'>['items'][number]

/** Name of a statement line, with its order and the split ratio of its option; a kind without a text is shown by its ledger name. */
function whatOf(t: Translate, tag: string, { kind, split, order }: StatementLine): string {
  const plain = t.maybe(`statement.kinds.${kind}`) ?? kind
  const name =
    order === null
      ? plain
      : t('statement.line', { ...order, kind: plain, lots: formatDecimal(order.lots ?? '', tag) }).trim()
  return split === null ? name : `${name} · ${t('statement.split', { ratio: split })}`
}

/** The page for a line's reference, and the text of the link to it. */
const pagesOf: Readonly<Record<string, readonly [path: (id: string) => string, text: TextKey]>> = {
  contract: [(id) => `#/profile/orders/${id}`, 'statement.order'],
  deposit: [depositPath, 'funding.tab.deposits'],
  invite: [() => '#/profile/invite', 'shell.page.invite'],
  option: [optionPath, 'options.result.order'],
  plan: [planPath, 'smart.result.plan'],
}

function Reference({ line }: { readonly line: StatementLine }) {
  const { t } = useWords()
  const page = pagesOf[line.kind.split('-')[0] ?? '']
  if (line.reference === null || page === undefined) return <span className="text-ink-3">—</span>
  const [path, text] = page
  return (
    <a href={path(line.reference)} className="text-accent underline-offset-4 hover:underline">
      {t(text)}
    </a>
  )
}

/** The lines of a statement: a table, or cards in a narrow window. */
export function StatementLines({
  lines,
  label,
  byDay = false,
}: {
  readonly lines: readonly StatementLine[]
  readonly label: string
  /** Under a heading for each day, which the lines then leave out. */
  readonly byDay?: boolean
}) {
  const { t, tag } = useWords()
  const when = ({ at }: StatementLine, format: typeof formatMinute) => (
    <time dateTime={at} className="figures text-ink-2">
      {format(at, tag)}
    </time>
  )
  const columns: readonly Column<StatementLine>[] = [
    {
      key: 'time',
      title: t('statement.column.time'),
      cell: (line) => when(line, byDay ? formatClock : formatSecond),
    },
    { key: 'kind', title: t('statement.column.kind'), cell: (line) => whatOf(t, tag, line) },
    { key: 'reference', title: t('statement.column.reference'), cell: (line) => <Reference line={line} /> },
    {
      key: 'amount',
      title: t('statement.column.amount'),
      end: true,
      cell: (line) => <Money amount={line.amount} asset={line.asset} signed />,
    },
    {
      key: 'balance',
      title: t('statement.column.balance'),
      end: true,
      cell: (line) => <Money amount={line.balanceAfter} asset={line.asset} />,
    },
  ]
  return (
    <Table
      label={label}
      columns={columns}
      rows={lines}
      rowKey={(line) => line.id}
      groupOf={byDay ? ({ at }) => formatDay(at, tag) : undefined}
      card={(line) => (
        <CardLines
          title={whatOf(t, tag, line)}
          value={<Money amount={line.amount} asset={line.asset} signed />}
          detail={when(line, byDay ? formatClock : formatMinute)}
          state={<Money amount={line.balanceAfter} asset={line.asset} />}
        />
      )}
    />
  )
}
