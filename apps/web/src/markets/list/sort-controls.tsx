import { classNames } from '@candor/ui/class-names.ts'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useT } from '../../session/language/language.ts'
import { figureColumn } from './market-figures.tsx'
import { type MarketSort, pressHeading, reversed, type SortKey, sortBy, sortKeys } from './market-sort.ts'

interface SortProps {
  readonly sort: MarketSort
  readonly onSort: (sort: MarketSort) => void
}

const headings = ['name', 'volume', 'spread', 'change'] as const satisfies SortKey[]

/** Headings of the list's columns: a press sorts by one, the next reverses it, the third returns to the usual order. */
export function SortHeadings({ sort, onSort, wide }: SortProps & { readonly wide: boolean }) {
  const t = useT()
  return (
    // As wide as the rows, which have a scrollbar beside them.
    <div
      className={classNames(
        'border-hairline border-b',
        wide ? 'shrink-0 overflow-y-auto [scrollbar-gutter:stable] [scrollbar-width:thin]' : 'max-xl:hidden',
      )}
    >
      <fieldset
        aria-label={t('markets.sort.label')}
        className={classNames('flex gap-2', wide ? 'ps-8 pe-3' : 'justify-between px-3')}
      >
        {headings.map((key) => (
          <Heading
            key={key}
            name={key}
            sort={sort}
            onSort={onSort}
            className={classNames(wide && (key === 'name' ? 'me-auto' : `justify-end ${figureColumn}`))}
          />
        ))}
      </fieldset>
    </div>
  )
}

function Heading({
  name,
  sort,
  onSort,
  className,
}: SortProps & { readonly name: (typeof headings)[number]; readonly className: string }) {
  const t = useT()
  const on = sort.by === name
  return (
    <button
      type="button"
      aria-pressed={on}
      title={name === 'name' ? undefined : t(`markets.sort.${name}.meaning`)}
      onClick={() => onSort(pressHeading(sort, name))}
      className={classNames(
        'inline-flex h-7 items-center gap-0.5 whitespace-nowrap rounded-s text-12',
        className,
        on ? 'font-medium text-ink' : 'text-ink-3 hover:text-ink',
      )}
    >
      {t(`markets.sort.${name}`)}
      {on && (
        <>
          <Direction sort={sort} className="size-3" />
          <span className="sr-only">
            {t(sort.descending ? 'markets.sort.descending' : 'markets.sort.ascending')}
          </span>
        </>
      )}
    </button>
  )
}

function Direction({ sort, className }: { readonly sort: MarketSort; readonly className: string }) {
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return <Arrow aria-hidden className={className} />
}

/** The same for narrow lists and phones: a choice of the order and a button that reverses it. */
export function SortChoice({ sort, onSort, className }: SortProps & { readonly className?: string }) {
  const t = useT()
  const options = sortKeys.map((value) => ({
    value,
    label: t(value === 'change' ? 'markets.sort.changeOption' : `markets.sort.${value}`),
  }))
  return (
    <div className={classNames('flex items-center gap-1 border-hairline border-b', className)}>
      <Select
        label={t('markets.sort.label')}
        options={options}
        value={sort.by}
        onChange={(by) => onSort(sortBy(by))}
        className="flex-1 border-transparent! bg-transparent! px-0!"
      />
      <IconButton
        label={t('markets.sort.reverse')}
        aria-pressed={sort.descending !== sortBy(sort.by).descending}
        onClick={() => onSort(reversed(sort))}
      >
        <Direction sort={sort} className="size-4" />
      </IconButton>
      <span className="whitespace-nowrap ps-1 text-12 text-ink-3" title={t('markets.sort.change.meaning')}>
        {t('markets.sort.change')}
      </span>
    </div>
  )
}
