import type { CharityLine } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDay, formatMinute } from '@candor/ui/figures/format-moment.ts'
import { CardLines, type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { HandHeart } from 'lucide-react'
import { useMemo } from 'react'
import { useWords } from '../../session/language/language.ts'
import { Exact } from '../artwork-details.tsx'
import { workPath } from '../nft-paths.ts'

/** Every sale and every transfer onward, the newest first. */
export function CharityLines({ lines }: { readonly lines: readonly CharityLine[] }) {
  const { t, tag } = useWords()
  const columns = useMemo(() => {
    return [
      {
        key: 'at',
        title: t('nft.charity.column.at'),
        cell: ({ at }) => <time dateTime={at}>{formatMinute(at, tag)}</time>,
      },
      { key: 'what', title: t('nft.charity.column.what'), cell: (line) => <What line={line} /> },
      {
        key: 'hash',
        title: t('nft.charity.column.hash'),
        cell: ({ hash }) => (hash === null ? '' : <Exact value={hash} />),
      },
      {
        key: 'price',
        title: t('nft.charity.column.price'),
        end: true,
        cell: ({ kind, amount }) => (kind === 'sale' ? <Money amount={amount} asset="USDT" /> : ''),
      },
      {
        key: 'moved',
        title: t('nft.charity.column.moved'),
        end: true,
        cell: (line) => <Money amount={movedBy(line)} asset="USDT" signed />,
      },
    ] satisfies Column<CharityLine>[]
  }, [t, tag])
  return (
    <Card flush>
      <Table
        label={t('nft.charity.lines')}
        columns={columns}
        rows={lines}
        rowKey={({ id }) => id}
        card={(line) => (
          <CardLines
            title={<What line={line} />}
            value={<Money amount={movedBy(line)} asset="USDT" signed />}
            detail={line.hash === null ? <Day at={line.at} /> : <Exact value={line.hash} />}
            state={line.hash === null ? undefined : <Day at={line.at} />}
          />
        )}
      />
    </Card>
  )
}

const movedBy = ({ kind, amount, credited }: CharityLine): string =>
  kind === 'sale' ? (credited ?? amount) : `-${amount}`

function Day({ at }: { readonly at: string }) {
  const { tag } = useWords()
  return <time dateTime={at}>{formatDay(at, tag)}</time>
}

function What({ line: { artwork, recipient } }: { readonly line: CharityLine }) {
  const { t } = useWords()
  if (artwork === null)
    return (
      <span className="inline-flex items-center gap-2">
        <HandHeart aria-hidden className="size-5 shrink-0 text-accent" />
        {t('nft.charity.line.transfer', { recipient: recipient ?? '' })}
      </span>
    )
  return (
    <a
      href={`#${workPath(artwork.id)}`}
      className="inline-flex items-center gap-2 text-ink no-underline hover:underline"
    >
      <img
        src={artwork.thumbnail}
        alt=""
        width={28}
        height={28}
        loading="lazy"
        className="size-7 shrink-0 rounded-s border border-hairline object-cover"
      />
      <span>
        {t('nft.charity.line.sale')}: {artwork.title}
      </span>
    </a>
  )
}
