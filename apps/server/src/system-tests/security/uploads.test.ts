import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Parameters } from '../../back-office/parameters/parameters.ts'
import { DrawingPool } from '../../platform/files/drawing/drawing-pool.ts'
import { samplePicture, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { fuzzUploads } from '../fuzz/fuzz-uploads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const path = '/swx/customer/user/upload'

/** Begins an upload over a bare socket and sends only what it is told to. */
async function begun(
  token: string,
  lengthBytes: number | 'chunked',
): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const length = lengthBytes === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${lengthBytes}`
  const headers = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: ${token}`, 'virtually: YES', length]
  socket.write([...headers, 'Content-Type: multipart/form-data; boundary=x', '', ''].join('\r\n'))
  return { socket, received: () => received }
}
const underWay = () => readdirSync(join(app.dataDir, 'incoming')).length

test('I12.6: a body that is too long is refused by its length, before any of it is sent', async () => {
  const { token } = await app.signUp()
  const { received } = await begun(token, 9 * 1024 * 1024)
  await expect.poll(received).toContain('"code":11023')
  expect(received()).toContain('"reason":"size"')
})

test('I12.6: slow uploads hold a place and a file, four of one customer, and leave nothing when they go away', async () => {
  const [slow, other] = [await app.signUp(), await app.signUp()]
  const bodies = [1_000_000, 1_000_000, 1_000_000, 'chunked'] as const
  const begunBodies = await Promise.all(bodies.map((length) => begun(slow.token, length)))
  await expect.poll(underWay).toBe(4)
  expect((await app.upload(slow.token, 'avatar')).status).toBe(429)
  expect((await app.upload(other.token, 'avatar')).code).toBe(200)
  expect(underWay()).toBe(4)
  for (const { socket } of begunBodies) socket.destroy()
  await expect.poll(underWay).toBe(0)
  expect((await app.upload(slow.token, 'avatar')).code).toBe(200)
})

test('I12.6: sixteen customers who send slowly do not keep the places of the installation', async () => {
  const [other, ...slow] = await Promise.all(Array.from({ length: 17 }, () => app.signUp()))
  // The five seconds in which too little of a body arrives pass once all of them have begun.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const uploads = await Promise.all(
    slow.flatMap(({ token }) => Array.from({ length: 4 }, () => begun(token, 1_000_000))),
  )
  await expect.poll(underWay).toBe(64)
  expect((await app.upload(other?.token ?? '', 'avatar')).status).toBe(429)
  for (const { socket } of uploads) socket.write('x')
  vi.advanceTimersByTime(5_000)
  await expect.poll(underWay).toBeLessThan(32)
  const refused = () => uploads.filter(({ received }) => received().includes('HTTP/1.1 429')).length
  await expect.poll(refused).toBeGreaterThan(32)
  expect((await app.upload(other?.token ?? '', 'avatar')).code).toBe(200)
  for (const { socket } of uploads) socket.destroy()
  await expect.poll(underWay).toBe(0)
})

test('I12.6: a body without a length ends where the longest file does', async () => {
  const { token } = await app.signUp()
  const { socket, received } = await begun(token, 'chunked')
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let sent = 0; sent < 12 && !socket.destroyed; sent++) {
    socket.write(`${piece.length.toString(16)}\r\n`)
    socket.write(piece)
    socket.write('\r\n')
  }
  await expect.poll(received).toContain('"reason":"size"')
  await expect.poll(underWay).toBe(0)
})

test('I12.6: pictures that are refused count as those that are taken', async () => {
  const { token } = await app.signUp()
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  const set = async (burst: number, perHour: number) => {
    for (const [key, value] of [
      ['limits.uploads.burst', burst],
      ['limits.uploads.perHour', perHour],
    ] as const)
      await parameters.change({ key, value, reason: 'a test', changedBy: 'a', approvedBy: 'b' })
  }
  await set(1, 1)
  onTestFinished(() => set(60, 120))
  const broken = Buffer.from('no picture at all')
  // The server asks what holds again by itself; until it has, the budget is the larger one.
  let status = 0
  while (status !== 429) status = (await app.upload(token, 'avatar', broken)).status
  expect(status).toBe(429)
})

test('I12.6: the picture queue takes turns between customers, and one has only so much of it', async () => {
  const process = new DrawingPool()
  onTestFinished(() => process.stop())
  const request = { kind: 'jpeg', bytes: await samplePicture(), keep: 'jpeg', leastSide: 1 } as const
  const done: string[] = []
  const draw = (who: string) => process.draw(request, who).then(() => done.push(who))
  const drawings = ['flood', 'flood', 'flood', 'flood', 'flood', 'ana'].map(draw)
  await expect(draw('flood')).rejects.toMatchObject({ retryAfterMs: 5_000 })
  await Promise.all(drawings)
  expect(done).toEqual(['flood', 'flood', 'ana', 'flood', 'flood', 'flood'])
})

/** The drawing process of this server, as the system knows it; null where there is none. */
function drawingProcess(): string | null {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = own.find((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('drawing-process')
    } catch {
      return false
    }
  })
  return found === undefined ? null : `/proc/${found}`
}

test.runIf(process.platform === 'linux')(
  'I12.6: the drawing process has no environment of ours, and where we are root it is nobody',
  async () => {
    const { token } = await app.signUp()
    expect((await app.upload(token, 'avatar')).code).toBe(200)
    const found = drawingProcess()
    if (found === null) throw new Error('no drawing process')
    const names = readFileSync(`${found}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0])
      .filter(Boolean)
    const ofNode = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']
    expect(names.filter((name) => !ofNode.includes(name ?? '')).sort()).toEqual(['NODE_ENV', 'VIPS_WARNING'])
    const ids = /^Uid:\t(\d+)\t(\d+)\t(\d+)/m
      .exec(readFileSync(`${found}/status`, 'utf8'))
      ?.slice(1)
      .map(Number)
    const expected = process.getuid?.() === 0 ? 65_534 : process.getuid?.()
    expect(ids).toEqual([expected, expected, expected])
  },
)

/** `npm run fuzz -- --uploads 5000` sends many more, to a process of its own. */
const hostileFiles = Number(process.env.CANDOR_FUZZ_UPLOADS ?? 60)

test('I12.Fd: files and bodies that were meant to harm are answered, leave nothing behind, and the next picture is taken', async () => {
  const newToken = async () => (await app.signUp()).token
  const report = await fuzzUploads({ url: app.url, newToken, files: hostileFiles, seed: 1 })
  expect(report.faults).toEqual([])
  // At least one was accepted, sent to support and downloaded again.
  expect(report.served).toBeGreaterThan(0)
  // Some of them are pictures all the same, others are refused for what they are.
  expect(Object.keys(report.codes)).toEqual(expect.arrayContaining(['200', '11001', '11023', 'closed']))
  await expect.poll(underWay).toBe(0)
  expect((await app.upload(await newToken(), 'avatar')).code).toBe(200)
})
