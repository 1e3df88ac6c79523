import type { CallName } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { withFreshProof } from '../with-fresh-proof.ts'
import { address, type CallInput, rowOf, sessionHeaders } from './call-server.ts'
import { CallFailure } from './failure.ts'

/** Fetches a file of a GET call with the session's headers and saves it as a download. */
export async function downloadFile<N extends CallName>(
  name: N,
  input: CallInput<N>,
  fileName: string,
): Promise<void> {
  keepFile(await fetchFile(name, input), fileName)
}

/** Fetches a file of a GET call with the session's headers. */
export const fetchFile = <N extends CallName>(name: N, input: CallInput<N>): Promise<Blob> =>
  withFreshProof(() => fetchOnce(name, input))

async function fetchOnce<N extends CallName>(name: N, input: CallInput<N>): Promise<Blob> {
  const [method, path] = await rowOf(name)
  const url = address(method, path, input as Readonly<Record<string, unknown>>)
  const response = await fetch(url, { headers: sessionHeaders() }).catch(() => {
    throw new CallFailure('network')
  })
  // A refusal comes as JSON in the place of the file.
  if (!response.ok || response.headers.get('content-type')?.includes('json')) throw await refusalIn(response)
  return response.blob()
}

async function refusalIn(response: Response): Promise<CallFailure> {
  const { code, result } = (await response.json().catch(() => ({}))) as { code?: unknown; result?: unknown }
  return new CallFailure(typeof code === 'number' ? code : refusals.unexpectedError, result)
}

/** Saves a text as a download. */
export const downloadText = (fileName: string, text: string, type: string): void =>
  keepFile(new Blob([text], { type: `${type};charset=utf-8` }), fileName)

/** Saves a file as a download. */
export function keepFile(content: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
