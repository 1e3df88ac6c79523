import type { SavingsShown } from '@candor/contract'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SwitchRow } from '../shell/choices/switch-row.tsx'
import { FigureField } from '../shell/figure-field.tsx'
import { percentOf, shareOf } from '../shell/percent.ts'

interface CoinDialogProps {
  readonly shown: SavingsShown
  readonly onClose: () => void
}

const refusedWords: Readonly<Record<string, string>> = {
  invalid: 'Enter a valid amount.',
  positive: 'Enter a number above zero.',
  decimal: 'Enter a number, such as 0.01.',
  tooHigh: 'At most 0.05% a day, which is 18.25% a year.',
  tooSmall: 'At this rate the minimum amount would earn nothing in a day. Choose a higher minimum.',
}

export function OfferDialog({ shown: { coin, offer }, onClose }: CoinDialogProps) {
  const propose = useOpsMutation('opsProposeSavings')
  const [taking, setTaking] = useState(offer?.taking ?? true)
  const [minAmount, setMinAmount] = useState(offer?.minAmount ?? '')
  const [percent, setPercent] = useState(offer === null ? '' : percentOf(offer.dailyRate))
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title={`Savings in ${coin}`}
      text="The switch and the minimum amount apply once approved. A higher rate applies from the next UTC day, a lower one after the thirty days that are set aside."
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('minAmount'), issue('dailyRate')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate(
          // A text that is not a number is sent unchanged, so that the server refuses it at its field.
          { coin, taking, minAmount, dailyRate: shareOf(percent) ?? percent, reason },
          { onSuccess: done },
        )
      }
    >
      <SwitchRow
        label="Accept new savings"
        note="When off, existing savings keep earning interest and can be redeemed."
        checked={taking}
        onChange={setTaking}
      />
      <FigureField
        label={`Minimum amount, ${coin}`}
        error={issue('minAmount')}
        value={minAmount}
        onValue={setMinAmount}
      />
      <FigureField
        label="Daily rate, %"
        hint="0.01 is 3.65% a year."
        error={issue('dailyRate')}
        value={percent}
        onValue={setPercent}
      />
    </ProposalDialog>
  )
}
