import { expect, test } from 'vitest'
import { fieldsOf } from './multipart.ts'

const bodyOf = (parts: number) => {
  const part = (at: number) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n${at}\r\n`
  return new TextEncoder().encode(`${Array.from({ length: parts }, (_, at) => part(at)).join('')}--x--\r\n`)
}

test('I12.Fd: a body of more parts than any form has is refused before it is read', async () => {
  const unreadable = { code: 11001, details: { issues: [{ path: '', code: 'invalid_multipart' }] } }
  for (const boundary of ['x', '"x"'])
    await expect(
      fieldsOf(bodyOf(100_000), `multipart/form-data; boundary=${boundary}`),
    ).rejects.toMatchObject(unreadable)
  await expect(fieldsOf(bodyOf(21), 'multipart/form-data; boundary=x')).rejects.toMatchObject(unreadable)
  const most = (await fieldsOf(bodyOf(20), 'multipart/form-data; boundary=x')) as object
  expect([Object.keys(most).length, most]).toEqual([20, expect.objectContaining({ f0: '0', f19: '19' })])
})
