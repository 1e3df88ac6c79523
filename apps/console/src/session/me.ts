import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { callOps, type OpsResult } from './call-ops.ts'
import { CallFailure } from './failure.ts'

export type Me = OpsResult<'opsMe'>

const refreshMs = 60_000

/**
 * The signed-in operator, as the server reports; null: none. A null result is not an error, so it stays while it is loaded again:
 * the page must not close on somebody who is typing.
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
    refetchInterval: refreshMs,
  })

export const MeContext = createContext<Me | null>(null)

/** The signed-in operator; used only inside the frame, which requires one. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in here')
  return me
}
