import { randomBytes } from 'node:crypto'
import { type Price, parsePrice, writePrice } from '@candor/money'
import type { Direction } from '@candor/rules'
import { SignedTexts } from '../../platform/http/security/signed-text.ts'

/** Validity of a preview's price (calls page, previewContract). */
export const quoteGoodForMs = 5_000

/** Promise of a preview. */
export interface PromisedQuote {
  readonly code: string
  readonly direction: Direction
  readonly price: Price
  readonly at: number
}

/** Preview quotes as signed texts: a restart ends them as five seconds do. */
export class QuoteTokens {
  private readonly texts = new SignedTexts(randomBytes(32))

  issue(quote: PromisedQuote): string {
    return this.texts.sign([quote.code, quote.direction, writePrice(quote.price), quote.at].join(' '))
  }

  /** Null for a text that is not ours. */
  read(token: string): PromisedQuote | null {
    const body = this.texts.open(token)
    if (body === null) return null
    const [code = '', direction, text = '', at] = body.split(' ')
    const price = parsePrice(text)
    return price === null
      ? null
      : { code, direction: direction === 'sell' ? 'sell' : 'buy', price, at: Number(at) }
  }
}
