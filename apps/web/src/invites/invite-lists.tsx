import type { InviteCommissionPaid, InvitedFriend } from '@candor/contract'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { formatDay, formatMinute } from '@candor/ui/figures/format-moment.ts'
import { CardLines, type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { ListEnd } from '../session/calls/list-end.tsx'
import { type PagedList, usePages } from '../session/calls/use-pages.ts'
import { useT, useWords } from '../session/language/language.ts'

/** Customers invited by this one, masked, with the earnings from each. */
export function InviteFriends({ friends }: { readonly friends: PagedList<InvitedFriend> }) {
  const { t, tag } = useWords()
  const day = (iso: string) => formatDay(iso, tag)
  const columns: readonly Column<InvitedFriend>[] = [
    { key: 'name', title: t('invites.list.name'), cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'joined', title: t('invites.list.joined'), cell: ({ joinedAt }) => day(joinedAt) },
    { key: 'until', title: t('invites.list.until'), cell: ({ until }) => day(until) },
    usdtColumn('fees', t('invites.list.fees'), ({ fees }) => fees),
    usdtColumn('earned', t('invites.list.earned'), ({ earned }) => earned),
    usdtColumn('pending', t('invites.list.pending'), ({ pending }) => pending),
  ]
  return (
    <Listed
      title={t('invites.list.title')}
      empty={t('invites.list.empty')}
      list={friends}
      columns={columns}
      card={({ name, earned, pending, joinedAt }) => (
        <CardLines
          title={<bdi>{name}</bdi>}
          value={<Money amount={earned} asset="USDT" />}
          detail={`${t('invites.list.joined')} ${day(joinedAt)}`}
          state={
            /[1-9]/.test(pending) ? (
              <>
                {`${t('invites.list.pending')} `}
                <Money amount={pending} />
              </>
            ) : null
          }
        />
      )}
    />
  )
}

/** Every payment with the fees on which it is based. */
export function InviteCommissions() {
  const { t, tag } = useWords()
  const list = usePages('inviteCommissions', {})
  const moment = ({ paidAt }: InviteCommissionPaid) => formatMinute(paidAt, tag)
  const columns: readonly Column<InviteCommissionPaid>[] = [
    { key: 'when', title: t('invites.paid.when'), cell: moment },
    { key: 'name', title: t('invites.list.name'), cell: ({ name }) => <bdi>{name}</bdi> },
    usdtColumn('fees', t('invites.list.fees'), ({ fees }) => fees),
    {
      key: 'share',
      title: t('invites.paid.share'),
      end: true,
      cell: ({ share }) => <span className="figures">{formatShare(share, tag, 0)}</span>,
    },
    usdtColumn('commission', t('invites.paid.commission'), ({ commission }) => commission),
  ]
  return (
    <Listed
      title={t('invites.paid.title')}
      empty={t('invites.paid.empty')}
      list={list}
      columns={columns}
      card={(paid) => (
        <CardLines
          title={<bdi>{paid.name}</bdi>}
          value={<Money amount={paid.commission} asset="USDT" signed />}
          detail={moment(paid)}
          state={
            <>
              {`${formatShare(paid.share, tag, 0)} × `}
              <Money amount={paid.fees} />
            </>
          }
        />
      )}
    />
  )
}

const usdtColumn = <Row,>(key: string, title: string, of: (row: Row) => string): Column<Row> => ({
  key,
  title: `${title} USDT`,
  end: true,
  cell: (row) => <Money amount={of(row)} />,
})

function Listed<Row extends { readonly id: string }>({
  title,
  empty,
  list,
  columns,
  card,
}: {
  readonly title: string
  readonly empty: string
  readonly list: PagedList<Row>
  readonly columns: readonly Column<Row>[]
  readonly card: (row: Row) => ReactNode
}) {
  const t = useT()
  const { items, failed, retry } = list
  return (
    <section>
      <h2 className="mb-3 font-semibold text-20 text-ink">{title}</h2>
      <Card flush className="overflow-hidden">
        {failed ? (
          <ErrorState title={t('invites.failed')} onRetry={retry} />
        ) : items === undefined ? (
          <SkeletonLines count={3} className="p-5" />
        ) : items.length === 0 ? (
          <p className="px-5 py-8 text-14 text-ink-2">{empty}</p>
        ) : (
          <Table label={title} columns={columns} rows={items} rowKey={({ id }) => id} card={card} />
        )}
        <ListEnd list={list} small quiet className="border-hairline border-t py-3" />
      </Card>
    </section>
  )
}
