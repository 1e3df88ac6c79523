import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { WebSocketServer } from 'ws'
import { MemoryPriceBoard } from '../apps/server/src/market-data/price-board/memory-price-board.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { PriceEntries } from '../apps/server/src/platform/websocket/price-entries.ts'
import { PriceHub } from '../apps/server/src/platform/websocket/price-hub.ts'
import { textFrame } from '../apps/server/src/platform/websocket/text-frame.ts'
import { type ClientMessage, type ClientTask, nowMs } from './live-clients.ts'
import type { BenchResult } from './result.ts'

const sockets = 5_000
const blocks = 10
const roundsEach = 6
const pacedRounds = 15
const paceMs = 200

/** One way of sending the same text to all clients. */
interface Side {
  readonly name: string
  readonly clients: ChildProcess
  readonly send: (frame: Buffer) => void
  readonly close: () => Promise<void>
}

const call = async (clients: ChildProcess, task: ClientTask): Promise<ClientMessage> => {
  const opened = once(clients, 'message') as Promise<[ClientMessage]>
  clients.send(task)
  return (await opened)[0]
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 8_192, resolve))
  return (server.address() as AddressInfo).port
}

async function withClients(server: Server): Promise<ChildProcess> {
  const port = await listening(server)
  const clients = fork(new URL('./live-clients.ts', import.meta.url))
  await call(clients, { open: sockets, port, path: '/websocket/message' })
  return clients
}

async function end(server: Server, clients: ChildProcess): Promise<void> {
  clients.kill()
  await once(clients, 'exit')
  server.closeAllConnections()
  server.close()
}

/** Sets every market to a new price; the frame's length stays the same. */
function moveAll(board: MemoryPriceBoard, round: number): void {
  for (const { code } of board.markets) {
    const mid = price(String(1_000 + (round % 9)))
    board.offer({ code, bid: mid, ask: mid, time: 1, source: 'simulated', volume: 0 })
  }
}

async function hubSide(): Promise<{ side: Side; frameBytes: number }> {
  const board = new MemoryPriceBoard({ markets: allMarkets, clock: systemClock, firstSeq: 1 })
  // A frame of the same length each time: the change in percent has as many digits as the day's first price allows.
  moveAll(board, 0)
  const server = createServer()
  const hub = new PriceHub({ board })
  server.on('upgrade', (request, socket, head) => hub.upgrade(request, socket, head))
  const clients = await withClients(server)
  const welcome = frameOf(board).length
  await call(clients, { bytes: welcome, sentAt: nowMs() })
  let round = 0
  const side: Side = {
    name: 'the hub',
    clients,
    send: () => {
      // Two prices in turn, so that every entry changes and every frame is as long as the last.
      round += 1
      moveAll(board, 1 + (round % 2))
      hub.beat()
    },
    close: async () => {
      hub.close()
      await end(server, clients)
    },
  }
  moveAll(board, 1)
  const first = frameOf(board).length
  moveAll(board, 2)
  if (frameOf(board).length !== first) throw new Error('the two frames are not of one length')
  // Changes made while measuring lengths are sent now, and awaited.
  hub.beat()
  await call(clients, { bytes: first, sentAt: nowMs() })
  return { side, frameBytes: first }
}

const frameOf = (board: MemoryPriceBoard) => {
  const entries = new PriceEntries(board)
  return textFrame(entries.frameText(entries.codes, new Set()) ?? '[]')
}

async function bareSide(payload: Buffer): Promise<Side> {
  const server = createServer()
  const webSockets = new WebSocketServer({ server, perMessageDeflate: false })
  const clients = await withClients(server)
  while (webSockets.clients.size < sockets) await sleep(10)
  return {
    name: 'bare ws',
    clients,
    send: () => {
      for (const client of webSockets.clients) client.send(payload, { binary: false })
    },
    close: () => end(server, clients),
  }
}

/** Frames a second when the next is sent as soon as all clients have the last. */
async function throughput(side: Side, frame: Buffer): Promise<number> {
  const began = nowMs()
  for (let round = 0; round < roundsEach; round++) {
    side.send(frame)
    await call(side.clients, { bytes: frame.length, sentAt: began })
  }
  return (roundsEach * sockets) / ((nowMs() - began) / 1000)
}

/** From just before sending to arrival, five times a second. */
async function delays(side: Side, frame: Buffer): Promise<{ median: number; p99: number }> {
  const all: number[] = []
  for (let round = 0; round < pacedRounds; round++) {
    const sentAt = nowMs()
    const arrived = call(side.clients, { bytes: frame.length, sentAt })
    // The clients know of the round before its first byte arrives.
    await sleep(20)
    const sendAt = nowMs()
    side.send(frame)
    const message = await arrived
    if ('delaysMs' in message) all.push(...message.delaysMs.map((ms) => ms - (sendAt - sentAt)))
    await sleep(Math.max(0, paceMs - (nowMs() - sentAt)))
  }
  all.sort((a, b) => a - b)
  const at = (share: number) => all[Math.floor(share * (all.length - 1))] ?? Number.NaN
  return { median: at(0.5), p99: at(0.99) }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Frames a second of both, in turn, and each first as often as the other: what else the machine does falls on both. */
async function turnByTurn(hub: Side, bare: Side, frame: Buffer) {
  const ours: number[] = []
  const theirs: number[] = []
  for (let block = 0; block < blocks; block++) {
    if (block % 2 === 0) ours.push(await throughput(hub, frame))
    theirs.push(await throughput(bare, frame))
    if (block % 2 === 1) ours.push(await throughput(hub, frame))
  }
  const ratio = median(ours.map((rate, turn) => rate / (theirs[turn] ?? Number.NaN)))
  return { ours: median(ours), theirs: median(theirs), ratio }
}

/** Live frames to 5 000 sockets, against bare `ws` sending the same bytes to as many, turn by turn in one run. */
export async function run(): Promise<BenchResult> {
  const { side: hub, frameBytes } = await hubSide()
  const headerBytes = frameBytes > 0xffff ? 10 : frameBytes > 127 ? 4 : 2
  const payload = Buffer.alloc(frameBytes - headerBytes, 'x')
  const frame = textFrame(payload.toString())
  const bare = await bareSide(payload)
  try {
    for (const side of [hub, bare]) await throughput(side, frame)
    const { ours, theirs, ratio } = await turnByTurn(hub, bare, frame)
    const hubDelay = await delays(hub, frame)
    const bareDelay = await delays(bare, frame)
    const shown = (rate: number) => Math.round(rate).toLocaleString('en')
    const line = ({ median: middle, p99 }: { median: number; p99: number }) =>
      `median ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
    return {
      name: `live frames to ${sockets.toLocaleString('en')} sockets, against bare ws sending the same bytes`,
      ratio,
      goal: '≥ 0.9',
      reached: ratio >= 0.9,
      details: [
        `a frame of ${allMarkets.length} changed markets: ${frameBytes.toLocaleString('en')} bytes, encoded each time by the hub`,
        `the hub: ${shown(ours)} frames a second; bare ws: ${shown(theirs)} (medians of ${blocks} turns; the ratio is the median of theirs turn by turn)`,
        `delay at 5 frames a second, the hub: ${line(hubDelay)}`,
        `delay at 5 frames a second, bare ws: ${line(bareDelay)}`,
      ],
    }
  } finally {
    await hub.close()
    await bare.close()
  }
}
