import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { ServerQuotes } from '../../cli/verify/published-quotes.ts'
import { checkPublished } from '../../proofs/receipts/checks/check-published.ts'
import type { KeySet, Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import { ServerToKill } from './server-to-kill.ts'

const server = new ServerToKill('candor-stored-quotes-kill-')
afterAll(() => server.dispose())

const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '5' }
const market = { code: 'BTCUSDT', lots: '0.001', leverage: 2, protected: false }

test('proof: killed with -9 right after orders were filled, no receipt names a quote that is not kept', async () => {
  await server.start()
  const { token } = await server.signUp('ana')
  const headers = { authorization: token, virtually: 'NO' }
  const preview = () => server.post('order/previewContract', { ...market, direction: 'buy' }, headers)
  await expect.poll(async () => (await preview()).code).toBe(200)
  const acknowledged = new Set<string>()
  const buyer = async (from: number) => {
    for (let n = from; ; n += 4) {
      // Every second one has a trailing stop; the nearest fire within a second or two.
      const trailing = n % 2 === 0 && { trailing: String(4 * (1 + (n % 7))) }
      const body = { ...market, direction: n % 4 < 2 ? 'buy' : 'sell', ...trailing }
      const response = await server.post('order/buyContract', body, {
        ...headers,
        'idempotency-key': randomUUID(),
      })
      if (response.code === 20004) acknowledged.add(response.result.id)
    }
  }
  const fired = () =>
    server.withDatabase(async (db) => {
      const { rows } = await db.pool.query<{ n: bigint }>(
        "SELECT count(*) n FROM orders_contracts WHERE close_reason = 'trailing'",
      )
      return Number(rows[0]?.n)
    })
  const newest: string[] = []
  for (let round = 0; round < 2; round++) {
    const buying = Promise.allSettled([0, 1, 2, 3].map(buyer))
    const before = await fired()
    await expect.poll(fired).toBeGreaterThan(before + 3)
    await server.kill()
    await buying
    await server.start()
    const rows = await server.withDatabase(async (db) => {
      const found = await db.pool.query<{ id: string }>(
        `SELECT id FROM (SELECT order_id AS id, max(at) AS at FROM orders_events
           WHERE kind = 'open' OR (kind = 'close' AND facts ->> 'reason' = 'trailing') GROUP BY order_id) e ORDER BY at DESC LIMIT 24`,
      )
      return found.rows
    })
    newest.push(...rows.map(({ id }) => id))
  }
  expect(acknowledged.size).toBeGreaterThan(10)
  await expectProven(new Set(newest), headers)
}, 300_000)

test('proof: killed with -9 right after options were bought, no receipt names a quote that is not kept', async () => {
  const { token } = await server.signUp('ben')
  const headers = { authorization: token, virtually: 'NO' }
  const preview = () => server.post('order/previewOptions', option, headers)
  const bought: string[] = []
  for (let round = 0; round < 2; round++) {
    await expect.poll(async () => (await preview()).code).toBe(200)
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => server.post('order/buyOptions', option, headers)),
    )
    await server.kill()
    expect(responses.map(({ code }) => code)).toEqual(Array(4).fill(20004))
    bought.push(...responses.map(({ result }) => result.id))
    await server.start()
  }
  await expectProven(bought, headers)
})

/** Expects that each receipt verifies, by itself and against what the server has published. */
async function expectProven(ids: Iterable<string>, headers: Record<string, string>): Promise<void> {
  const keys = (await (await fetch(`${server.address}/.well-known/candor-keys.json`)).json()) as KeySet
  const published = new ServerQuotes(server.address, keys)
  for (const id of ids) {
    const { result: receipt } = await server.get<Receipt>(`order/getReceipt/${id}`, {}, headers)
    expect(verifyReceipt(receipt, keys)).toMatchObject({ signed: true, findings: [] })
    expect(await checkPublished(receipt.document, published)).toMatchObject({ findings: [] })
  }
}
