import type { InstrumentChange, InstrumentShown, ListedMarket } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'
import { InstrumentDialog } from './instrument-dialog.tsx'
import { changeWords } from './instrument-words.ts'
import { CloseOnlyDialog, OfferAgainDialog } from './offer-dialog.tsx'

type Instruments = OpsResult<'opsInstruments'>
type OpenDialog =
  | { readonly kind: 'add' | 'closeOnly' }
  | { readonly kind: 'change'; readonly instrument: InstrumentShown }
  | { readonly kind: 'offer'; readonly code: string }

/** Card of the markets that are offered: those that operators added, and every decision of two people about them. */
export function OfferedMarkets({ markets }: { readonly markets: readonly ListedMarket[] }) {
  const query = useOps('opsInstruments', {}, { everyMs: 15_000 })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <Card flush>
      <SectionHead
        title="Markets you offer"
        action={
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" size="s" onClick={() => setDialog({ kind: 'closeOnly' })}>
              Closing only …
            </Button>
            <Button size="s" onClick={() => setDialog({ kind: 'add' })}>
              Add a market …
            </Button>
          </div>
        }
        className="px-5 pt-4 pb-2"
      />
      <Shown query={query}>
        {(instruments) => (
          <>
            <Changes instruments={instruments} onOpen={setDialog} />
            {dialog !== null && (
              <Dialogs
                dialog={dialog}
                markets={markets}
                noticeHours={instruments.noticeHours}
                onClose={close}
              />
            )}
          </>
        )}
      </Shown>
    </Card>
  )
}

function Dialogs({
  dialog,
  markets,
  noticeHours,
  onClose,
}: {
  readonly dialog: OpenDialog
  readonly markets: readonly ListedMarket[]
  readonly noticeHours: number
  readonly onClose: () => void
}) {
  if (dialog.kind === 'change') return <InstrumentDialog instrument={dialog.instrument} onClose={onClose} />
  if (dialog.kind === 'offer') return <OfferAgainDialog code={dialog.code} onClose={onClose} />
  if (dialog.kind === 'add') return <InstrumentDialog instrument={null} onClose={onClose} />
  const offered = markets.filter(({ closeOnly }) => !closeOnly)
  return <CloseOnlyDialog markets={offered} noticeHours={noticeHours} onClose={onClose} />
}

function Changes({
  instruments,
  onOpen,
}: {
  readonly instruments: Instruments
  readonly onOpen: (dialog: OpenDialog) => void
}) {
  const { changes } = instruments
  if (changes.length === 0)
    return (
      <p className="px-5 pb-4 text-14 text-ink-2">
        The product’s own list is offered. Added markets, and those that can only be closed, are listed here.
      </p>
    )
  return (
    <Table
      label="Markets you offer"
      rows={changes}
      rowKey={({ changeId }) => changeId}
      columns={columnsOf(instruments, onOpen)}
    />
  )
}

const columnsOf = (
  { instruments, changes }: Instruments,
  onOpen: (dialog: OpenDialog) => void,
): readonly Column<InstrumentChange>[] => [
  { key: 'code', title: 'Market', cell: ({ code }) => <span className="font-medium text-ink">{code}</span> },
  {
    key: 'kind',
    title: 'Change',
    cell: ({ kind }) => {
      const [words, tone] = changeWords[kind]
      return <Badge tone={tone}>{words}</Badge>
    },
  },
  {
    key: 'from',
    title: 'Effective from',
    cell: ({ from }) => <span className="figures">{momentOf(from)}</span>,
  },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ reason }) => <span className="[overflow-wrap:anywhere]">{reason}</span>,
  },
  {
    key: 'by',
    title: 'Proposed, approved',
    cell: ({ proposedBy, approvedBy }) => (
      <span className="flex flex-col [overflow-wrap:anywhere]">
        <span>{proposedBy}</span>
        <span>{approvedBy}</span>
      </span>
    ),
  },
  actColumn((change) => {
    const isNewest = changes.find(({ code }) => code === change.code) === change
    const instrument = instruments.find(({ code }) => code === change.code)
    if (!isNewest) return null
    if (change.kind === 'closeOnly')
      return (
        <Button variant="secondary" size="s" onClick={() => onOpen({ kind: 'offer', code: change.code })}>
          Offer again …
        </Button>
      )
    return (
      instrument !== undefined && (
        <Button variant="secondary" size="s" onClick={() => onOpen({ kind: 'change', instrument })}>
          Name and tickers …
        </Button>
      )
    )
  }),
]
