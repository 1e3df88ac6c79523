import { randomUUID } from 'node:crypto'
import { createClient, NoResponse, Refusal } from '@candor/client'

const candor = createClient({
  url: process.env.CANDOR_URL ?? 'http://localhost:3000',
  apiKey: process.env.CANDOR_KEY ?? '',
})

const lots = process.env.LOTS ?? '0.01'
const order = { code: 'BTCUSDT', direction: 'buy', lots, leverage: 2, protected: false } as const
// Store the key together with the order before it is sent: after a crash, the same key and order have one effect.
const idempotencyKey = randomUUID()

try {
  const preview = await candor.call('previewContract', order)
  console.log(`margin ${preview.margin} USDT, commission ${preview.commission} USDT`)
  const opened = await candor.call('buyContract', order, { idempotencyKey })
  console.log(`opened ${opened.orderNo} at ${opened.openPrice}`)
  const closed = await candor.call('closeContract', { id: opened.id })
  console.log(`closed ${closed.orderNo} at ${closed.closePrice}: ${closed.profit} USDT`)
} catch (error) {
  process.exitCode = 1
  if (error instanceof Refusal) console.log(`refused, ${error.refusal}: ${error.message}`)
  else if (error instanceof NoResponse) console.log(`unknown: repeat it with the key ${error.idempotencyKey}`)
  else throw error
}
