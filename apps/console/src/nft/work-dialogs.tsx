import type { NftWork } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { useOpsMutation } from '../session/use-ops.ts'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { TextField } from '../shell/text-field.tsx'

interface DeedProps {
  readonly work: NftWork
  readonly onClose: () => void
}

/** A line of text, never filled in by the browser. */
export function Line({
  label,
  value,
  onValue,
  hint,
  most = 500,
  least = 1,
}: {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly hint?: string
  readonly most?: number
  readonly least?: number
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      autoComplete="off"
      minLength={least}
      maxLength={most}
      value={value}
      onValue={onValue}
    />
  )
}

const reasonHint = 'Recorded in the audit log. Customers do not see it.'

function Moment({
  label,
  value,
  onValue,
}: {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  return (
    <TextField
      label={label}
      hint={value === '' ? 'In your own time zone.' : `${new Date(value).toISOString().slice(0, 16)} UTC`}
      type="datetime-local"
      value={value}
      onValue={onValue}
      className="figures"
    />
  )
}

interface Sale {
  readonly saleKind: 'fixed' | 'auction'
  readonly begins: 'now' | 'later'
  readonly price: string
  readonly startsAt: string
  readonly endsAt: string
}
const newSale: Sale = { saleKind: 'auction', begins: 'now', price: '', startsAt: '', endsAt: '' }

const termsOf = ({ saleKind, begins, price, startsAt, endsAt }: Sale) => ({
  saleKind,
  price: price.trim(),
  startsAt: (begins === 'now' ? new Date() : new Date(startsAt)).toISOString(),
  endsAt: saleKind === 'fixed' ? null : new Date(endsAt).toISOString(),
})

/** Dialog to offer a work: now or later, at a price or in an auction. */
export function OfferDialog({ work, onClose }: DeedProps) {
  const offer = useOpsMutation('opsNftOffer')
  const [sale, setSale] = useState(newSale)
  const [reason, setReason] = useState('')
  const submit = () =>
    offer.mutate(
      { id: work.id, ...termsOf(sale), reason },
      { onSuccess: closeWith(`“${work.title}” is on offer.`, onClose) },
    )
  return (
    <FormDialog
      title={`Offer “${work.title}”`}
      act="Offer artwork"
      busy={offer.isPending}
      error={offer.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SaleFields sale={sale} onSale={setSale} />
      <Line label="Reason" value={reason} onValue={setReason} hint={reasonHint} least={3} />
    </FormDialog>
  )
}

const saleKinds = [
  { value: 'auction', label: 'Auction' },
  { value: 'fixed', label: 'Fixed price' },
] as const
const beginnings = [
  { value: 'now', label: 'Starts now' },
  { value: 'later', label: 'Starts later' },
] as const

function SaleFields({ sale, onSale }: { readonly sale: Sale; readonly onSale: (sale: Sale) => void }) {
  const { saleKind, begins, price, startsAt, endsAt } = sale
  const set = (part: Partial<Sale>) => onSale({ ...sale, ...part })
  return (
    <>
      <SegmentedControl
        full
        label="Type of sale"
        choices={saleKinds}
        value={saleKind}
        onChange={(next) => set({ saleKind: next })}
      />
      <Line
        label={saleKind === 'fixed' ? 'Price in USDT' : 'Starting price in USDT'}
        value={price}
        onValue={(next) => set({ price: next })}
        most={20}
      />
      <SegmentedControl
        full
        label="Start"
        choices={beginnings}
        value={begins}
        onChange={(next) => set({ begins: next })}
      />
      {begins === 'later' && (
        <Moment label="Starts" value={startsAt} onValue={(next) => set({ startsAt: next })} />
      )}
      {saleKind === 'auction' && (
        <Moment label="Ends" value={endsAt} onValue={(next) => set({ endsAt: next })} />
      )}
    </>
  )
}

export function WithdrawDialog({ work, onClose }: DeedProps) {
  const withdraw = useOpsMutation('opsNftWithdraw')
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={`Withdraw “${work.title}”`}
      act="Withdraw artwork"
      variant="danger"
      busy={withdraw.isPending}
      error={withdraw.error}
      onSubmit={() => withdraw.mutate({ id: work.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">It is taken off sale immediately. It can be offered again later.</p>
      <Line label="Reason" value={reason} onValue={setReason} hint={reasonHint} least={3} />
    </FormDialog>
  )
}

export function VerifyDialog({ work, onClose }: DeedProps) {
  const verify = useOpsMutation('opsNftVerify')
  const [reason, setReason] = useState('')
  const verified = !work.verified
  return (
    <FormDialog
      title={verified ? `Verify “${work.title}”` : `Remove verification from “${work.title}”`}
      act={verified ? 'Mark as verified' : 'Remove verification'}
      busy={verify.isPending}
      error={verify.error}
      onSubmit={() => verify.mutate({ id: work.id, verified, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Customers see on a verified artwork that creator, contract and token were checked against what the
        creator says.
      </p>
      <DetailList>
        <Detail name="Creator">{work.creator.name}</Detail>
        <Detail name="Chain">{work.chain}</Detail>
        <Detail name="Contract">
          <span className="figures break-all">{work.address}</span>
        </Detail>
        <Detail name="Token">{work.tokenId}</Detail>
      </DetailList>
      <Line
        label={verified ? 'How it was checked' : 'Reason'}
        value={reason}
        onValue={setReason}
        hint={reasonHint}
        least={3}
      />
    </FormDialog>
  )
}

export function DeliverDialog({ work, onClose }: DeedProps) {
  const deliver = useOpsMutation('opsNftDeliver')
  const [hash, setHash] = useState('')
  return (
    <FormDialog
      title={`Delivery of “${work.title}”`}
      act="Record delivery"
      busy={deliver.isPending}
      error={deliver.error}
      onSubmit={() => deliver.mutate({ id: work.id, hash: hash.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <DetailList>
        <Detail name="Token">{`${work.chain} · ${work.tokenId}`}</Detail>
        <Detail name="Contract">
          <span className="figures break-all">{work.address}</span>
        </Detail>
        <Detail name="Buyer’s address">
          <span className="figures break-all">{work.receivingAddress}</span>
        </Detail>
      </DetailList>
      <Line
        label="Transaction"
        value={hash}
        onValue={setHash}
        hint="Shown to the buyer. Each transaction can be entered once."
        most={80}
      />
    </FormDialog>
  )
}
