import type { FilePurpose } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { sessionHeaders, unwrap } from './call-server.ts'
import { callTable } from './call-table.ts'
import { CallFailure } from './failure.ts'

export interface UploadOptions {
  /** Share of the upload that was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

const timeoutMs = 90_000

/**
 * Uploads a picture and returns its id, or throws a `CallFailure`. Uses XMLHttpRequest, because `fetch` cannot report the progress
 * of an upload.
 */
export function uploadFile(file: Blob, purpose: FilePurpose, options: UploadOptions = {}): Promise<string> {
  const request = new XMLHttpRequest()
  const [method, path] = callTable.upload
  request.open(method, path)
  request.timeout = timeoutMs
  for (const [name, value] of Object.entries(sessionHeaders())) request.setRequestHeader(name, value)
  const form = new FormData()
  form.set('file', file)
  form.set('purpose', purpose)
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new CallFailure('network'))
    request.ontimeout = () => reject(new CallFailure('timeout'))
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status })
      unwrap(response).then((result) => resolve((result as { readonly fileId: string }).fileId), reject)
    }
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** The rule that a refused file broke (code `fileRejected`); null when it was something else. */
export function fileRefusalOf(failure: unknown): string | null {
  if (!(failure instanceof CallFailure) || failure.code !== refusals.fileRejected) return null
  const reason = (failure.result as { readonly reason?: unknown } | null)?.reason
  return typeof reason === 'string' ? reason : null
}
