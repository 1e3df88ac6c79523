import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { S3Store } from './s3-store.ts'

let server: S3rver
let port: number
const directory = mkdtempSync(join(tmpdir(), 'candor-s3-'))
beforeAll(async () => {
  const configureBuckets = [{ name: 'pictures', configs: [] }]
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  port = (await server.run()).port
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

const storeOf = (keyId: string) =>
  new S3Store(`http://${keyId}:S3RVER@127.0.0.1:${port}/pictures/candor?region=eu-central-1`)

test('what was put into an S3 store comes back byte for byte, and is gone once removed', async () => {
  const store = storeOf('S3RVER')
  const name = randomUUID()
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256))
  await store.put(name, bytes)
  expect((await store.get(name))?.equals(bytes)).toBe(true)
  await store.remove(name)
  expect(await store.get(name)).toBeNull()
  await store.remove(name)
})

test('a store that does not know the key is an error, not an empty answer', async () => {
  await expect(storeOf('SOMEBODY').put(randomUUID(), Buffer.from('x'))).rejects.toThrow(/answered 403/)
})
