import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { callOps, type OpsResult } from './call-ops.ts'
import { CallFailure } from './failure.ts'

export type Me = OpsResult<'opsMe'>

const askedEveryMs = 60_000

/**
 * Who is signed in, by the server's own word; null: nobody. An answer and not a failure, so that it stands while it is asked
 * again: the door must not close on somebody who is typing.
 */
export const useWhoIsIn = () =>
  useQuery({
    queryKey: ['opsMe'],
    queryFn: async (): Promise<Me | null> => {
      try {
        return await callOps('opsMe', {})
      } catch (failure) {
        if (failure instanceof CallFailure && failure.code === 401) return null
        throw failure
      }
    },
    refetchInterval: askedEveryMs,
  })

export const MeContext = createContext<Me | null>(null)

/** Who is signed in; only asked below the frame, where somebody is. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in here')
  return me
}
