import type { SavingsShown } from '@candor/contract'
import { useState } from 'react'
import { issuesOf, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useOpsMutation } from '../session/use-ops.ts'
import { FigureField } from '../shell/figure-field.tsx'
import { percentOf, shareOf } from '../shell/percent.ts'
import { SwitchRow } from '../shell/switch-row.tsx'

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

export function OfferDialog({ shown: { coin, offer }, onClose }: CoinDialogProps) {
  const propose = useOpsMutation('opsProposeSavings')
  const [taking, setTaking] = useState(offer?.taking ?? true)
  const [minAmount, setMinAmount] = useState(offer?.minAmount ?? '')
  const [percent, setPercent] = useState(offer === null ? '' : percentOf(offer.dailyRate))
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title={`Savings in ${coin}`}
      text="On or off and the least amount hold once approved. A higher rate holds from the next UTC day, a lower one after the thirty days that are set aside."
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
        label="Take new coins"
        note="Off: what is held goes on earning and can be taken out."
        checked={taking}
        onChange={setTaking}
      />
      <FigureField
        label={`Least amount, ${coin}`}
        error={issue('minAmount')}
        value={minAmount}
        onValue={setMinAmount}
      />
      <FigureField
        label="Rate a day, percent"
        hint="0.01 is 3.65 % a year."
        error={issue('dailyRate')}
        value={percent}
        onValue={setPercent}
      />
    </ProposalDialog>
  )
}
