import type { TreasuryAccountShown, TreasuryMoveShown } from '@candor/contract'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { FigureField } from '../shell/figure-field.tsx'
import { plainAmount } from '../shell/plain-amount.ts'
import { TextField } from '../shell/text-field.tsx'
import { actWords, placeWords, refusedWords } from './treasury-words.ts'

type Act = TreasuryMoveShown['act']
type Place = TreasuryAccountShown['place']

/** Accounts that can receive money; earnings can only be taken out or moved. */
const paying = (accounts: readonly TreasuryAccountShown[]): readonly TreasuryAccountShown[] =>
  accounts.filter(({ place }) => !earned.includes(place))
const earned: readonly Place[] = ['fee-revenue', 'swap-revenue', 'loan-interest']

/** Acts that make sense for an account. */
function actsFor({ place, coin }: TreasuryAccountShown): readonly Act[] {
  if (earned.includes(place)) return ['take-out', 'move']
  if (place === 'trading-capital' && coin === 'USDT')
    return ['put-in', 'take-out', 'move', 'hedge-in', 'hedge-out']
  return ['put-in', 'take-out', 'move']
}

const hints: Readonly<Record<Act, string>> = {
  'put-in': 'Book it once the money is in your bank account or wallet.',
  'take-out':
    'You can withdraw only what is neither set aside nor promised. Send the money after the second person has approved.',
  move: 'Between your own accounts, in the same coin.',
  'hedge-in': 'What external hedging earned you.',
  'hedge-out': 'What external hedging cost you.',
}

interface MoveDialogProps {
  readonly account: TreasuryAccountShown
  readonly accounts: readonly TreasuryAccountShown[]
  readonly onClose: () => void
}

/** The operator's money put in, taken out or moved; a second person approves it. */
export function MoveDialog({ account, accounts, onClose }: MoveDialogProps) {
  const { place, coin, free } = account
  const propose = useOpsMutation('opsProposeTreasury')
  const targets = paying(accounts).filter((one) => one.coin === coin && one.place !== place)
  const acts = actsFor(account).filter((act) => act !== 'move' || targets.length > 0)
  const [act, setAct] = useState<Act>(acts[0] ?? 'take-out')
  const [target, setTarget] = useState<Place>(targets[0]?.place ?? place)
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const issue = issuesOf(propose.error, refusedWords)
  const to = act === 'move' ? target : null
  return (
    <ProposalDialog
      title={`${placeWords[place]}, ${coin}`}
      text={hints[act]}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('amount'), issue('reference'), issue('to')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate({ act, place, to, coin, amount, reference, reason }, { onSuccess: done })
      }
    >
      <SelectField label="Action" options={actOptions(acts)} value={act} onChange={setAct} />
      {act === 'move' && (
        <SelectField
          label="To"
          error={issue('to')}
          options={targets.map((one) => ({ value: one.place, label: placeWords[one.place] }))}
          value={target}
          onChange={setTarget}
        />
      )}
      <FigureField
        label={`Amount, ${coin}`}
        hint={leaves(act) && free !== null ? `Up to ${plainAmount(free)} now.` : undefined}
        error={issue('amount')}
        value={amount}
        onValue={setAmount}
      />
      <ReferenceField act={act} error={issue('reference')} value={reference} onValue={setReference} />
    </ProposalDialog>
  )
}

const actOptions = (acts: readonly Act[]) => acts.map((value) => ({ value, label: actWords[value] }))

/** True of acts that take money out of the account. */
const leaves = (act: Act): boolean => act === 'take-out' || act === 'move' || act === 'hedge-out'

function ReferenceField({
  act,
  ...field
}: {
  readonly act: Act
  readonly error: string | null
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  return (
    <TextField
      label="Transfer reference"
      hint={
        act === 'move'
          ? 'From your own records, such as a resolution.'
          : 'As shown by the bank or on the chain. Each transfer is booked once.'
      }
      minLength={3}
      maxLength={120}
      autoComplete="off"
      {...field}
    />
  )
}
