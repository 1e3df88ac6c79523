import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Opaque tokens: 24 random bytes and 8 bytes that only this installation can compute from them. They distinguish a forged token
 * from an ended session without a query (calls page: HTTP 401 against code 401).
 */
export class Tokens {
  private readonly secret: Buffer

  constructor(secret: Buffer) {
    this.secret = secret
  }

  mint(): string {
    const random = randomBytes(randomLength)
    return Buffer.concat([random, this.tag(random)]).toString('base64url')
  }

  isOurs(token: string): boolean {
    if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return false
    const bytes = Buffer.from(token, 'base64url')
    const random = bytes.subarray(0, randomLength)
    return timingSafeEqual(bytes.subarray(randomLength), this.tag(random))
  }

  private tag(random: Buffer): Buffer {
    return createHmac('sha256', this.secret).update(random).digest().subarray(0, tagLength)
  }
}

const randomLength = 24
const tagLength = 8

/** Returns the stored form of a token, with which no sign-in is possible. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
