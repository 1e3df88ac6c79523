import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

export interface TestExchange {
  /** Variables that point a real installation's live feed here. */
  readonly env: Readonly<Record<'CANDOR_CRYPTO_EXCHANGE' | 'CANDOR_CRYPTO_URL', string>>
  /** Sets its mid price, which it sends ten times a second. */
  setPrice(code: string, mid: number): void
  close(): Promise<void>
}

/** An exchange with Binance's protocol on its own port: live prices that a test controls. */
export async function openExchange(prices: Readonly<Record<string, number>>): Promise<TestExchange> {
  const mids = new Map(Object.entries(prices))
  const http = createServer()
  const sockets = new WebSocketServer({ server: http })
  let update = 0
  const tell = () => {
    for (const [code, mid] of mids) {
      update += 1
      // Without a time of the exchange's own, a quote has the server's, which a test may have moved.
      const ticker = { e: 'bookTicker', u: update, s: code, b: (mid - 1).toFixed(2), a: (mid + 1).toFixed(2) }
      for (const socket of sockets.clients) socket.send(JSON.stringify(ticker))
    }
  }
  const timer = setInterval(tell, 100)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    env: { CANDOR_CRYPTO_EXCHANGE: 'binance', CANDOR_CRYPTO_URL: `ws://127.0.0.1:${port}` },
    setPrice: (code, mid) => void mids.set(code, mid),
    close: async () => {
      clearInterval(timer)
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
