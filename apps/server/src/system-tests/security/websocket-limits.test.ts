import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Parameters } from '../../back-office/parameters/parameters.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
const open: WebSocket[] = []
beforeAll(async () => {
  app = await startTestApp({ trustProxy: '127.0.0.1' })
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  for (const [key, value] of [
    // A sandbox has twenty times as much.
    ['limits.sockets.network', 10],
    ['limits.sockets.account', 3],
  ] as const)
    await parameters.change({ key, value, reason: 'a test', changedBy: 'a', approvedBy: 'b' })
})
afterAll(async () => {
  for (const socket of open) socket.terminate()
  await app.dispose()
})

const mostOfNetwork = 200
const paths = ['/websocket/message', '/websocket/account', '/websocket/artworks', '/websocket/depth']

/** Opens a socket from one of this machine's own addresses; answers what it became, or the status it was refused with. */
async function opened(
  path: string,
  localAddress: string,
  headers: Record<string, string> = {},
): Promise<WebSocket | number> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`, { localAddress, headers })
  open.push(socket)
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket))
    socket.once('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.once('error', () => undefined)
  })
}

const closed = (socket: WebSocket) => once(socket, 'close').then(([code]) => code as number)

test('I12.5: one machine that opens sockets without end is stopped, and others come in at every door', async () => {
  const { token } = await app.signUp()
  const tried: (WebSocket | number)[] = []
  // Until the server follows the parameter, and beyond it.
  await expect
    .poll(
      async () => {
        const at = tried.length
        tried.push(
          ...(await Promise.all(
            Array.from({ length: 50 }, (_, n) => opened(paths[(at + n) % paths.length] ?? '', '127.0.0.9')),
          )),
        )
        return tried.slice(at).every((one) => one === 429)
      },
      { interval: 1 },
    )
    .toBe(true)
  for (const path of paths) expect(await opened(path, '127.0.0.10')).toBeInstanceOf(WebSocket)
  // Who is signed in counts for their account: the network's places are free again for others.
  const sockets = tried.filter((one) => one instanceof WebSocket)
  expect(sockets.length).toBeGreaterThanOrEqual(mostOfNetwork)
  const own = await opened('/websocket/account', '127.0.0.11')
  if (!(own instanceof WebSocket)) throw new Error(`refused with ${own}`)
  own.send(JSON.stringify({ token, virtually: 'NO' }))
  const [first] = await once(own, 'message')
  expect(JSON.parse(String(first))).toMatchObject({ type: 'session' })
})

test('I12.5: one machine’s many networks have the sockets of five, and others come in', async () => {
  const from = (address: string) =>
    opened('/websocket/message', '127.0.0.1', { 'x-forwarded-for': address }).then((one) =>
      one instanceof WebSocket ? 101 : one,
    )
  const networks = Array.from({ length: 6 }, (_, n) => `2001:db8:9:${n}::1`)
  const statuses: number[] = []
  for (const network of networks)
    statuses.push(...(await Promise.all(Array.from({ length: mostOfNetwork }, () => from(network)))))
  expect(statuses.filter((status) => status === 101)).toHaveLength(5 * mostOfNetwork)
  expect(await from('2001:db8:9:ffff::1')).toBe(429)
  expect(await from('2001:db8:a:0::1')).toBe(101)
})

test('I12.5: sockets that close make room, and a customer’s own count for the account alone', async () => {
  const { token } = await app.signUp()
  const from = '127.0.0.12'
  const hello = JSON.stringify({ token, virtually: 'NO' })
  const signedIn = async () => {
    const socket = await opened('/websocket/account', from)
    if (!(socket instanceof WebSocket)) throw new Error(`refused with ${socket}`)
    socket.send(hello)
    await once(socket, 'message')
    return socket
  }
  for (let n = 0; n < 3; n++) await signedIn()
  const anonymous = await Promise.all(
    Array.from({ length: mostOfNetwork }, () => opened('/websocket/message', from)),
  )
  expect(anonymous.every((one) => one instanceof WebSocket)).toBe(true)
  expect(await opened('/websocket/message', from)).toBe(429)
  const [one] = anonymous
  if (!(one instanceof WebSocket)) throw new Error('it was open')
  one.close()
  await closed(one)
  await expect.poll(() => opened('/websocket/account', from)).toBeInstanceOf(WebSocket)
  const fourth = open.at(-1)
  fourth?.send(hello)
  if (fourth === undefined) throw new Error('it was opened')
  expect(await closed(fourth)).toBe(4429)
})

test('I12.5: who goes away while their place is looked for leaves none taken', async () => {
  const from = '127.0.0.14'
  const { port } = new URL(app.url)
  const gone = Array.from({ length: mostOfNetwork + 50 }, async () => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from })
    await once(socket, 'connect')
    expect((socket.address() as AddressInfo).address).toBe(from)
    socket.write(
      'GET /websocket/message HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    socket.resetAndDestroy()
  })
  await Promise.all(gone)
  await expect.poll(() => opened('/websocket/message', from)).toBeInstanceOf(WebSocket)
})

test('I12.5: an upgrade is a request as any other: too many of them are told to wait', async () => {
  // The last one here: nobody else has anything left either.
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  // The last test here: nobody else has anything left either.
  for (const key of ['limits.visitor.burst', 'limits.visitor.perHour'])
    await parameters.change({ key, value: 1, reason: 'a test', changedBy: 'a', approvedBy: 'b' })
  const statusOf = async () => {
    const socket = await opened('/websocket/artworks', '127.0.0.13')
    if (socket instanceof WebSocket) socket.terminate()
    return socket
  }
  await expect
    .poll(async () => (await Promise.all(Array.from({ length: 30 }, statusOf))).includes(429), {
      interval: 1,
    })
    .toBe(true)
})
