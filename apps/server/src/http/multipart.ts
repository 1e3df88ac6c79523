import { Refusal } from './refusal.ts'

/** The fields of a multipart body: texts as they are, a file as its bytes. Its name and what it is called by the sender are dropped. */
export async function fieldsOf(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<unknown> {
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch((): never => {
      throw new Refusal('invalidInput', { issues: [{ path: '', code: 'invalid_multipart' }] })
    })
  const fields: [string, unknown][] = []
  for (const [name, value] of form) {
    fields.push([name, typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer())])
  }
  return Object.fromEntries(fields)
}
