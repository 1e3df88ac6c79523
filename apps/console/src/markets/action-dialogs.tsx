import type { MarketActionShown } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { useState } from 'react'
import { issuesOf, MomentField, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useOpsMutation } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { TextField } from '../shell/text-field.tsx'
import { MarketField, type NamedMarket } from './market-field.tsx'

const refusedWords: Readonly<Record<string, string>> = {
  'bad-ratio': 'New to old shares, whole numbers up to 1000, as 4:1 or 1:10.',
  'bad-amount': 'A number above zero in the share’s currency, as 0.26.',
  'in-the-past': 'This lies in the past: who held what then is not known any more.',
}

type Kind = 'split' | 'dividend'
const kinds = [
  { value: 'split', label: 'Split' },
  { value: 'dividend', label: 'Dividend' },
] as const
const valueWords: Readonly<Record<Kind, Readonly<Record<'label' | 'hint' | 'placeholder', string>>>> = {
  split: {
    label: 'New to old shares',
    hint: '4:1 makes four shares of one; 1:10 makes one of ten.',
    placeholder: '4:1',
  },
  dividend: {
    label: 'Dividend for one share',
    hint: 'In the share’s currency. Longs are credited, shorts are debited.',
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
      <SegmentedControl label="What happens" full choices={kinds} value={kind} onChange={setKind} />
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
      text={`${action.value}, ${momentOf(action.at)}. It stays on the calendar until another person has approved, and can be cancelled until a minute before its moment.`}
      act="Propose to cancel it"
      danger
      error={cancel.error}
      busy={cancel.isPending}
      onClose={onClose}
      onPropose={(reason, done) => cancel.mutate({ id: action.id, reason }, { onSuccess: done })}
    />
  )
}
