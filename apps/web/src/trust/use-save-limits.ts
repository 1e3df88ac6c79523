import { toast } from '@candor/ui/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../session/call-server.ts'
import { failureText } from '../session/failure.ts'
import { useT } from '../session/language.ts'
import { callKey, useApiMutation } from '../session/use-call.ts'

/** Saves limits, shows them as the server returned them, and reports success or failure. */
export function useSaveLimits() {
  const t = useT()
  const queries = useQueryClient()
  const act = useApiMutation('saveLimits')
  return {
    busy: act.isPending,
    save: (change: CallInput<'saveLimits'>, done?: () => void) =>
      act.mutate(change, {
        onSuccess: (limits) => {
          queries.setQueryData(callKey('limits', {}), limits)
          toast(t('trust.saved'), 'good')
          done?.()
        },
        onError: (error) => toast(failureText(t, error), 'bad'),
      }),
  }
}
