import type { CharityTransfer, OpsCalls, OpsInputOf } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Badge, EmptyState, type Tone } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { CircleAlert, CircleCheck, HandHeart } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { FormDialog } from '../shell/form-dialog.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { Line } from './work-dialogs.tsx'

type OpenDialog =
  | { readonly deed: 'propose' }
  | { readonly deed: 'sent' | 'cancel'; readonly transfer: CharityTransfer }

/**
 * Proceeds of artworks for the charity, and their transfer: proposed by one person, approved by another, public once its
 * transaction is named.
 */
export function CharityPage() {
  const query = useOps('opsCharity', {}, { everyMs: 15_000 })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="p-6">
      <PageHead
        title="Charity"
        text="Two people approve a transfer, which sets its amount aside. Once it is sent, enter its transaction to publish it in the charity ledger."
      >
        <CsvButton name="charity-transfers" rows={() => rowsOf(query.data?.transfers ?? [])} />
        <Button onClick={() => setDialog({ deed: 'propose' })}>Propose a transfer …</Button>
      </PageHead>
      <Shown query={query}>
        {(charity) => (
          <div className="flex flex-col gap-5">
            <Books charity={charity} />
            {charity.transfers.length === 0 ? (
              <EmptyState
                icon={<HandHeart aria-hidden />}
                title="No transfers yet"
                text="Transfers appear here once they are approved."
              />
            ) : (
              <Card flush>
                <Table
                  label="Transfers to the charity"
                  rows={charity.transfers}
                  rowKey={({ id }) => id}
                  columns={columns((deed, transfer) => setDialog({ deed, transfer }))}
                />
              </Card>
            )}
          </div>
        )}
      </Shown>
      {dialog?.deed === 'propose' && <ProposeDialog onClose={close} />}
      {dialog?.deed === 'sent' && <SentDialog transfer={dialog.transfer} onClose={close} />}
      {dialog?.deed === 'cancel' && <CancelDialog transfer={dialog.transfer} onClose={close} />}
    </div>
  )
}

function Books({ charity }: { readonly charity: OpsResult<'opsCharity'> }) {
  const money = (amount: string) => <span className="figures">{`${amount} USDT`}</span>
  return (
    <Card>
      <DetailList className="md:columns-2 md:gap-x-10">
        <Detail name="Sold">{money(charity.sold)}</Detail>
        <Detail name="Fees">{money(charity.fees)}</Detail>
        <Detail name="Credited">{money(charity.credited)}</Detail>
        <Detail name="Transferred">{money(charity.transferred)}</Detail>
        <Detail name="Account balance" strong>
          {money(charity.kept)}
        </Detail>
        <Detail name="Approved, not yet sent">{money(charity.promised)}</Detail>
      </DetailList>
      <p
        className={`mt-3 inline-flex items-center gap-1.5 text-14 ${charity.addsUp ? 'text-good' : 'text-bad'}`}
      >
        {charity.addsUp ? (
          <CircleCheck aria-hidden className="size-4" />
        ) : (
          <CircleAlert aria-hidden className="size-4" />
        )}
        {charity.addsUp
          ? 'Sales, credits and transfers add up.'
          : 'Sales, credits and transfers do not add up.'}
      </p>
    </Card>
  )
}

const tones: Readonly<Record<CharityTransfer['state'], Tone>> = {
  approved: 'accent',
  sent: 'good',
  cancelled: 'neutral',
}

