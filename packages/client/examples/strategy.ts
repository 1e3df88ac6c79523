import { randomUUID } from 'node:crypto'
import { type ContractOrder, createClient, Refusal } from '@candor/client'
import { WebSocket } from 'ws'

const settings = {
  code: 'BTCUSDT',
  lots: '0.01',
  leverage: 2,
  /** Buys this far below the mean of the latest prices, as a share. */
  dip: Number(process.env.DIP ?? '0.001'),
  /** Closes this far above the price at which it bought, or after this time. */
  rise: Number(process.env.RISE ?? '0.001'),
  holdMs: Number(process.env.HOLD_MS ?? '600000'),
  /** Trades until it stops. */
  trades: Number(process.env.TRADES ?? '10'),
}
const pricesInMean = 300

// From Node 22 on, and in browsers, leave out `WebSocket`.
const candor = createClient({
  url: process.env.CANDOR_URL ?? 'http://localhost:3000',
  apiKey: process.env.CANDOR_KEY ?? '',
  WebSocket,
})

// Prices as numbers are good enough for a signal. Amounts stay texts.
const recent: number[] = []
let position: ContractOrder | null = null
const closed = new Set<string>()
let knowsOrders = false
let isSending = false
let idempotencyKey = randomUUID()

const orders = candor.followOrders({
  onOrder: update,
  // After a start an earlier position is known, and after an interruption what happened during it.
  onCurrent: () => {
    console.log('orders are current')
    knowsOrders = true
    decide()
  },
  onState: (state) => {
    console.log(`orders: ${state}`)
    // What is not known to be true is no ground for an order.
    if (state !== 'open') knowsOrders = false
    // The key is no longer valid.
    if (state === 'ended') stop()
  },
  onError: (error) => console.log(`orders cannot be read: ${error}`),
})

const prices = candor.followPrices({
  codes: [settings.code],
  onPrices: (changed) => {
    const price = changed.find(({ code }) => code === settings.code)?.price
    if (price === undefined) return
    recent.push(Number(price))
    if (recent.length > pricesInMean) recent.shift()
    decide()
  },
})

/** Takes over an order as the stream or a response reports it. */
function update(order: ContractOrder): void {
  if (order.code !== settings.code || closed.has(order.id)) return
  if (order.status === 'open') {
    if (position === null) console.log(`open ${order.orderNo} at ${order.openPrice}`)
    position = order
  } else if (order.id === position?.id) {
    console.log(`closed ${order.orderNo} at ${order.closePrice}: ${order.profit} USDT`)
    position = null
    closed.add(order.id)
    if (closed.size >= settings.trades) stop()
  }
  decide()
}

function decide(): void {
  const price = recent.at(-1)
  if (price === undefined || !knowsOrders || isSending) return
  if (position === null ? isDip(price) : isDone(position, price)) void trade()
}

function isDip(price: number): boolean {
  const mean = recent.reduce((sum, one) => sum + one, 0) / recent.length
  return price <= mean * (1 - settings.dip)
}

function isDone({ openPrice, openedAt }: ContractOrder, price: number): boolean {
  const heldMs = Date.now() - Date.parse(openedAt ?? '')
  return heldMs >= settings.holdMs || price >= Number(openPrice) * (1 + settings.rise)
}

/** Closes the position, or opens one where there is none. */
async function trade(): Promise<void> {
  isSending = true
  const { code, lots, leverage } = settings
  const order = { code, direction: 'buy', lots, leverage, protected: false } as const
  try {
    const result = await (position === null
      ? candor.call('buyContract', order, { idempotencyKey })
      : candor.call('closeContract', { id: position.id }, { idempotencyKey }))
    idempotencyKey = randomUUID()
    isSending = false
    update(result)
  } catch (error) {
    // Refused: nothing was done. Without a response it may have been: the same key then makes the repetition the same order.
    if (error instanceof Refusal) idempotencyKey = randomUUID()
    isSending = false
    console.log(`${error}`)
  }
}

function stop(): void {
  orders.close()
  prices.close()
  knowsOrders = false
}
