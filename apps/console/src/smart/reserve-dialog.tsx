import { type ReserveSource, reserveSources } from '@candor/contract/smart-ops.ts'
import { SegmentedControl } from '@candor/ui/choices.tsx'
import { Field } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { useState } from 'react'
import { issuesOf, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import type { OpsResult } from '../session/call-ops.ts'
import { useDo } from '../session/use-ops.ts'
import { FigureField } from '../shell/figure-field.tsx'
import { plainAmount, refusedWords, sourceWords } from './smart-words.ts'

type Smart = OpsResult<'opsSmart'>

/** Money put into the yield reserve, or what is promised to nobody taken out of it. */
export function ReserveDialog({ smart, onClose }: { readonly smart: Smart; readonly onClose: () => void }) {
  const propose = useDo('opsProposeReserve')
  const [direction, setDirection] = useState<'in' | 'out'>('in')
  const [source, setSource] = useState<ReserveSource>('world')
  const [amount, setAmount] = useState('')
  const issue = issuesOf(propose.error, refusedWords)
  const into = direction === 'in'
  const available = (wanted: ReserveSource) =>
    smart.sources.find((one) => one.source === wanted)?.available ?? null
  const most = into ? available(source) : smart.reserve.free
  return (
    <ProposalDialog
      title="Move the yield reserve"
      text={
        into
          ? 'New plans are sold only as far as the reserve covers every day of them.'
          : 'It goes to the trading capital. What running plans are promised stays: only they can be paid from it.'
      }
      error={propose.error}
      busy={propose.isPending}
      saidAt={[issue('amount'), issue('source')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate({ direction, source: into ? source : null, amount, reason }, { onSuccess: done })
      }
    >
      <SegmentedControl
        full
        label="Which way"
        value={direction}
        onChange={setDirection}
        choices={[
          { value: 'in', label: 'Put in' },
          { value: 'out', label: 'Take out' },
        ]}
      />
      {into && (
        <Field
          label="Whose money"
          hint={source === 'world' ? 'Name the bank’s reference in the reason.' : undefined}
          error={issue('source')}
        >
          {(control) => (
            <Select
              {...control}
              label="Whose money"
              options={reserveSources.map((value) => ({ value, label: sourceWords[value] }))}
              value={source}
              onChange={setSource}
            />
          )}
        </Field>
      )}
      <FigureField
        label="Amount, USDT"
        hint={most === null ? undefined : `At most ${plainAmount(most)} now.`}
        error={issue('amount')}
        value={amount}
        onValue={setAmount}
      />
    </ProposalDialog>
  )
}
