import type { CustomerShown } from '@candor/contract'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { FigureField } from '../shell/figure-field.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { dayOf } from '../shell/moments.ts'
import { ReasonField } from '../shell/reason-field.tsx'

const assets = ['USDT', 'BTC', 'ETH'] as const
type Asset = (typeof assets)[number]
const whys = [
  { value: 'feeReturned', label: 'A fee was charged in error' },
  { value: 'priceFault', label: 'A price was wrong when they traded' },
  { value: 'goodwill', label: 'Goodwill gesture' },
] as const
type Adjustment = CustomerShown['adjustments'][number]

/** A correction in the customer's favour, or taking an earlier one back: a posting with a reason and two people. */
export function AdjustDialog({
  customer,
  onClose,
}: {
  readonly customer: CustomerShown
  readonly onClose: () => void
}) {
  const adjust = useOpsMutation('opsAdjust')
  const [asset, setAsset] = useState<Asset>('USDT')
  const [amount, setAmount] = useState('')
  const [why, setWhy] = useState<(typeof whys)[number]['value']>('feeReturned')
  const [reverses, setReverses] = useState('none')
  const [reason, setReason] = useState('')
  const reversed = customer.adjustments.find(({ id }) => id === reverses)
  const submit = () => {
    const terms = reversed === undefined ? { asset, why, reverses: null } : reversalOf(reversed, asset)
    adjust.mutate(
      { customerId: customer.id, amount, reason, ...terms },
      { onSuccess: closeWith('Submitted. A second person must approve it.', onClose) },
    )
  }
  const error = adjust.error === null ? null : sentenceOf(adjust.error)
  return (
    <FormDialog
      title={`Correct the balance of ${customer.userName}`}
      act="Submit for approval"
      busy={adjust.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Paid from the operator’s trading capital. The customer sees it on their statement and receives an
        email. You can only take money back by reversing an earlier correction.
      </p>
      <ReversalField adjustments={customer.adjustments} reverses={reverses} onReverses={setReverses} />
      <div className="grid grid-cols-[1fr_8rem] gap-3">
        <FigureField label="Amount" pattern="\d+(\.\d+)?" value={amount} onValue={setAmount} />
        <AssetField reversed={reversed} asset={asset} onAsset={setAsset} />
      </div>
      {reversed === undefined && (
        <Field label="Message to the customer, in their language">
          {(control) => <Select {...control} value={why} onChange={setWhy} options={whys} />}
        </Field>
      )}
      <ReasonField reason={reason} onReason={setReason} error={error} />
    </FormDialog>
  )
}

/** Taking a correction back is booked in the asset it was made in. */
const reversalOf = ({ id, asset }: Adjustment, chosen: Asset) => ({
  asset: assets.find((one) => one === asset) ?? chosen,
  why: 'reversed' as const,
  reverses: id,
})

/** Credits the customer, or takes one of the earlier corrections back; nothing to choose while there is none. */
function ReversalField({
  adjustments,
  reverses,
  onReverses,
}: {
  readonly adjustments: readonly Adjustment[]
  readonly reverses: string
  readonly onReverses: (id: string) => void
}) {
  if (adjustments.length === 0) return null
  const options = [
    { value: 'none', label: 'Credit the customer' },
    ...adjustments.map((one) => ({
      value: one.id,
      label: `Reverse ${one.amount} ${one.asset} of ${dayOf(one.at)}`,
    })),
  ]
  return (
    <Field label="Action">
      {(control) => <Select {...control} value={reverses} onChange={onReverses} options={options} />}
    </Field>
  )
}

const assetOptions = assets.map((value) => ({ value, label: value }))

function AssetField({
  reversed,
  asset,
  onAsset,
}: {
  readonly reversed: Adjustment | undefined
  readonly asset: Asset
  readonly onAsset: (asset: Asset) => void
}) {
  return (
    <Field label="Asset">
      {(control) =>
        reversed === undefined ? (
          <Select {...control} value={asset} onChange={onAsset} options={assetOptions} />
        ) : (
          <TextInput {...control} readOnly value={reversed.asset} />
        )
      }
    </Field>
  )
}
