import { createContext, useContext } from 'react'
import type { OpsResult } from './call-ops.ts'

export type Me = OpsResult<'opsMe'>

export const MeContext = createContext<Me | null>(null)

/** Who is signed in; only asked below the frame, where somebody is. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in here')
  return me
}
