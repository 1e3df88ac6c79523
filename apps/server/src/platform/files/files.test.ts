import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rolesWithoutJobs, samplePicture, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testContext } from '../../testing/test-context.ts'
import { ManualClock } from '../clock.ts'
import type { Refusal } from '../http/refusal.ts'
import { makeInstallationKey } from '../keys/installation-key.ts'
import { fromStoredBytes } from '../keys/sealing.ts'
import { DrawingPool, drawingLimits } from './drawing/drawing-pool.ts'
import type { FileStore } from './file-store.ts'
import { Files } from './files.ts'
import { FolderStore } from './folder-store.ts'
import { PersonKeys } from './person-keys.ts'
import { type HostilePicture, hostilePictures, payload } from './test-hostile-pictures.ts'

let app: TestApp
let files: Files
let drawing: DrawingPool
let hostile: HostilePicture[]
let person: Awaited<ReturnType<TestApp['signUp']>>
const clock = new ManualClock(Date.UTC(2026, 10, 18, 17))
beforeAll(async () => {
  app = await startTestApp({ roles: rolesWithoutJobs })
  person = await app.signUp()
  drawing = new DrawingPool()
  hostile = await hostilePictures()
  files = filesOn(new FolderStore(join(app.dataDir, 'files')))
})
afterAll(async () => {
  files.stop()
  await app.dispose()
})

const filesOn = (store: FileStore) =>
  new Files(testContext(app), new PersonKeys(makeInstallationKey(app.dataDir)[0], clock), store, drawing)

const reasonOf = (response: { result: unknown }) => (response.result as { reason?: string }).reason

test('a photo is redrawn: upright, in sRGB, without metadata, at most 2400 pixels wide', async () => {
  const given = await sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: '#a31' } })
    .withExif({ IFD0: { Copyright: payload } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { code, result } = await app.upload(person.token, 'kyc', given, '../../etc/passwd.svg')
  expect(code).toBe(200)
  const stored = await files.read(result.fileId)
  expect(stored?.contentType).toBe('image/jpeg')
  const metadata = await sharp(stored?.bytes).metadata()
  expect([
    metadata.width,
    metadata.height,
    metadata.space,
    metadata.exif,
    metadata.icc,
    metadata.orientation,
  ]).toEqual([800, 2_400, 'srgb', undefined, undefined, undefined])
})

test('a signature stays a PNG on white', async () => {
  const given = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const { result } = await app.upload(person.token, 'signature', given)
  const stored = await files.read(result.fileId)
  expect(stored?.contentType).toBe('image/png')
  const { data } = await sharp(stored?.bytes).raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
})

test('no file that was meant to harm is accepted wrongly, and none takes the process past 256 MB', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(45)
  const somebody = await app.signUp()
  for (const { name, bytes, expected } of hostile) {
    const outcome = await files.upload(somebody.id, 'kyc', bytes).catch((error: unknown) => error)
    if (expected === 'taken') {
      const stored = await files.read(String(outcome))
      expect([name, stored?.bytes.includes(payload)]).toEqual([name, false])
      expect((await sharp(stored?.bytes).metadata()).format).toBe('jpeg')
    } else {
      expect([name, outcome]).toEqual([name, expect.objectContaining({ code: 11023 })])
      expect(expected, name).toContain((outcome as Refusal).details?.reason)
    }
  }
  expect(drawing.peakBytes).toBeGreaterThan(0)
  expect(drawing.peakBytes).toBeLessThan(256 * 1024 * 1024)
})

test('a refused file reports over HTTP which rule it broke: 11023 with its reason', async () => {
  for (const reason of ['size', 'format', 'pixels', 'small', 'broken']) {
    const picture = hostile.find(({ expected }) => expected[0] === reason)
    const { status, code, result } = await app.upload(person.token, 'kyc', picture?.bytes)
    const figure = reason === 'size' ? { mostBytes: 2_097_152 } : {}
    expect([status, code, result]).toEqual([200, 11023, { reason, ...figure }])
  }
})

