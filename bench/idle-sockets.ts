import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Parameters } from '../apps/server/src/back-office/parameters/parameters.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { connectionOfRunning } from '../apps/server/src/platform/database/database-server.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { startServer } from '../e2e/running-server.ts'
import type { BenchResult } from './result.ts'
import { Client, figures, line, load, paced, people, type Visit } from './visitors.ts'

const realPlaces = 2_000
const parametersFollowMs = 5_000
const many = Number(process.env.BENCH_IDLE_SOCKETS ?? 10_000)
/** Opened at once: fewer than the machine queues for a server to accept. */
const atOnce = 100
const market: Visit = { method: 'GET', path: '/swx/customer/index/getMarketInfo/BTCUSDT' }
const doors = ['/websocket/message', '/websocket/account', '/websocket/artworks'] as const

/** First message of a socket; null: it never sends any. */
type Hello = string | null

const upgradeAt = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: candor.example',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n')

/** Opens a socket, which stays open, and waits for the response to its first message. Returns its first line, `open` for a silent one. */
function open(url: string, localAddress: string, hello: Hello, sockets: Socket[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    sockets.push(socket)
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    socket.once('connect', () => (hello === null ? resolve('open') : socket.write(hello)))
    socket.once('data', (data) => {
      socket.on('data', () => undefined)
      resolve(data.toString().split('\r\n', 1)[0] ?? '')
    })
  })
}

const isIn = (response: string): boolean => response === 'open' || response.includes(' 101 ')

/** Opens so many from one address; returns the number of those that the server took. */
async function openMany(url: string, hello: (at: number) => Hello, sockets: Socket[]): Promise<number> {
  let taken = 0
  for (let at = 0; at < many; at += atOnce) {
    const responses = await Promise.all(
      Array.from({ length: atOnce }, (_, n) => open(url, people.attacker, hello(at + n), sockets)),
    )
    const short = responses.find((response) => response === 'EMFILE')
    if (short !== undefined)
      throw new Error(`this process cannot open ${many} files: raise the limit with ulimit -n ${2 * many}`)
    taken += responses.filter(isIn).length
  }
  return taken
}

/** Returns the times in ms that others take to connect at every endpoint; -1 for a refused one. */
async function othersComeIn(url: string, sockets: Socket[]): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < 60; n++) {
    const beganAt = performance.now()
    const response = await open(url, people.customer, upgradeAt(doors[n % doors.length] ?? ''), sockets)
    waits.push(isIn(response) ? performance.now() - beganAt : -1)
    await sleep(20)
  }
  return waits
}

async function measure(url: string, name: string, hello: (at: number) => Hello): Promise<BenchResult> {
  const onlooker = new Client(url, 'onlooker')
  const sockets: Socket[] = []
  try {
    const before = await paced(onlooker, () => market, 50, 3_000)
    const beganAt = performance.now()
    const taken = await openMany(url, hello, sockets)
    const tookMs = performance.now() - beganAt
    const [meanwhile, waits] = await Promise.all([
      paced(onlooker, () => market, 50, 3_000),
      othersComeIn(url, sockets),
    ])
    const longest = Math.max(...waits)
    const callFigures = figures(meanwhile)
    return {
      name: `idle sockets: ${many} ${name} of one machine, and others`,
      ratio: null,
      goal: 'others connect within 1 s, markets p95 < 300 ms',
      reached:
        !waits.includes(-1) &&
        longest < 1_000 &&
        callFigures.p95 < 300 &&
        meanwhile.every(({ status }) => status === 200),
      details: [
        `taken: ${taken} of ${many}, opened in ${(tookMs / 1_000).toFixed(1)} s`,
        `others at every endpoint: ${waits.filter((wait) => wait >= 0).length} of ${waits.length} connected, longest ${longest.toFixed(0)} ms`,
        line('markets before', before),
        line('markets meanwhile', meanwhile),
        load(),
      ],
    }
  } finally {
    for (const socket of sockets) socket.destroy()
    onlooker.close()
  }
}

/** Gives a network as many places as it has outside a sandbox, which has twenty times as many. */
async function asReal(dataDir: string): Promise<void> {
  const databaseServer = connectionOfRunning(dataDir)
  if (databaseServer === null) throw new Error('the server has no connection file')
  const db = openDatabase({ ...databaseServer.app, max: 1 })
  const clock = { now: () => Date.now() }
  const parameters = new Parameters(db, clock, { sandbox: true })
  const change = { reason: 'the limits of a real installation', changedBy: 'a', approvedBy: 'b' }
  const made = await parameters.change({ key: 'limits.sockets.network', value: realPlaces / 20, ...change })
  await db.close()
  if (!('version' in made)) throw new Error(`the limits were not changed: ${JSON.stringify(made)}`)
  // A server reads its parameters again within this time.
  await sleep(parametersFollowMs)
}

/** Opens silent sockets from one machine: once as WebSockets at every endpoint, once without a request. */
export async function run(): Promise<readonly BenchResult[]> {
  const dataDir = temporaryDataDir('candor-bench-sockets-')
  const server = await startServer({ dataDir, flags: ['--sandbox', '--host', '127.0.0.1'] })
  await server.hear(/the simulated past is written/)
  await asReal(dataDir)
  try {
    return [
      await measure(server.url, 'websockets', (at) => upgradeAt(doors[at % doors.length] ?? '')),
      await measure(server.url, 'connections that send nothing', () => null),
    ]
  } finally {
    await server.dispose()
  }
}
