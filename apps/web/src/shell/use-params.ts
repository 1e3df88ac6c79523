import type { UseQueryResult } from '@tanstack/react-query'
import { useApiQuery } from '../session/calls/use-call.ts'
import { demoGrantText } from '../session/demo-grant-text.ts'
import { useWords } from '../session/language/language.ts'

type Param = string | number | boolean

const useParam = (key: string, enabled = true): UseQueryResult<Param, Error> =>
  useApiQuery('getParamByKey', { key }, { staleMs: Number.POSITIVE_INFINITY, enabled })

/**
 * Reports whether this whole installation is a sandbox: then every page says so (trust T4). The page itself carries the flag, except on a
 * development server.
 */
export const useIsSandbox = (): boolean => {
  const onPage = document.documentElement.dataset.sandbox
  const { data } = useParam('sandbox', onPage === undefined)
  return onPage === 'true' || data === true || data === 'true'
}

const freshMs = 60_000

/**
 * Balance of a new demo account, as a text has it: `10,000 USDT`. The page carries what held when it was sent, except on a development
 * server. With `fresh` the server is asked as well, for texts at the moment when the money is given.
 */
export function useDemoGrant({ fresh = false } = {}): string {
  const { tag } = useWords()
  const onPage = document.documentElement.dataset.demoGrant
  const enabled = fresh || onPage === undefined
  const { data } = useApiQuery('getParamByKey', { key: 'demo.grant' }, { staleMs: freshMs, enabled })
  return demoGrantText(String(data ?? onPage ?? ''), tag)
}

/** Resets of a demo account that a day may have; 1 until the server has said. */
export const useDemoResetsPerDay = (): number =>
  Number(useApiQuery('getParamByKey', { key: 'demo.resetsPerDay' }, { staleMs: freshMs }).data ?? 1)

/** Largest file of an upload, bytes; null until the server has said. */
export function useMostUploadBytes(): number | null {
  const { data } = useApiQuery('getParamByKey', { key: 'upload.mostBytes' }, { staleMs: freshMs })
  return data === undefined ? null : Number(data)
}

/** Details of the operator that are filled, for the footer; null while the company is not. */
export function useOperator() {
  const name = textOf(useParam('operator.name').data)
  const filled = name !== ''
  const address = textOf(useParam('operator.address', filled).data)
  const licence = textOf(useParam('operator.licence', filled).data)
  const authority = textOf(useParam('operator.authority', filled).data)
  const email = textOf(useParam('operator.email', filled).data)
  return filled ? { name, address, licence, authority, email } : null
}

const textOf = (value: Param | undefined): string => (typeof value === 'string' ? value : '')

/** The operator's own support page; null where there is none, undefined while unknown. */
export const useSupportUrl = (): string | null | undefined => {
  const { data } = useParam('supportUrl')
  if (data === undefined) return undefined
  return typeof data === 'string' && /^https?:\/\//.test(data) ? data : null
}

/** E-mail address of support for readers who are not signed in; null where the operator named none. */
export const useSupportEmail = (): string | null => {
  const { data } = useParam('supportEmail')
  return typeof data === 'string' && data.includes('@') ? data : null
}
