import type { CustomerShown } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { FigureField } from '../shell/figure-field.tsx'
import { dayOf } from '../shell/moments.ts'
import { Reason } from './freeze-dialog.tsx'

const assets = ['USDT', 'BTC', 'ETH'] as const
const whys = [
  { value: 'feeReturned', label: 'A fee was charged that should not have been' },
  { value: 'priceFault', label: 'A price was wrong when they traded' },
  { value: 'goodwill', label: 'A gesture of goodwill' },
] as const

/** A correction in the customer's favour, or taking an earlier one back: a posting with a reason and two people. */
export function AdjustDialog({
  customer,
  onClose,
}: {
  readonly customer: CustomerShown
  readonly onClose: () => void
}) {
  const form = useId()
  const adjust = useOpsMutation('opsAdjust')
  const [asset, setAsset] = useState<(typeof assets)[number]>('USDT')
  const [amount, setAmount] = useState('')
  const [why, setWhy] = useState<(typeof whys)[number]['value']>('feeReturned')
  const [reverses, setReverses] = useState('none')
  const [reason, setReason] = useState('')
  const back = customer.adjustments.find(({ id }) => id === reverses)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const about =
      back === undefined
        ? { asset, why, reverses: null }
        : { asset: assets.find((one) => one === back.asset) ?? asset, why: 'reversed' as const, reverses }
    adjust.mutate(
      { customerId: customer.id, amount, reason, ...about },
      {
        onSuccess: () => {
          toast('Proposed: a second person has to approve it.', 'good')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Correct the account of ${customer.userName}`}
      wide
      footer={
        <Button form={form} type="submit" busy={adjust.isPending}>
          Propose the correction
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">
          Paid from the operator’s trading capital. The customer reads it in their statement and in a letter.
          Only an earlier correction can be taken back.
        </p>
        {customer.adjustments.length > 0 && (
          <Field label="What to do">
            {(control) => (
              <Select
                {...control}
                value={reverses}
                onChange={setReverses}
                options={[
                  { value: 'none', label: 'Credit the customer' },
                  ...customer.adjustments.map((one) => ({
                    value: one.id,
                    label: `Take back ${one.amount} ${one.asset} of ${dayOf(one.at)}`,
                  })),
                ]}
              />
            )}
          </Field>
        )}
        <div className="grid grid-cols-[1fr_8rem] gap-3">
          <FigureField label="Amount" pattern="\d+(\.\d+)?" value={amount} onValue={setAmount} />
          <Field label="Asset">
            {(control) =>
              back === undefined ? (
                <Select
                  {...control}
                  value={asset}
                  onChange={setAsset}
                  options={assets.map((value) => ({ value, label: value }))}
                />
              ) : (
                <TextInput {...control} readOnly value={back.asset} />
              )
            }
          </Field>
        </div>
        {back === undefined && (
          <Field label="What the customer reads, in their language">
            {(control) => <Select {...control} value={why} onChange={setWhy} options={whys} />}
          </Field>
        )}
        <Reason
          reason={reason}
          onReason={setReason}
          error={adjust.error === null ? null : sentenceOf(adjust.error)}
        />
      </form>
    </Dialog>
  )
}
