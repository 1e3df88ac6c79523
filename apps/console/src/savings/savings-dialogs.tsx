import type { SavingsShown } from '@candor/contract'
import { parseRate, writeRate } from '@candor/money'
import { Switch } from '@candor/ui/choices.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { useState } from 'react'
import { issuesOf, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useDo } from '../session/use-ops.ts'

interface CoinDialogProps {
  readonly shown: SavingsShown
  readonly onClose: () => void
}

const refusedWords: Readonly<Record<string, string>> = {
  invalid: 'This is no amount that can be used here.',
  positive: 'It has to be above zero.',
  decimal: 'Write it as 0.01.',
  tooHigh: 'No more than 0.05 % a day, 18.25 % a year.',
  tooSmall: 'At this rate so little would earn nothing in a day: choose a higher least amount.',
}

/** Percent as typed into the fraction the server knows; what is no number is sent as it is, to be refused at its field. */
function fractionOf(percent: string): string {
  const exact = parseRate(percent.trim())
  return exact === null || exact % 100n !== 0n ? percent : writeRate((exact / 100n) as typeof exact)
}

export function OfferDialog({ shown: { coin, offer }, onClose }: CoinDialogProps) {
  const propose = useDo('opsProposeSavings')
  const [taking, setTaking] = useState(offer?.taking ?? true)
  const [minAmount, setMinAmount] = useState(offer?.minAmount ?? '')
  const [percent, setPercent] = useState(offer === null ? '' : percentText(offer.dailyRate))
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title={`Savings in ${coin}`}
      text="On or off and the least amount hold once approved. A higher rate holds from the next UTC day, a lower one after the thirty days that are set aside."
      error={propose.error}
      busy={propose.isPending}
      saidAt={[issue('minAmount'), issue('dailyRate')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate(
          { coin, taking, minAmount: minAmount.trim(), dailyRate: fractionOf(percent), reason },
          { onSuccess: done },
        )
      }
    >
      <div className="flex items-center justify-between gap-4">
        <span className="text-14 text-ink">
          Take new coins
          <span className="block text-12 text-ink-3">
            Off: what is held goes on earning and can be taken out.
          </span>
        </span>
        <Switch label="Take new coins" checked={taking} onChange={setTaking} />
      </div>
      <Field label={`Least amount, ${coin}`} error={issue('minAmount')}>
        {(control) => (
          <TextInput
            {...control}
            required
            inputMode="decimal"
            className="figures"
            value={minAmount}
            onChange={(event) => setMinAmount(event.target.value)}
          />
        )}
      </Field>
      <Field label="Rate a day, percent" hint="0.01 is 3.65 % a year." error={issue('dailyRate')}>
        {(control) => (
          <TextInput
            {...control}
            required
            inputMode="decimal"
            className="figures"
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
        )}
      </Field>
    </ProposalDialog>
  )
}

function percentText(rate: string): string {
  const exact = parseRate(rate)
  return exact === null ? rate : writeRate((exact * 100n) as typeof exact)
}

export function FundDialog({ shown: { coin }, onClose }: CoinDialogProps) {
  const propose = useDo('opsFundSavings')
  const [amount, setAmount] = useState('')
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title={`Fund the savings reserve, ${coin}`}
      text="Your own money, entered in the ledger. What is in the reserve pays interest on savings and nothing else: it cannot be taken back."
      error={propose.error}
      busy={propose.isPending}
      saidAt={[issue('amount')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate({ coin, amount: amount.trim(), reason }, { onSuccess: done })
      }
    >
      <Field label={`Amount, ${coin}`} error={issue('amount')}>
        {(control) => (
          <TextInput
            {...control}
            required
            inputMode="decimal"
            className="figures"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        )}
      </Field>
    </ProposalDialog>
  )
}
