import type { UseQueryResult } from '@tanstack/react-query'
import { useRead } from '../session/use-call.ts'

type Param = string | number | boolean

const useParam = (key: string, enabled = true): UseQueryResult<Param, Error> =>
  useRead('getParamByKey', { key }, { staleMs: Number.POSITIVE_INFINITY, enabled })

/** Whether this whole installation is a sandbox: every page says so then (trust T4). The page itself carries it; a development server's does not. */
export const useIsSandbox = (): boolean => {
  const said = document.documentElement.dataset.sandbox
  const { data } = useParam('sandbox', said === undefined)
  return said === 'true' || data === true || data === 'true'
}

/** The operator's own support page; null where there is none, undefined while that is not known. */
export const useSupportUrl = (): string | null | undefined => {
  const { data } = useParam('supportUrl')
  if (data === undefined) return undefined
  return typeof data === 'string' && /^https?:\/\//.test(data) ? data : null
}

/** Where somebody who is not signed in may write; null where the operator named no address. */
export const useSupportEmail = (): string | null => {
  const { data } = useParam('supportEmail')
  return typeof data === 'string' && data.includes('@') ? data : null
}
