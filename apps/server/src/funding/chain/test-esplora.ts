import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestOutput {
  /** Null: an output that pays no address, such as data. */
  readonly address: string | null
  readonly sats: number
}
interface TestBlock {
  readonly hash: string
  readonly txids: readonly string[]
}

/** A small Bitcoin chain that speaks Esplora's shapes over HTTP: a pool of waiting transactions, blocks, and other blocks in their place. */
export interface TestEsplora {
  readonly url: string
  /** A transaction that waits for a block. */
  pay(outputs: readonly TestOutput[]): string
  /** Mines blocks on top; the first includes everything that waits. */
  mine(count: number): void
  /** Replaces the newest blocks by the same number and one more; their transactions wait again, or are gone. */
  reorganise(depth: number, fate: 'waits' | 'gone'): void
  /** Responds only with 503. */
  fail(failing: boolean): void
  close(): Promise<void>
}

const newHash = () => randomBytes(32).toString('hex')

export async function startTestEsplora(): Promise<TestEsplora> {
  const outputs = new Map<string, readonly TestOutput[]>()
  let waiting: string[] = []
  let chain: TestBlock[] = [{ hash: newHash(), txids: [] }]
  /** Blocks that once were in the best chain. */
  const stale: TestBlock[] = []
  let failing = false

  const heightOf = (txid: string) => chain.findIndex(({ txids }) => txids.includes(txid))
  const statusOf = (txid: string) => {
    const at = heightOf(txid)
    if (at < 0) return { confirmed: false }
    return {
      confirmed: true,
      block_height: at,
      block_hash: chain[at]?.hash,
      block_time: 1_700_000_000 + at * 600,
    }
  }
  const transaction = (txid: string) => {
    const paid = outputs.get(txid)
    if (paid === undefined || (heightOf(txid) < 0 && !waiting.includes(txid))) return null
    return {
      txid,
      version: 2,
      locktime: 0,
      vin: [{ txid: newHash(), vout: 0, is_coinbase: false, sequence: 4_294_967_293 }],
      vout: paid.map(({ address, sats }) =>
        address === null
          ? { scriptpubkey: '6a', scriptpubkey_type: 'op_return', value: sats }
          : {
              scriptpubkey: '0014',
              scriptpubkey_type: 'v0_p2wpkh',
              scriptpubkey_address: address,
              value: sats,
            },
      ),
      size: 222,
      weight: 561,
      fee: 1_410,
      status: statusOf(txid),
    }
  }
  const blockStatus = (hash: string) => {
    const at = chain.findIndex((block) => block.hash === hash)
    if (at >= 0) return { in_best_chain: true, height: at, next_best: chain[at + 1]?.hash ?? null }
    return stale.some((block) => block.hash === hash) ? { in_best_chain: false } : null
  }
  const addressStats = (wanted: string) => {
    const paid = [...outputs]
      .filter(([txid]) => heightOf(txid) >= 0)
      .flatMap(([, all]) => all)
      .filter(({ address }) => address?.toLowerCase() === wanted.toLowerCase())
    const sum = paid.reduce((total, { sats }) => total + sats, 0)
    return {
      address: wanted,
      chain_stats: {
        funded_txo_count: paid.length,
        funded_txo_sum: sum,
        spent_txo_count: 0,
        spent_txo_sum: 0,
      },
    }
  }
  const paths: readonly (readonly [RegExp, (id: string) => unknown])[] = [
    [/^\/tx\/(\w+)$/, transaction],
    [/^\/tx\/(\w+)\/status$/, statusOf],
    [/^\/tx\/(\w+)\/outspends$/, (id) => outputs.get(id)?.map(() => ({ spent: false }))],
    [/^\/address\/(\w+)$/, addressStats],
    [/^\/block\/(\w+)\/status$/, blockStatus],
    [/^\/blocks\/tip\/height$/, () => chain.length - 1],
    [/^\/block-height\/(\d+)$/, (height) => chain[Number(height)]?.hash],
  ]
  const respond = (path: string): unknown => {
    for (const [pattern, find] of paths) {
      const match = pattern.exec(path)
      if (match !== null) return find(match[1] ?? '')
    }
    return null
  }
  const server = createServer((request, response) => {
    if (failing) return send(response, 503, 'down')
    const found = respond(request.url ?? '/')
    if (found === null || found === undefined) return send(response, 404, 'Transaction not found')
    return send(response, 200, typeof found === 'object' ? JSON.stringify(found) : String(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pay: (paid) => {
      const txid = newHash()
      outputs.set(txid, paid)
      waiting.push(txid)
      return txid
    },
    mine: (count) => {
      for (let n = 0; n < count; n++) {
        chain.push({ hash: newHash(), txids: waiting })
        waiting = []
      }
    },
    reorganise: (depth, fate) => {
      const gone = chain.slice(-depth)
      stale.push(...gone)
      chain = chain.slice(0, -depth)
      for (let n = 0; n <= depth; n++) chain.push({ hash: newHash(), txids: [] })
      if (fate === 'waits') waiting.push(...gone.flatMap(({ txids }) => txids))
    },
    fail: (now) => {
      failing = now
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}
