import type { ListKey, ListShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { actColumn } from '../shell/act-column.tsx'
import { momentOf } from '../shell/moments.ts'
import { listWords } from './tariff-words.ts'

/** Lists of customers' terms, each announced and changed as a whole. */
export function Lists({
  lists,
  onChange,
}: {
  readonly lists: readonly ListShown[]
  readonly onChange: (key: ListKey) => void
}) {
  return (
    <Card flush>
      <h2 className="px-5 pt-4 pb-2 font-semibold text-16 text-ink">Lists</h2>
      <Table label="Lists" rows={lists} rowKey={({ key }) => key} columns={columns(onChange)} />
    </Card>
  )
}

const columns = (onChange: (key: ListKey) => void): readonly Column<ListShown>[] => [
  {
    key: 'key',
    title: 'List',
    cell: ({ key }) => <span className="text-ink">{listWords[key]}</span>,
  },
  {
    key: 'value',
    title: 'Current',
    className: 'max-w-80',
    cell: ({ value }) => <Written value={value} />,
  },
  {
    key: 'later',
    title: 'Announced',
    className: 'max-w-80',
    cell: ({ later }) =>
      later.length === 0 ? (
        <span className="text-ink-3">none</span>
      ) : (
        later.map(({ from, value }) => (
          <span key={from} className="flex flex-col">
            <span className="figures">{momentOf(from)}</span>
            <Written value={value} />
          </span>
        ))
      ),
  },
  actColumn(({ key }) => (
    <Button
      variant="secondary"
      size="s"
      aria-label={`Change ${listWords[key]}`}
      onClick={() => onChange(key)}
    >
      Change …
    </Button>
  )),
]

const Written = ({ value }: { readonly value: ListShown['value'] }) => (
  <span className="figures whitespace-normal!">{textOf(value) || 'none'}</span>
)

/** Payouts by seconds, rebates by the volume they begin at, or names. */
const textOf = (value: ListShown['value']): string =>
  Array.isArray(value)
    ? value
        .map((one) => (typeof one === 'string' ? one : `from\u00a0${one.volume}:\u00a0${one.rebate}`))
        .join(', ')
    : Object.entries(value)
        .map(([seconds, payout]) => `${seconds}\u00a0s:\u00a0${payout}`)
        .join(', ')
