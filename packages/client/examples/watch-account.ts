import { createClient } from '@candor/client'
import { WebSocket } from 'ws'

// From Node 22 on, and in browsers, leave out `WebSocket`.
const candor = createClient({
  url: process.env.CANDOR_URL ?? 'http://localhost:3000',
  apiKey: process.env.CANDOR_KEY ?? '',
  WebSocket,
})

const stream = candor.followAccount({
  onOpen: (isAgain) => console.log(isAgain ? 'connected again: read the lists' : 'connected'),
  onMessage: (message) => {
    if (message.type === 'alert') console.log(`${message.data.code} reached ${message.data.price}`)
    if (message.type === 'balance') console.log('a deposit, withdrawal or payout changed')
    if (message.type !== 'order' || message.data === null || !('terms' in message.data)) return
    const { orderNo, status } = message.data
    console.log(`${orderNo} ${status}`)
    if (status === 'closed') stream.close()
  },
  onState: (state) => {
    if (state === 'ended') console.log('the key is no longer valid')
  },
})
