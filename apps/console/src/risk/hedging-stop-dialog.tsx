import { useState } from 'react'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { ReasonField } from '../shell/reason-field.tsx'
import { refusedWords } from './hedging-words.ts'

/** A stop of a market or of all, or its end. */
export interface StopOfHedging {
  /** Null: all markets. */
  readonly code: string | null
  readonly stopped: boolean
}

/** Dialog that stops hedging or resumes it; both take a reason. */
export function HedgingStopDialog({
  of: { code, stopped },
  onClose,
}: {
  readonly of: StopOfHedging
  readonly onClose: () => void
}) {
  const act = useOpsMutation('opsStopHedging')
  const [reason, setReason] = useState('')
  const issue = issuesOf(act.error, refusedWords)
  const place = code ?? 'all markets'
  const send = () =>
    act.mutate(
      { ...(code === null ? {} : { code }), stopped, reason },
      { onSuccess: closeWith(stopped ? 'Hedging is stopped' : 'Hedging is resumed', onClose) },
    )
  return (
    <FormDialog
      title={stopped ? `Stop hedging ${place}` : `Resume hedging ${place}`}
      act={stopped ? 'Stop hedging' : 'Resume hedging'}
      variant={stopped ? 'danger' : 'primary'}
      disabled={reason.trim().length < 3}
      busy={act.isPending}
      error={
        [issue('reason'), issue('stopped'), issue('code')].some((found) => found !== null) ? null : act.error
      }
      onSubmit={send}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        {stopped
          ? 'No new order is sent. What was sent is completed, and the position at the venue stays. New positions of customers beyond the limit are refused.'
          : 'Executions at the venue that are not ours are accepted up to now. Orders are sent once the positions agree.'}
      </p>
      <ReasonField
        reason={reason}
        onReason={setReason}
        error={issue('reason') ?? issue('stopped') ?? issue('code')}
      />
    </FormDialog>
  )
}
