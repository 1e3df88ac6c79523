import { pbkdf2, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDataDir } from '../database/temporary/temporary-data-dir.ts'
import { startGate } from '../files/test-signature.ts'
import type { BackupStore } from './backup-store.ts'
import { FolderBackups } from './folder-backups.ts'
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

async function* failing(written: () => Promise<void>): AsyncGenerator<Uint8Array> {
  yield* pieces(randomBytes(17_000_000))
  await written()
  throw new Error('the disk failed')
}

async function* failingAtOnce(): AsyncGenerator<Uint8Array> {
  yield* await Promise.reject<Uint8Array[]>(new Error('no database'))
}

const contentOf = async (store: BackupStore, name: string) => {
  const stream = await store.read(name)
  return stream === null ? null : buffer(stream)
}

test.each(['folder', 's3'])(
  'I16.15: what was written to a %s is read back, listed by its beginning, replaced and removed',
  async (kind) => {
    const store = openBackupStore(places[kind] ?? '')
    const [small, large] = [randomBytes(1_000), randomBytes(20_000_000)]
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
  // Nor has it one meanwhile: a process that is killed leaves none.
  const meanwhile: unknown[] = []
  const look = async () =>
    void meanwhile.push((await contentOf(store, 'half/a'))?.length, await store.list('half/'))
  await expect(store.put('half/a', failing(look))).rejects.toThrow('the disk failed')
  expect(meanwhile).toEqual([undefined, []])
  expect(await store.list('half/')).toEqual([])
  expect(await contentOf(store, 'half/a')).toBeNull()
})

test('a store that refuses is an error and not an empty list', async () => {
  const stranger = openBackupStore((places.s3 ?? '').replace(encodeURIComponent(secret), 'another'))
  await expect(stranger.list('')).rejects.toThrow('responded with 403')
  await expect(stranger.put('x', pieces(randomBytes(10)))).rejects.toThrow('responded with 403')
  expect(await openBackupStore(join(folder, 'none')).list('')).toEqual([])
})

/** Threads that create files are busy for a moment. */
const busyThreads = () =>
  Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)('', '', 300_000, 32, 'sha256')))

test('I16.15: a write that was killed or fails at once leaves no draft in a folder', async () => {
  const store = new FolderBackups(join(folder, 'drafts'))
  const file = (name: string) => join(folder, 'drafts', name)
  await store.put('backups/candor-a', pieces(randomBytes(10)))
  writeFileSync(file('backups/candor-b.part'), 'half')
  writeFileSync(file('backups/own.part'), 'not ours')
  await store.removeDrafts('backups/candor-')
  expect(readdirSync(file('backups')).sort()).toEqual(['candor-a', 'own.part'])
  // One of the same name that is there is replaced, with permissions of its own.
  writeFileSync(file('backups/candor-b.part'), 'half', { mode: 0o644 })
  await store.put('backups/candor-b', pieces(randomBytes(10)))
  expect(statSync(file('backups/candor-b')).mode & 0o777).toBe(0o600)
  const busy = busyThreads()
  await expect(store.put('backups/candor-c', failingAtOnce())).rejects.toThrow('no database')
  await busy
  expect(readdirSync(file('backups')).sort()).toEqual(['candor-a', 'candor-b', 'own.part'])
})
