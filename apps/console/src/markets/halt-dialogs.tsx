import type { HaltReason, MarketHalt } from '@candor/contract'
import { haltReasons } from '@candor/contract/markets/markets.ts'
import { Banner } from '@candor/ui/feedback.tsx'
import { useState } from 'react'
import { NotedDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { closeWith } from '../shell/form-dialog.tsx'
import { haltWords } from './halt-words.ts'
import { MarketField, type NamedMarket } from './market-field.tsx'

const refusedWords: Readonly<Record<string, string>> = {
  'action-due':
    'A split or dividend of this market is due and not carried out yet. It is tried again every minute; trading can resume once it is carried out or cancelled.',
}

/** Acts at once: waiting for a second person would cost customers money. */
export function HaltDialog({
  markets,
  onClose,
}: {
  readonly markets: readonly NamedMarket[]
  readonly onClose: () => void
}) {
  const halt = useOpsMutation('opsHaltMarket')
  const [code, setCode] = useState('')
  const [reason, setReason] = useState<HaltReason>('news')
  const done = closeWith(`${code} halted.`, onClose)
  return (
    <NotedDialog
      title="Halt a market"
      text="Nothing opens, closes or triggers in this market until it is resumed. Prices continue. Every customer with something open in the market is notified."
      act={code === '' ? 'Halt now' : `Halt ${code} now`}
      danger
      disabled={code === ''}
      error={halt.error}
      busy={halt.isPending}
      onClose={onClose}
      onSend={(note) => halt.mutate({ code, reason, note }, { onSuccess: done })}
    >
      <MarketField
        label="Market"
        placeholder="Choose a market"
        markets={markets}
        code={code}
        onCode={setCode}
      />
      <SelectField
        label="Message to customers"
        hint="Shown in their own language."
        options={haltReasons.map((value) => ({ value, label: haltWords[value] }))}
        value={reason}
        onChange={setReason}
      />
    </NotedDialog>
  )
}

export function ResumeDialog({ halt, onClose }: { readonly halt: MarketHalt; readonly onClose: () => void }) {
  const resume = useOpsMutation('opsResumeMarket')
  const done = closeWith(`${halt.code} resumed.`, onClose)
  const issue = issuesOf(resume.error, refusedWords)('code')
  return (
    <NotedDialog
      title={`Resume ${halt.code}`}
      text="Pending orders and triggers fire at the next price. Check the price before you resume trading."
      act="Resume trading"
      error={resume.error}
      fieldErrors={[issue]}
      busy={resume.isPending}
      onClose={onClose}
      onSend={(note) => resume.mutate({ code: halt.code, note }, { onSuccess: done })}
    >
      {issue !== null && <Banner tone="bad">{issue}</Banner>}
    </NotedDialog>
  )
}
