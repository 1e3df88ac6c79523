import type { UseQueryResult } from '@tanstack/react-query'
import { useRead } from '../session/use-call.ts'

type Param = string | number | boolean

const useParam = (key: string): UseQueryResult<Param, Error> =>
  useRead('getParamByKey', { key }, { staleMs: Number.POSITIVE_INFINITY })

/** Whether this whole installation is a sandbox: every page says so then (trust T4). */
export const useIsSandbox = (): boolean => {
  const { data } = useParam('sandbox')
  return data === true || data === 'true'
}

/** The operator's support page, when there is one. */
export const useSupportUrl = (): string | null => {
  const { data } = useParam('supportUrl')
  return typeof data === 'string' && /^https?:\/\//.test(data) ? data : null
}
