import { interruptible } from '../interruption.ts'
import { CommandError, say } from '../say.ts'
import { pricesOf } from './served-prices.ts'
import { VenueServer } from './venue-server.ts'

interface LocalVenueOptions {
  readonly port: string
  readonly prices: string
  readonly markets: string
  readonly key: string
  readonly secret: string
}

/** Sizes of orders that the local venue takes in every market. */
const sizes = { step: '0.001', minimum: '0.001', most: '1000000' }

/** Runs a venue on this machine until it is interrupted. It speaks as an exchange does, and no money there is real. */
export async function localVenueCommand(options: LocalVenueOptions): Promise<void> {
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CommandError('--port must be a number from 0 to 65535.')
  if (!URL.canParse(options.prices))
    throw new CommandError('--prices must be the address of a server, such as http://localhost:3000.')
  const markets = options.markets.split(',').map((code) => code.trim())
  const prices = pricesOf(options.prices, markets)
  const server = new VenueServer({
    keys: { key: options.key, secret: options.secret },
    symbols: Object.fromEntries(markets.map((code) => [code, sizes])),
    priceOf: (code) => prices.of(code),
    onTrade: (text) => say(text),
  })
  const listening = await server.listen(port)
  say(`Local venue for tests: REST http://127.0.0.1:${listening}, stream ws://127.0.0.1:${listening}.`)
  say('It fills every order at the prices of the server above. No money here is real. Ctrl-C ends it.')
  try {
    await interruptible(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      'The local venue has ended; what it knew is gone.',
    )
  } finally {
    prices.stop()
    await server.close()
  }
}