const columns = (
  onDeed: (deed: 'sent' | 'cancel', transfer: CharityTransfer) => void,
): readonly Column<CharityTransfer>[] => [
  {
    key: 'to',
    title: 'To',
    cell: ({ recipient, network, address }) => (
      <span>
        {recipient}
        <span className="figures block text-12 text-ink-3">{`${network} ${address}`}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    title: 'USDT',
    end: true,
    cell: ({ amount }) => <span className="figures">{amount}</span>,
  },
  {
    key: 'people',
    title: 'Proposed, approved',
    cell: ({ proposedBy, approvedBy, approvedAt }) => (
      <span className="text-12 text-ink-2">
        {`${proposedBy}, approved by ${approvedBy}`}
        <br />
        {momentOf(approvedAt)}
      </span>
    ),
  },
  { key: 'state', title: 'Status', cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge> },
  {
    key: 'deeds',
    title: <span className="sr-only">Actions</span>,
    end: true,
    cell: (transfer) =>
      transfer.state === 'approved' ? (
        <span className="flex justify-end gap-1.5">
          <Button size="s" onClick={() => onDeed('sent', transfer)}>
            Mark as sent …
          </Button>
          <Button size="s" variant="secondary" onClick={() => onDeed('cancel', transfer)}>
            Cancel …
          </Button>
        </span>
      ) : (
        <span className="figures text-12 text-ink-3">{transfer.hash?.slice(0, 14) ?? ''}</span>
      ),
  },
]

function ProposeDialog({ onClose }: { readonly onClose: () => void }) {
  const propose = useOpsMutation('opsProposeCharityTransfer')
  const [, go] = useLocation()
  const [network, setNetwork] =
    useState<OpsInputOf<OpsCalls['opsProposeCharityTransfer']>['network']>('ERC20')
  const [fields, setFields] = useState({ recipient: '', address: '', amount: '', reason: '' })
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value })
  return (
    <FormDialog
      title="Propose a transfer to the charity"
      act="Submit for approval"
      busy={propose.isPending}
      error={propose.error}
      onSubmit={() =>
        propose.mutate({ ...fields, network }, { onSuccess: ({ id }) => go(`/proposals/${id}`) })
      }
      onClose={onClose}
    >
      <Line
        label="Recipient"
        value={fields.recipient}
        onValue={set('recipient')}
        most={120}
        hint="Shown publicly."
      />
      <SegmentedControl
        full
        label="Network"
        choices={[
          { value: 'ERC20', label: 'USDT on ERC-20' },
          { value: 'TRC20', label: 'USDT on TRC-20' },
        ]}
        value={network}
        onChange={setNetwork}
      />
      <Line label="Address" value={fields.address} onValue={set('address')} most={120} />
      <Line label="Amount in USDT" value={fields.amount} onValue={set('amount')} most={20} />
      <Line label="Reason" value={fields.reason} onValue={set('reason')} least={3} />
    </FormDialog>
  )
}

interface TransferProps {
  readonly transfer: CharityTransfer
  readonly onClose: () => void
}

function SentDialog({ transfer, onClose }: TransferProps) {
  const send = useOpsMutation('opsSendCharityTransfer')
  const [hash, setHash] = useState('')
  return (
    <FormDialog
      title={`Mark ${transfer.amount} USDT as sent`}
      act="Publish in the charity ledger"
      busy={send.isPending}
      error={send.error}
      onSubmit={() => send.mutate({ id: transfer.id, hash: hash.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">{`To ${transfer.recipient}, ${transfer.network} ${transfer.address}.`}</p>
      <Line
        label="Transaction"
        value={hash}
        onValue={setHash}
        most={80}
        hint="Shown publicly. Each transaction can be entered once."
      />
    </FormDialog>
  )
}

function CancelDialog({ transfer, onClose }: TransferProps) {
  const cancel = useOpsMutation('opsCancelCharityTransfer')
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={`Cancel ${transfer.amount} USDT to ${transfer.recipient}`}
      act="Cancel transfer"
      variant="danger"
      busy={cancel.isPending}
      error={cancel.error}
      onSubmit={() => cancel.mutate({ id: transfer.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Cancel only if nothing was sent. The money is then available again.
      </p>
      <Line label="Reason" value={reason} onValue={setReason} least={3} />
    </FormDialog>
  )
}

const rowsOf = (transfers: readonly CharityTransfer[]): string[][] => [
  [
    'recipient',
    'network',
    'address',
    'USDT',
    'state',
    'transaction',
    'proposed by',
    'approved by',
    'approved',
    'ended',
    'reason',
  ],
  ...transfers.map((one) => [
    one.recipient,
    one.network,
    one.address,
    one.amount,
    one.state,
    one.hash ?? '',
    one.proposedBy,
    one.approvedBy,
    one.approvedAt,
    one.endedAt ?? '',
    one.reason,
  ]),
]
