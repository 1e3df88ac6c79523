import type { NftWork } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Badge, type Tone } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { BadgeCheck, Frame } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../session/me.ts'
import { useOpsPages } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { ShownPages } from '../shell/states.tsx'
import { AddWorkDialog } from './add-work-dialog.tsx'
import { DeliverDialog, OfferDialog, VerifyDialog, WithdrawDialog } from './work-dialogs.tsx'

const states = ['all', 'draft', 'offered', 'sold', 'unsold', 'withdrawn'] as const
type State = (typeof states)[number]
type Deed = 'offer' | 'withdraw' | 'verify' | 'deliver'
interface OpenDialog {
  readonly deed: Deed
  readonly work: NftWork
}

/** Works in every state: adding, offering, withdrawing, comparing, delivering. */
export function WorksPage() {
  const { role } = useMe()
  const [state, setState] = useState<State>('all')
  const [adding, setAdding] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const query = useOpsPages('opsNftWorks', state === 'all' ? {} : { state }, 15_000)
  const edits = role === 'content' || role === 'admin'
  const close = () => setDialog(null)
  return (
    <div className="p-6">
      <PageHead
        title="Artworks"
        text="The terms of an offered artwork are fixed. Once there is a bid, it cannot be withdrawn. The price goes to the charity, less the operator’s share set under Tariffs."
      >
        <CsvButton
          name="artworks"
          rows={() => rowsOf(query.data?.pages.flatMap(({ items }) => items) ?? [])}
        />
        {edits && <Button onClick={() => setAdding(true)}>Add an artwork …</Button>}
      </PageHead>
      <SegmentedControl
        label="Status"
        className="mb-4"
        choices={states.map((value) => ({ value, label: value }))}
        value={state}
        onChange={setState}
      />
      <Card flush>
        <ShownPages
          query={query}
          empty={{
            icon: <Frame aria-hidden />,
            title: 'No artworks',
            text: 'Add an artwork, then offer it.',
          }}
        >
          {(works) => (
            <Table
              label="Artworks"
              rows={works}
              rowKey={({ id }) => id}
              columns={columns(edits, (deed, work) => setDialog({ deed, work }))}
            />
          )}
        </ShownPages>
      </Card>
      {adding && <AddWorkDialog onClose={() => setAdding(false)} />}
      {dialog?.deed === 'offer' && <OfferDialog work={dialog.work} onClose={close} />}
      {dialog?.deed === 'withdraw' && <WithdrawDialog work={dialog.work} onClose={close} />}
      {dialog?.deed === 'verify' && <VerifyDialog work={dialog.work} onClose={close} />}
      {dialog?.deed === 'deliver' && <DeliverDialog work={dialog.work} onClose={close} />}
    </div>
  )
}

const tones: Readonly<Record<NftWork['state'], Tone>> = {
  draft: 'neutral',
  offered: 'accent',
  sold: 'good',
  unsold: 'warn',
  withdrawn: 'neutral',
}

const amountOf = ({ soldPrice, highest, price }: NftWork): string => soldPrice ?? highest ?? price ?? ''

/** Actions for a work by its state and the operator's rights. */
function deedsOf(work: NftWork, edits: boolean): readonly (readonly [Deed, string])[] {
  const offered = work.state === 'offered'
  return [
    ...(edits && ['draft', 'unsold', 'withdrawn'].includes(work.state)
      ? [['offer', 'Offer …'] as const]
      : []),
    ...(edits && offered && work.bidCount === 0 ? [['withdraw', 'Withdraw …'] as const] : []),
    ...(edits && !work.sample ? [['verify', work.verified ? 'Unverify …' : 'Verify …'] as const] : []),
    ...(work.state === 'sold' && work.deliveryHash === null && !work.sample
      ? [['deliver', 'Record delivery …'] as const]
      : []),
  ]
}

const columns = (edits: boolean, onDeed: (deed: Deed, work: NftWork) => void): readonly Column<NftWork>[] => [
  { key: 'work', title: 'Artwork', cell: (work) => <Identity work={work} /> },
  {
    key: 'state',
    title: 'Status',
    cell: (work) => (
      <span className="flex gap-1.5">
        <Badge tone={tones[work.state]}>{work.state}</Badge>
        {work.sample && <Badge tone="warn">sample</Badge>}
      </span>
    ),
  },
  { key: 'sale', title: 'Sale', cell: (work) => <Sale work={work} /> },
  {
    key: 'amount',
    title: 'USDT',
    end: true,
    cell: (work) => <span className="figures">{amountOf(work)}</span>,
  },
  {
    key: 'deeds',
    title: <span className="sr-only">Actions</span>,
    end: true,
    cell: (work) => (
      <span className="flex justify-end gap-1.5">
        {deedsOf(work, edits).map(([deed, name]) => (
          <Button key={deed} size="s" variant="secondary" onClick={() => onDeed(deed, work)}>
            {name}
          </Button>
        ))}
      </span>
    ),
  },
]

/** Picture, title and token of a work. */
const Identity = ({ work }: { readonly work: NftWork }) => (
  <span className="flex items-center gap-3">
    <img
      src={work.thumbnail}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      className="size-10 rounded-s border border-hairline object-cover"
    />
    <span>
      <span className="flex items-center gap-1 text-ink">
        {work.title}
        {work.verified && <BadgeCheck aria-label="verified" className="size-4 text-accent" />}
      </span>
      <span className="text-12 text-ink-3">
        {work.creator.name} · {work.chain} · {work.tokenId}
      </span>
    </span>
  </span>
)

/** Kind and time of a sale, and its bids. */
const Sale = ({ work }: { readonly work: NftWork }) => (
  <span className="text-12 text-ink-2">
    {work.saleKind ?? 'not offered yet'}
    {work.bidCount > 0 && `, ${work.bidCount} ${work.bidCount === 1 ? 'bid' : 'bids'}`}
    <br />
    {work.soldAt !== null
      ? `sold ${momentOf(work.soldAt)}`
      : work.endsAt !== null
        ? `ends ${momentOf(work.endsAt)}`
        : work.startsAt !== null && `from ${momentOf(work.startsAt)}`}
  </span>
)

const rowsOf = (works: readonly NftWork[]): string[][] => [
  [
    'title',
    'creator',
    'chain',
    'contract',
    'token',
    'state',
    'sale',
    'USDT',
    'bids',
    'ends',
    'sold',
    'receiver',
    'delivered',
  ],
  ...works.map((work) => [
    work.title,
    work.creator.name,
    work.chain,
    work.address,
    work.tokenId,
    work.state,
    work.saleKind ?? '',
    amountOf(work),
    String(work.bidCount),
    work.endsAt ?? '',
    work.soldAt ?? '',
    work.receivingAddress ?? '',
    work.deliveryHash ?? '',
  ]),
]
