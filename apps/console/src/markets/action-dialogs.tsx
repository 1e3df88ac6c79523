import type { MarketActionShown } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { useState } from 'react'
import { MomentField, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { TextField } from '../shell/text-field.tsx'
import { MarketField, type NamedMarket } from './market-field.tsx'

const refusedWords: Readonly<Record<string, string>> = {
  'bad-ratio': 'Enter new to old shares in whole numbers up to 1000, such as 4:1 or 1:10.',
  'bad-amount': 'Enter a number above zero in the share’s currency, such as 0.26.',
  'in-the-past': 'This is in the past. Who held what then is no longer known.',
  'too-soon': 'Enter a moment at least five seconds ahead, so that every process knows it in time.',
}

type Kind = 'split' | 'dividend'
const kinds = [
  { value: 'split', label: 'Split' },
  { value: 'dividend', label: 'Dividend' },
] as const
const valueWords: Readonly<Record<Kind, Readonly<Record<'label' | 'hint' | 'placeholder', string>>>> = {
  split: {
    label: 'New to old shares',
    hint: '4:1 turns one share into four; 1:10 turns ten into one.',
    placeholder: '4:1',
  },
  dividend: {
    label: 'Dividend per share',
    hint: 'In the share’s currency. Long positions are credited, short positions are debited.',
    placeholder: '0.26',
  },
}

/** A split or a dividend is proposed; it goes onto the calendar once another person has approved it. */
export function ProposeActionDialog({
  stocks,
  onClose,
}: {
  readonly stocks: readonly NamedMarket[]
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeAction')
  const [kind, setKind] = useState<Kind>('split')
  const [code, setCode] = useState('')
  const [value, setValue] = useState('')
  const [at, setAt] = useState('')
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title="Propose a split or dividend"
      disabled={code === ''}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('value'), issue('at')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate(
          { code, kind, value: value.trim(), at: new Date(at).toISOString(), reason },
          { onSuccess: done },
        )
      }
    >
      <SegmentedControl label="Type" full choices={kinds} value={kind} onChange={setKind} />
      <MarketField label="Stock" placeholder="Choose a stock" markets={stocks} code={code} onCode={setCode} />
      <TextField
        {...valueWords[kind]}
        error={issue('value')}
        autoComplete="off"
        value={value}
        onValue={setValue}
        className="figures"
      />
      <MomentField label="Takes effect" at={at} onAt={setAt} error={issue('at')} />
    </ProposalDialog>
  )
}

/** Taking one off the calendar is proposed as well. */
export function CancelDialog({
  action,
  onClose,
}: {
  readonly action: MarketActionShown
  readonly onClose: () => void
}) {
  const cancel = useOpsMutation('opsProposeCancel')
  return (
    <ProposalDialog
      title={`Cancel the ${action.kind} of ${action.code}`}
      text={`${action.value}, ${momentOf(action.at)}. It stays on the calendar until a second person approves, and can be cancelled up to a minute before it takes effect, or while it could not be carried out. Every customer with something open in the market is notified, and the public status page shows it.`}
      act="Submit for approval"
      danger
      error={cancel.error}
      busy={cancel.isPending}
      onClose={onClose}
      onPropose={(reason, done) => cancel.mutate({ id: action.id, reason }, { onSuccess: done })}
    />
  )
}
