import { toast } from '@candor/ui/overlays/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../session/calls/call-server.ts'
import { failureText } from '../../session/calls/failure.ts'
import { callKey, useApiMutation } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'

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
