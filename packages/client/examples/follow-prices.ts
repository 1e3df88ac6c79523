import { createClient } from '@candor/client'
import { WebSocket } from 'ws'

// From Node 22 on, and in browsers, leave out `WebSocket`.
const candor = createClient({ url: process.env.CANDOR_URL ?? 'http://localhost:3000', WebSocket })

const stream = candor.followPrices({
  codes: ['BTCUSDT'],
  onPrices: (prices) => {
    const quote = prices.find(({ code }) => code === 'BTCUSDT')
    if (quote?.bid === undefined) return
    console.log(`BTCUSDT ${quote.bid} / ${quote.ask} (${quote.source})`)
    stream.close()
  },
  onState: (state) => console.log(state),
})
