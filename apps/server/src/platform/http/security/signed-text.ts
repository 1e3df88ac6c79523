import { createHmac, timingSafeEqual } from 'node:crypto'

/** Issues signed texts and verifies them when they return: nothing is stored, and no other party can make one. */
export class SignedTexts {
  private readonly secret: Buffer

  constructor(secret: Buffer) {
    this.secret = secret
  }

  sign(body: string): string {
    return `${Buffer.from(body).toString('base64url')}.${this.mac(body)}`
  }

  /** Null for a text that is not ours. */
  open(token: string): string | null {
    const [encoded = '', mac = ''] = token.split('.')
    const body = Buffer.from(encoded, 'base64url').toString()
    const expected = Buffer.from(this.mac(body))
    const given = Buffer.from(mac)
    return given.length === expected.length && timingSafeEqual(given, expected) ? body : null
  }

  private mac(body: string): string {
    return createHmac('sha256', this.secret).update(body).digest('base64url').slice(0, 32)
  }
}
