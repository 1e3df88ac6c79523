import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDataDir } from '../database/temporary/temporary-data-dir.ts'
import { startGate } from '../files/test-signature.ts'
import type { BackupStore } from './backup-store.ts'
import { openBackupStore } from './open-backup-store.ts'

// The store itself takes signatures without looking at them: a gate that does look stands before it.
const folder = temporaryDataDir('candor-stores-')
const secret = 'wJalr/XUtn+FEMI'
let server: S3rver
let gate: Awaited<ReturnType<typeof startGate>>
let places: Readonly<Record<string, string>>
beforeAll(async () => {
  const configureBuckets = [{ name: 'backups', configs: [] }]
  const directory = join(folder, 's3')
  mkdirSync(directory)
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  gate = await startGate(`http://127.0.0.1:${port}`, secret)
  const key = encodeURIComponent(secret)
  places = {
    folder: join(folder, 'disk'),
    s3: `http://S3RVER:${key}@127.0.0.1:${gate.port}/backups/candor?region=eu-central-1`,
  }
})
afterAll(async () => {
  await gate.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function* pieces(bytes: Buffer, length = 70_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield* pieces(randomBytes(17_000_000))
  throw new Error('the disk failed')
}

const contentOf = async (store: BackupStore, name: string) => {
  const stream = await store.read(name)
  return stream === null ? null : buffer(stream)
}

test.each(['folder', 's3'])(
  'I16.15: what was written to a %s is read back, listed by its beginning, replaced and removed',
  async (kind) => {
    const store = openBackupStore(places[kind] ?? '')
    const [small, large] = [randomBytes(1_000), randomBytes(40_000_000)]
    await store.put('backups/b', pieces(small))
    await store.put('backups/a', pieces(large))
    await store.put('lines/x/1', pieces(small))
    await store.put('empty', pieces(Buffer.alloc(0)))
    expect((await contentOf(store, 'backups/a'))?.equals(large)).toBe(true)
    expect((await contentOf(store, 'backups/b'))?.equals(small)).toBe(true)
    expect((await contentOf(store, 'empty'))?.length).toBe(0)
    expect(await contentOf(store, 'backups/c')).toBeNull()
    expect(await store.list('backups/')).toEqual([
      { name: 'backups/a', bytes: large.length },
      { name: 'backups/b', bytes: small.length },
    ])
    await store.put('backups/b', pieces(large.subarray(0, 5)))
    expect((await contentOf(store, 'backups/b'))?.length).toBe(5)
    await store.remove('backups/a')
    await store.remove('backups/a')
    expect(await store.list('')).toHaveLength(3)
    expect(store.shown).not.toContain(encodeURIComponent(secret))
  },
)

test.each(['folder', 's3'])('I16.15: what could not be written whole has no name in a %s', async (kind) => {
  const store = openBackupStore(places[kind] ?? '')
  await expect(store.put('half/a', failing())).rejects.toThrow('the disk failed')
  expect(await store.list('half/')).toEqual([])
  expect(await contentOf(store, 'half/a')).toBeNull()
})

test('a store that refuses is an error and not an empty list', async () => {
  const stranger = openBackupStore((places.s3 ?? '').replace(encodeURIComponent(secret), 'another'))
  await expect(stranger.list('')).rejects.toThrow('responded with 403')
  await expect(stranger.put('x', pieces(randomBytes(10)))).rejects.toThrow('responded with 403')
  expect(await openBackupStore(join(folder, 'none')).list('')).toEqual([])
})