test('I16.10: upload.mostBytes is the largest picture; a longer body is refused by its length, with the figure in the message', async () => {
  const set = async (version: number, value: number) => {
    const change = { reason: 'a test', changed_by: 'ada', approved_by: null, changed_at: new Date() }
    await app.db.query
      .insertInto('parameters_values')
      .values({ key: 'upload.mostBytes', version, value: JSON.stringify(value), ...change })
      .execute()
    const shown = async () => (await app.call('getParamByKey', { key: 'upload.mostBytes' })).result
    await expect.poll(shown).toBe(value)
  }
  const upload = async (length: number) => {
    const { result, message } = await app.upload(person.token, 'kyc', new Uint8Array(length))
    return [result, message]
  }
  const size = (mostBytes: number, text: string) => [{ reason: 'size', mostBytes }, text]
  const format = expect.objectContaining({ reason: 'format' })
  await set(1, 786_432)
  const small = size(786_432, 'The file is larger than 0.75 MB.')
  expect([await upload(786_433), await upload(900_000)]).toEqual([small, small])
  expect(await upload(786_432)).toEqual([format, expect.any(String)])
  await set(2, 8_388_608)
  expect(await upload(8_388_608)).toEqual([format, expect.any(String)])
  expect(await upload(8_388_609)).toEqual(size(8_388_608, 'The file is larger than 8 MB.'))
  await set(3, 2_097_152)
})

test('a picture that takes too much memory or time is refused, and the next one is drawn', async () => {
  const hungry = new DrawingPool({ ...drawingLimits, mostBytes: 1 })
  const slow = new DrawingPool({ ...drawingLimits, longestMs: 1 })
  const request = { kind: 'jpeg', bytes: await samplePicture(), keep: 'jpeg', leastSide: 1 } as const
  const large = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#777' } })
    .jpeg({ progressive: true })
    .toBuffer()
  expect(await hungry.draw({ ...request, bytes: large }, 'ana')).toEqual({ ok: false, reason: 'pixels' })
  expect(await slow.draw({ ...request, bytes: large }, 'ana')).toEqual({ ok: false, reason: 'broken' })
  expect(await drawing.draw(request, 'ana')).toMatchObject({ ok: true, width: 640, height: 480 })
  hungry.stop()
  slow.stop()
})

test('an upload needs its parts: no file is 11023, no known purpose 11001, no session 401', async () => {
  const form = new FormData()
  form.set('purpose', 'kyc')
  const send = async (body: FormData | string, headers: Record<string, string>) => {
    const path = '/swx/customer/user/upload'
    const response = await fetch(`${app.url}${path}`, { method: 'POST', body, headers })
    return { status: response.status, ...((await response.json()) as { code: number; result: unknown }) }
  }
  expect((await send(form, { authorization: person.token })).code).toBe(11023)
  expect((await app.upload(person.token, 'passport')).code).toBe(11001)
  expect((await send(form, {})).code).toBe(401)
  const broken = { authorization: person.token, 'content-type': 'multipart/form-data; boundary=x' }
  expect((await send('--y nonsense', broken)).code).toBe(11001)
  const huge = await app.upload(person.token, 'kyc', new Uint8Array(9 * 1024 * 1024))
  expect([huge.code, reasonOf(huge)]).toEqual([11023, 'size'])
})

