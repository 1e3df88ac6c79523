import type { WorkMailPreference } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { sentenceOf } from './failure.ts'
import { useMe } from './me.ts'
import { useOps, useOpsMutation } from './use-ops.ts'

const choices: readonly { readonly value: WorkMailPreference; readonly label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'late', label: 'What is late' },
  { value: 'all', label: 'Everything new' },
]

const explained: Readonly<Record<WorkMailPreference, string>> = {
  never: 'You get no letters about work.',
  late: 'You get a letter when a case becomes late, a proposal is about to lapse or an alert begins.',
  all: 'You also get a letter when something new waits in your queues.',
}

/** Letters about work that waits in the operator's queues: none, what is late, or everything new. */
export function WorkMailCard() {
  const { email } = useMe()
  const { data, isError } = useOps('opsWorkMail', {})
  const set = useOpsMutation('opsSetWorkMail')
  /** Shown from the press on, until the server refuses it. */
  const [pressed, setPressed] = useState<WorkMailPreference | null>(null)
  const choose = (preference: WorkMailPreference) => {
    setPressed(preference)
    set.mutate(
      { preference },
      {
        onSuccess: () => toast('Saved.', 'good'),
        onError: (failure) => {
          setPressed(null)
          toast(sentenceOf(failure), 'bad')
        },
      },
    )
  }
  const chosen = pressed ?? data?.preference
  return (
    <Card>
      <SectionHead
        title="Letters about work"
        text={`Sent to ${email}, at most one in 15 minutes. A letter has titles and numbers, nothing about a customer.`}
      />
      {isError && (
        <p className="mt-3 text-14 text-bad">Your choice could not be loaded. It is tried again.</p>
      )}
      {chosen !== undefined && (
        <div className="mt-3 flex flex-col items-start gap-2">
          <SegmentedControl label="Letters about work" choices={choices} value={chosen} onChange={choose} />
          <p className="text-14 text-ink-2">{explained[chosen]}</p>
        </div>
      )}
    </Card>
  )
}
