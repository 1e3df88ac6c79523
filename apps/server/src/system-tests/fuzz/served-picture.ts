import { calls } from '@candor/contract'
import { payload } from '../../platform/files/test-hostile-pictures.ts'

interface Server {
  readonly url: string
  readonly token: string
}

/** Sends an uploaded picture to support and downloads it again. Returns what a browser could run or would show inline; null where nothing is. */
export async function wrongInServed({ url, token }: Server, fileId: string): Promise<string | null> {
  const headers = { authorization: token, virtually: 'YES', 'content-type': 'application/json' }
  const sent = await fetch(`${url}${calls.sendSupport.path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: '', fileId }),
  })
  // Too many messages at once are refused: the next picture is looked at instead.
  if (sent.status === 429) return null
  if (sent.status !== 200) return `not taken by support: ${await sent.text()}`
  const path = calls.supportPicture.path.replace('{fileId}', fileId)
  const served = await fetch(`${url}${path}`, { headers: { authorization: token, virtually: 'YES' } })
  return wrongIn(served, Buffer.from(await served.arrayBuffer()))
}

function wrongIn({ status, headers }: Response, bytes: Buffer): string | null {
  if (status !== 200) return `served with ${status}`
  if (headers.get('content-type') !== 'image/jpeg') return `served as ${headers.get('content-type')}`
  if (headers.get('x-content-type-options') !== 'nosniff') return 'served without nosniff'
  if (!headers.get('content-disposition')?.startsWith('attachment;')) return 'served inline'
  if (bytes.readUInt16BE(0) !== 0xffd8) return 'served as something else than a JPEG'
  return bytes.includes(payload) ? 'served with the script it came with' : null
}
