/** A challenge of ALTCHA's second version (altcha.org): find a key with the given prefix. */
interface Challenge {
  readonly parameters: {
    readonly algorithm: string
    readonly nonce: string
    readonly salt: string
    /** Rounds of each attempt. */
    readonly cost: number
    /** Bytes. */
    readonly keyLength: number
    /** Hex. */
    readonly keyPrefix: string
  }
  readonly signature?: string
}

/**
 * Tries one number after the other until the key derived from it has the prefix. Returns the value the server expects as `work`.
 * Throws on a challenge of another kind.
 */
export async function solveWork(text: string): Promise<string> {
  const challenge = JSON.parse(text) as Challenge
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`unknown kind of work: ${algorithm}`)
  const beganAt = performance.now()
  const start = bytesOf(nonce)
  const rule = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
  for (let counter = 0; ; counter++) {
    const password = new Uint8Array(start.length + 4)
    password.set(start)
    new DataView(password.buffer).setUint32(start.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = hexOf(await crypto.subtle.deriveBits(rule, key, keyLength * 8))
    if (!derivedKey.startsWith(keyPrefix)) continue
    const time = Math.round(performance.now() - beganAt)
    return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey, time } }))
  }
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
