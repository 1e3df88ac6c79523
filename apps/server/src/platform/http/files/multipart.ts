import { Refusal } from '../refusal.ts'

/** Above what any form of ours has: a body of 100 000 parts blocked the event loop for half a second. */
const mostParts = 20

/** The fields of a multipart body: texts as they are, a file as its bytes. Its name and what it is called by the sender are dropped. Refuses 11001. */
export async function fieldsOf(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<unknown> {
  if (hasTooManyParts(body, contentType)) throw unreadable()
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch((): never => {
      throw unreadable()
    })
  const fields: [string, unknown][] = []
  for (const [name, value] of form) {
    fields.push([name, typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer())])
  }
  return Object.fromEntries(fields)
}

const unreadable = () => new Refusal('invalidInput', { issues: [{ path: '', code: 'invalid_multipart' }] })

function hasTooManyParts(body: Uint8Array, contentType: string): boolean {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1]
  if (boundary === undefined) return false
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // One before each part, and one at the end.
  let boundaries = 0
  for (let at = bytes.indexOf(`--${boundary}`); at >= 0; at = bytes.indexOf(`--${boundary}`, at + 1)) {
    boundaries += 1
    if (boundaries > mostParts + 1) return true
  }
  return false
}
