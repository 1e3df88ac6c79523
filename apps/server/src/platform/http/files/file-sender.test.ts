import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readdir, readlink, stat } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileInPieces } from '../handlers.ts'
import { TooMany } from '../refusal.ts'
import { compressResponses } from '../responses/compress-responses.ts'
import { csvFile } from './csv.ts'
import { FileSender } from './file-sender.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-sender-'))
let app: FastifyInstance
let replies: FastifyReply[]
let url = ''
interface Params {
  readonly sender: 'swx' | 'hasty'
  readonly file: string
  readonly who: string
}

let files: Map<string, () => FileInPieces>

beforeEach(async () => {
  files = new Map()
  replies = []
  app = fastify({ forceCloseConnections: true })
  const senders = { swx: new FileSender(folder), hasty: new FileSender(folder, 50) }
  compressResponses(app)
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof TooMany ? 429 : 500).send('nothing of the file'),
  )
  app.get<{ Params: Params }>('/:sender/:file/:who', async ({ params }, reply) => {
    replies.push(reply)
    const response = files.get(params.file)
    if (response === undefined) throw new Error('no such file')
    return senders[params.sender].send(reply, response(), params.who)
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (pieces: FileInPieces['pieces'], queue: FileInPieces['queue'] = 'exports') =>
  new FileInPieces(queue, { contentType: 'application/zip', fileName: 'file.zip' }, pieces)

/** Files of ours that this process holds open; they have no name, so only this tells. */
async function ourFiles(): Promise<string[]> {
  const held = (await readdir('/proc/self/fd')).map((fd) => `/proc/self/fd/${fd}`)
  const links = await Promise.all(held.map((fd) => readlink(fd).catch(() => '')))
  return held.filter((_fd, n) => links[n]?.startsWith(folder))
}

const openFiles = async () => (await ourFiles()).length

async function bytesOnDisk(): Promise<number> {
  const sizes = await Promise.all((await ourFiles()).map(async (fd) => (await stat(fd)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Files whose pieces come when they are let, and which of them were begun. */
function heldFiles() {
  const begun: string[] = []
  const lets = new Map<string, () => void>()
  const held = (who: string) =>
    file(
      (async function* () {
        begun.push(who)
        await new Promise<void>((resolve) => lets.set(who, resolve))
        yield who
      })(),
    )
  return { begun, held, end: (who: string) => lets.get(who)?.() }
}

test('I12.6: a file is on disk, under no name, before more of it is made, and is sent with its length once it is whole', async () => {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const names: string[] = []
  let unwritten = 0
  async function* pieces() {
    for (let n = 0; n < 50; n++) {
      if (n > 0) names.push(...readdirSync(folder))
      unwritten = Math.max(unwritten, n * piece.length - (await bytesOnDisk()))
      yield piece
    }
  }
  files.set('large', () => file(pieces()))
  const response = await fetch(`${url}/swx/large/ana`)
  expect(response.headers.get('content-length')).toBe(String(50 * piece.length))
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="file.zip"')
  expect((await response.arrayBuffer()).byteLength).toBe(50 * piece.length)
  expect(names).toEqual([])
  expect(unwritten).toBeLessThanOrEqual(2 * piece.length)
  await expect.poll(openFiles).toBe(0)
  // With the end of a response the next one may be asked for, whether the file is closed yet or not.
  files.set('next', () => file(justOne('x')))
  expect((await app.inject('/swx/next/ana')).statusCode).toBe(200)
  expect((await app.inject('/swx/next/ana')).statusCode).toBe(200)
})

test('I12.6: a failure half way has sent nothing, leaves nothing open and releases its place', async () => {
  files.set('broken', () =>
    file(
      (async function* () {
        yield Buffer.alloc(1_000_000)
        throw new Error('the database is gone')
      })(),
    ),
  )
  for (let n = 0; n < 3; n++) {
    const response = await fetch(`${url}/swx/broken/ana`)
    expect([response.status, await response.text()]).toEqual([500, 'nothing of the file'])
  }
  expect(await openFiles()).toBe(0)
})

test('I12.6: exports are generated one per customer and two in all; a customer with one in progress gets 429', async () => {
  const { begun, held, end } = heldFiles()
  for (const who of ['ana', 'ben', 'cem']) files.set(who, () => held(who))
  const [ana, ben, cem] = ['ana', 'ben', 'cem'].map((who) => fetch(`${url}/swx/${who}/${who}`))
  await expect.poll(() => begun.length).toBe(2)
  const second = await fetch(`${url}/swx/${begun[0]}/${begun[0]}`)
  expect(second.status).toBe(429)
  const [first = '', other = ''] = begun
  end(first)
  await expect.poll(() => begun.length).toBe(3)
  end(other)
  end(begun[2] ?? '')
  for (const response of [await ana, await ben, await cem]) expect(response?.status).toBe(200)
  expect(new Set(begun)).toEqual(new Set(['ana', 'ben', 'cem']))
})

test('I12.6: a file is no longer made for a client that left, and its place is free', async () => {
  let made = 0
  let stopped = false
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  files.set('left', () =>
    file(
      (async function* () {
        try {
          for (; made < 1_000; made++) {
            if (made === 1) await gone
            yield Buffer.alloc(10)
          }
        } finally {
          stopped = true
        }
      })(),
    ),
  )
  const leaving = new AbortController()
  const download = fetch(`${url}/swx/left/ana`, { signal: leaving.signal }).catch(() => null)
  await expect.poll(() => made).toBe(1)
  leaving.abort()
  await download
  await expect.poll(() => replies[0]?.raw.destroyed).toBe(true)
  letGo()
  await expect.poll(() => stopped).toBe(true)
  expect(made).toBe(1)
  await expect.poll(openFiles).toBe(0)
  files.set('next', () => file(justOne('x')))
  expect((await fetch(`${url}/swx/next/ana`)).status).toBe(200)
})

test('I12.6: a client that reads nothing does not keep its file, and until then has one export', async () => {
  files.set('large', () => file(justOne(Buffer.alloc(32 * 1024 * 1024))))
  files.set('small', () => file(justOne('x')))
  const startDownload = async (path: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return { socket, closed: once(socket, 'close') }
  }
  const patient = await startDownload('/swx/large/ana')
  await expect.poll(openFiles).toBe(1)
  expect((await fetch(`${url}/swx/small/ana`)).status).toBe(429)
  patient.socket.destroy()
  await expect.poll(openFiles).toBe(0)

  const { socket, closed } = await startDownload('/hasty/large/ben')
  await expect.poll(() => replies[2]?.raw.destroyed).toBe(true)
  await expect.poll(openFiles).toBe(0)
  // The file is closed a moment before the export has ended.
  await expect.poll(async () => (await fetch(`${url}/hasty/small/ben`)).status).toBe(200)
  socket.resume()
  await closed
})

test('a list is compressed while it is sent, for clients that accept it', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => [String(n), '=1+1'])
  files.set('list', () => csvFile('list.csv', ['n', 'text'], justOne(rows)))
  const text = async (encoding: string) => {
    const response = await fetch(`${url}/swx/list/ana`, { headers: { 'accept-encoding': encoding } })
    return { encoding: response.headers.get('content-encoding'), text: await response.text() }
  }
  const plain = await text('identity')
  expect(plain.text.split('\r\n')).toHaveLength(1_002)
  expect(plain.text).toContain("\r\n7,'=1+1\r\n")
  expect(await text('gzip')).toEqual({ encoding: 'gzip', text: plain.text })
})

async function* justOne<T>(value: T): AsyncGenerator<T> {
  yield value
}
