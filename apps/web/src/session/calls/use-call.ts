import type { CallName } from '@candor/contract'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tellMoved } from '../../live/account-socket.ts'
import { currentLanguage } from '../language/shown-language.ts'
import { sessionNow, useSession } from '../session-store.ts'
import { type CallInput, type CallResult, callServer } from './call-server.ts'
import type { MoneyCallName } from './call-table.ts'
import { CallFailure } from './failure.ts'
import { createIntent } from './intent.ts'

export interface ReadOptions {
  readonly enabled?: boolean
  readonly refetchIntervalMs?: number
  readonly staleMs?: number
}

/** Key of a cached response: it depends on the user, the account and the language as well as on the input. */
export const callKey = <N extends CallName>(name: N, input?: CallInput<N>): readonly unknown[] => {
  const { user, mode } = sessionNow()
  const whose = [user?.id ?? 'visitor', mode, currentLanguage()]
  return input === undefined ? [name, ...whose] : [name, ...whose, input]
}

/** Makes a reading call and caches its response per user and account mode. */
export function useApiQuery<N extends CallName>(
  name: N,
  input: CallInput<N>,
  { enabled = true, refetchIntervalMs, staleMs }: ReadOptions = {},
): UseQueryResult<CallResult<N>, Error> {
  useSession()
  return useQuery<CallResult<N>, Error>({
    queryKey: callKey(name, input),
    queryFn: ({ signal }) => callServer(name, input, { signal }),
    enabled,
    ...(refetchIntervalMs === undefined ? {} : { refetchInterval: refetchIntervalMs }),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  })
}

/** Makes a call that moves no money. */
export function useApiMutation<N extends Exclude<CallName, MoneyCallName>>(
  name: N,
): UseMutationResult<CallResult<N>, Error, CallInput<N>> {
  return useMutation<CallResult<N>, Error, CallInput<N>>({ mutationFn: (input) => callServer(name, input) })
}

/** Makes a call that moves or promises money: one idempotency key per intent, reused when no response came. */
export function useIdempotentMutation<N extends MoneyCallName>(
  name: N,
): UseMutationResult<CallResult<N>, Error, CallInput<N>> {
  const [intent] = useState(() => createIntent())
  return useMutation<CallResult<N>, Error, CallInput<N>>({
    mutationFn: async (input) => {
      try {
        const result = await callServer(name, input, { key: intent.keyFor(input) })
        intent.complete()
        return result
      } catch (error) {
        if (error instanceof CallFailure && error.isFinal) intent.complete()
        throw error
      }
    },
    onSuccess: tellMoved,
  })
}
