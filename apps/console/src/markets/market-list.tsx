import type { ListedMarket } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { actColumn } from '../shell/act-column.tsx'
import { classWords } from '../shell/choices/market-classes.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { marketState, spreadPoints, writeAge } from './market-state.ts'

type Filter = 'all' | 'wrong' | keyof typeof classWords

interface ListProps {
  readonly markets: readonly ListedMarket[]
  readonly onHalt: (code: string) => void
  readonly onResume: (code: string) => void
}

/** Every market with its price, where that comes from, how old it is, and whether it can be traded. */
export function MarketList({ markets, onHalt, onResume }: ListProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const [search, setSearch] = useState('')
  const wrong = markets.filter((market) => marketState(market).isWrong)
  const shown = (filter === 'wrong' ? wrong : markets).filter(
    (market) => (!(filter in classWords) || String(market.type) === filter) && isFound(market, search),
  )
  const choices = [
    { value: 'all', label: 'All' },
    ...Object.entries(classWords).map(([value, label]) => ({ value: value as Filter, label })),
    { value: 'wrong', label: `Not tradable (${wrong.length})` },
  ] as const
  return (
    <Card flush>
      <SectionHead
        title="Prices"
        action={<CsvButton name="markets" rows={() => csvOf(shown)} />}
        className="px-5 pt-4 pb-2"
      />
      <div className="flex flex-wrap items-center gap-3 px-5 pb-3">
        <SegmentedControl label="Markets" choices={choices} value={filter} onChange={setFilter} />
        <SearchInput
          aria-label="Search markets"
          placeholder="Code or name"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="w-60"
        />
      </div>
      {shown.length === 0 ? (
        <p className="px-5 pb-4 text-14 text-ink-2">
          {search === '' ? 'Every market that is open can be traded.' : 'No market matches your search.'}
        </p>
      ) : (
        <Table
          label="Prices"
          rows={shown}
          rowKey={({ code }) => code}
          columns={columns({ onHalt, onResume })}
          className="max-h-120 overflow-y-auto"
        />
      )}
    </Card>
  )
}

const isFound = ({ code, name }: ListedMarket, search: string): boolean =>
  `${code} ${name}`.toLowerCase().includes(search.trim().toLowerCase())

const Figure = ({ text }: { readonly text: string | null }) => <span className="figures">{text ?? '–'}</span>

const columns = ({ onHalt, onResume }: Omit<ListProps, 'markets'>): readonly Column<ListedMarket>[] => [
  {
    key: 'market',
    title: 'Market',
    cell: ({ code, name }) => (
      <span className="flex flex-col">
        <span className="font-medium text-ink">{code}</span>
        {name !== code && <span className="text-12 text-ink-3">{name}</span>}
      </span>
    ),
  },
  {
    key: 'prices',
    title: 'Bid, ask',
    end: true,
    cell: ({ bid, ask }) => (
      <span className="flex flex-col items-end">
        <Figure text={bid} />
        <Figure text={ask} />
      </span>
    ),
  },
  {
    key: 'spread',
    title: 'Spread',
    end: true,
    cell: (market) => (
      <span className="figures flex flex-col items-end">
        <span>{market.spread ?? '–'}</span>
        <span className="text-12 text-ink-3">{spreadPoints(market)}</span>
      </span>
    ),
  },
  { key: 'source', title: 'Source', cell: ({ source }) => source ?? '–' },
  {
    key: 'age',
    title: 'Age',
    end: true,
    cell: ({ ageMs }) => <Figure text={ageMs === null ? null : writeAge(ageMs)} />,
  },
  {
    key: 'state',
    title: 'Status',
    cell: (market) => {
      const { words, tone, until } = marketState(market)
      return (
        <span className="flex flex-col items-start gap-1">
          <Badge tone={tone}>{words}</Badge>
          {until !== null && <span className="figures text-12 text-ink-3">{until}</span>}
        </span>
      )
    },
  },
  actColumn(({ code, halted }) => (
    <Button variant="secondary" size="s" onClick={() => (halted === null ? onHalt(code) : onResume(code))}>
      {halted === null ? 'Halt …' : 'Resume …'}
    </Button>
  )),
]

const csvOf = (markets: readonly ListedMarket[]): readonly (readonly string[])[] => [
  ['market', 'name', 'bid', 'ask', 'spread', 'source', 'age ms', 'status'],
  ...markets.map((market) => [
    ...[market.code, market.name, market.bid ?? '', market.ask ?? '', market.spread ?? ''],
    ...[market.source ?? '', market.ageMs === null ? '' : String(market.ageMs), marketState(market).words],
  ]),
]