test('stored files are sealed, and open neither for another file nor when changed', async () => {
  const { result } = await app.upload(person.token, 'kyc')
  const id = result.fileId
  const file = join(app.dataDir, 'files', id.slice(-2), id)
  const siblings = readdirSync(join(app.dataDir, 'files', id.slice(-2)))
  expect(siblings.filter((name) => name.includes(id))).toEqual([id])
  const sealed = readFileSync(file)
  expect(sealed.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
  const store = new FolderStore(join(app.dataDir, 'files'))
  const other = (await app.upload(person.token, 'kyc')).result.fileId
  await store.put(other, fromStoredBytes(sealed))
  await expect(files.read(other)).rejects.toThrow()
  const changed = Buffer.from(sealed)
  changed[20] = (changed[20] ?? 0) ^ 1
  await store.put(id, fromStoredBytes(changed))
  await expect(files.read(id)).rejects.toThrow()
})

test('a file serves one purpose of its own customer once', async () => {
  const id = (await app.upload(person.token, 'deposit')).result.fileId
  const stranger = await app.signUp()
  const claim = (userId: string, purpose: 'deposit' | 'kyc', fileId = id) =>
    app.db.transaction((tx) => files.claim(tx, { userId, fileId, purpose }, 'proof'))
  const unknown = { code: 11023, details: { reason: 'unknown', path: 'proof' } }
  await expect(claim(stranger.id, 'deposit')).rejects.toMatchObject(unknown)
  await expect(claim(person.id, 'kyc')).rejects.toMatchObject(unknown)
  await expect(claim(person.id, 'deposit', "x' OR 1=1")).rejects.toMatchObject(unknown)
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => claim(person.id, 'deposit')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an unclaimed file is deleted after a week, a claimed one stays, and a removed one cannot return', async () => {
  const stored = (await app.upload(person.token, 'deposit')).result.fileId
  const forgotten = (await app.upload(person.token, 'deposit')).result.fileId
  await app.db.transaction((tx) => files.claim(tx, { userId: person.id, fileId: stored, purpose: 'deposit' }))
  await files.sweep()
  expect(await files.read(forgotten)).not.toBeNull()
  await app.moveClock(8 * 24 * 3_600_000)
  await files.sweep()
  expect(await files.read(forgotten)).toBeNull()
  expect(await files.read(stored)).not.toBeNull()
  expect(await new FolderStore(join(app.dataDir, 'files')).get(forgotten)).toBeNull()
  await expect(
    app.db.pool.query('UPDATE files_files SET removed_at = NULL WHERE id = $1', [forgotten]),
  ).rejects.toMatchObject({ constraint: 'files_forward_only' })
})

test('an upload that ends half way leaves nothing that is not swept: neither bytes, nor a part of them', async () => {
  const somebody = await app.signUp()
  const folder = join(app.dataDir, 'files')
  const begun: string[] = []
  const whole = new FolderStore(folder)
  const store: FileStore = {
    get: (name) => whole.get(name),
    remove: (name) => whole.remove(name),
    put: async (name, bytes) => {
      begun.push(name)
      await whole.put(name, bytes)
      // As a server leaves it that is killed while it writes.
      writeFileSync(join(folder, name.slice(-2), `${name}.part`), 'half of a picture')
      throw new Error('killed')
    },
  }
  await expect(filesOn(store).upload(somebody.id, 'kyc', await samplePicture())).rejects.toThrow('killed')
  const [id = ''] = begun
  const left = () => readdirSync(join(folder, id.slice(-2))).filter((name) => name.startsWith(id))
  expect(left().sort()).toEqual([id, `${id}.part`])
  await app.moveClock(8 * 24 * 3_600_000)
  await files.sweep()
  expect(left()).toEqual([])
})

test('erasing a person destroys their key: nothing of theirs can be read, even with the bytes still there', async () => {
  const leaver = await app.signUp()
  const id = (await app.upload(leaver.token, 'kyc')).result.fileId
  const sealed = await new FolderStore(join(app.dataDir, 'files')).get(id)
  await app.db.transaction((tx) => files.erase(tx, leaver.id))
  expect(await files.read(id)).toBeNull()
  expect(sealed).not.toBeNull()
  const { rows } = await app.db.pool.query('SELECT wrapped FROM files_keys WHERE user_id = $1', [leaver.id])
  expect(rows).toEqual([{ wrapped: null }])
  await expect(
    app.db.pool.query(`UPDATE files_keys SET wrapped = 'x', destroyed_at = NULL WHERE user_id = $1`, [
      leaver.id,
    ]),
  ).rejects.toMatchObject({ constraint: 'files_key_stays_destroyed' })
})
