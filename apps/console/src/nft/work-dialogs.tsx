import type { NftWork } from '@candor/contract'
import { Button, type ButtonVariant } from '@candor/ui/button.tsx'
import { SegmentedControl } from '@candor/ui/choices.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Fact, Facts } from '@candor/ui/surface.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'

interface DeedProps {
  readonly work: NftWork
  readonly onClose: () => void
}

/** Common frame of the dialogs here: fields, reason, and a button that names the action. */
export function DeedDialog({
  title,
  act,
  variant = 'primary',
  busy,
  error,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string
  readonly act: string
  readonly variant?: ButtonVariant
  readonly busy: boolean
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      wide
      footer={
        <Button form={form} type="submit" variant={variant} busy={busy}>
          {act}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        {children}
        {error !== null && <Banner tone="bad">{sentenceOf(error)}</Banner>}
      </form>
    </Dialog>
  )
}

/** A field for one line of text, or for several. */
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
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          required
          autoComplete="off"
          minLength={least}
          maxLength={most}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  )
}

const reasonHint = 'Stands in the audit log; customers do not see it.'

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
    <Field
      label={label}
      hint={value === '' ? 'In your own time zone.' : `${new Date(value).toISOString().slice(0, 16)} UTC`}
    >
      {(control) => (
        <TextInput
          {...control}
          required
          type="datetime-local"
          value={value}
          onChange={(event) => onValue(event.target.value)}
          className="figures"
        />
      )}
    </Field>
  )
}

/** Dialog to offer a work: now or later, at a price or in an auction. */
export function OfferDialog({ work, onClose }: DeedProps) {
  const offer = useOpsMutation('opsNftOffer')
  const [saleKind, setSaleKind] = useState<'fixed' | 'auction'>('auction')
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [price, setPrice] = useState('')
  const [startsAt, setStartsAt] = useState('')
  const [endsAt, setEndsAt] = useState('')
  const [reason, setReason] = useState('')
  const submit = () =>
    offer.mutate(
      {
        id: work.id,
        saleKind,
        price: price.trim(),
        startsAt: (when === 'now' ? new Date() : new Date(startsAt)).toISOString(),
        endsAt: saleKind === 'fixed' ? null : new Date(endsAt).toISOString(),
        reason,
      },
      {
        onSuccess: () => {
          toast(`“${work.title}” is offered.`, 'good')
          onClose()
        },
      },
    )
  return (
    <DeedDialog
      title={`Offer “${work.title}”`}
      act="Offer it"
      busy={offer.isPending}
      error={offer.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SegmentedControl
        full
        label="Kind of sale"
        choices={[
          { value: 'auction', label: 'Auction' },
          { value: 'fixed', label: 'Fixed price' },
        ]}
        value={saleKind}
        onChange={setSaleKind}
      />
      <Line
        label={saleKind === 'fixed' ? 'Price in USDT' : 'Starting price in USDT'}
        value={price}
        onValue={setPrice}
        most={20}
      />
      <SegmentedControl
        full
        label="Beginning"
        choices={[
          { value: 'now', label: 'Begins now' },
          { value: 'later', label: 'Begins later' },
        ]}
        value={when}
        onChange={setWhen}
      />
      {when === 'later' && <Moment label="Begins" value={startsAt} onValue={setStartsAt} />}
      {saleKind === 'auction' && <Moment label="Ends" value={endsAt} onValue={setEndsAt} />}
      <Line label="Reason" value={reason} onValue={setReason} hint={reasonHint} least={3} />
    </DeedDialog>
  )
}

export function WithdrawDialog({ work, onClose }: DeedProps) {
  const withdraw = useOpsMutation('opsNftWithdraw')
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      title={`Withdraw “${work.title}”`}
      act="Withdraw it"
      variant="danger"
      busy={withdraw.isPending}
      error={withdraw.error}
      onSubmit={() => withdraw.mutate({ id: work.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">It leaves the market at once. It can be offered again later.</p>
      <Line label="Reason" value={reason} onValue={setReason} hint={reasonHint} least={3} />
    </DeedDialog>
  )
}

export function VerifyDialog({ work, onClose }: DeedProps) {
  const verify = useOpsMutation('opsNftVerify')
  const [reason, setReason] = useState('')
  const verified = !work.verified
  return (
    <DeedDialog
      title={verified ? `Verify “${work.title}”` : `Take the mark off “${work.title}”`}
      act={verified ? 'It was compared' : 'Take it back'}
      busy={verify.isPending}
      error={verify.error}
      onSubmit={() => verify.mutate({ id: work.id, verified, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Customers read that creator, contract and token were compared with what the creator says.
      </p>
      <Facts>
        <Fact name="Creator">{work.creator.name}</Fact>
        <Fact name="Chain">{work.chain}</Fact>
        <Fact name="Contract">
          <span className="figures break-all">{work.address}</span>
        </Fact>
        <Fact name="Token">{work.tokenId}</Fact>
      </Facts>
      <Line label="How it was compared" value={reason} onValue={setReason} hint={reasonHint} least={3} />
    </DeedDialog>
  )
}

export function DeliverDialog({ work, onClose }: DeedProps) {
  const deliver = useOpsMutation('opsNftDeliver')
  const [hash, setHash] = useState('')
  return (
    <DeedDialog
      title={`“${work.title}” was delivered`}
      act="Name this transaction"
      busy={deliver.isPending}
      error={deliver.error}
      onSubmit={() => deliver.mutate({ id: work.id, hash: hash.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Facts>
        <Fact name="Token">{`${work.chain} · ${work.tokenId}`}</Fact>
        <Fact name="Contract">
          <span className="figures break-all">{work.address}</span>
        </Fact>
        <Fact name="Was to be sent to">
          <span className="figures break-all">{work.receivingAddress}</span>
        </Fact>
      </Facts>
      <Line
        label="Transaction"
        value={hash}
        onValue={setHash}
        hint="The buyer reads it. It is named once."
        most={80}
      />
    </DeedDialog>
  )
}
