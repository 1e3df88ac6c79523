import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Price, parsePrice, writePrice } from '@candor/money'
import type { Direction } from '@candor/rules'

/** How long a preview's price is a promise (calls page, previewContract). */
export const quoteGoodForMs = 5_000

/** What a preview promised. */
export interface PromisedQuote {
  readonly code: string
  readonly direction: Direction
  readonly price: Price
  readonly at: number
}

/**
 * Preview quotes as signed texts: nothing is stored, nobody can make one, and a restart ends them as five seconds do.
 */
export class QuoteTokens {
  private readonly secret = randomBytes(32)

  issue(quote: PromisedQuote): string {
    const body = [quote.code, quote.direction, writePrice(quote.price), quote.at].join(' ')
    return `${Buffer.from(body).toString('base64url')}.${this.mac(body)}`
  }

  /** Null for a text that is not ours. */
  read(token: string): PromisedQuote | null {
    const [encoded = '', mac = ''] = token.split('.')
    const body = Buffer.from(encoded, 'base64url').toString()
    const expected = Buffer.from(this.mac(body))
    const given = Buffer.from(mac)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const [code = '', direction, text = '', at] = body.split(' ')
    const price = parsePrice(text)
    return price === null
      ? null
      : { code, direction: direction === 'sell' ? 'sell' : 'buy', price, at: Number(at) }
  }

  private mac(body: string): string {
    return createHmac('sha256', this.secret).update(body).digest('base64url').slice(0, 32)
  }
}
