import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Chance } from './chance.ts'

const require = createRequire(import.meta.url)

let chance = new Chance(0)

/** All ids, nonces and codes of the process come from this seed from now on. */
export function seedIds(seed: number): void {
  chance = new Chance(seed)
}

/** Takes the place of the process's random bytes; there is no way back. */
export function installSeededIds(): void {
  const crypto = require('node:crypto') as Record<string, unknown>
  const bytes = (size: number) => {
    const made = Buffer.alloc(size)
    chance.bytes(made)
    return made
  }
  const whole = (from: number, below?: number) =>
    below === undefined ? chance.whole(0, from - 1) : chance.whole(from, below - 1)
  Object.assign(crypto, { randomUUID: () => chance.uuid(), randomBytes: bytes, randomInt: whole })
  const fill = <T extends NodeJS.ArrayBufferView>(into: T): T => {
    chance.bytes(new Uint8Array(into.buffer, into.byteOffset, into.byteLength))
    return into
  }
  globalThis.crypto.getRandomValues = fill as typeof globalThis.crypto.getRandomValues
  globalThis.crypto.randomUUID = () => chance.uuid() as ReturnType<typeof globalThis.crypto.randomUUID>
  Math.random = () => chance.unit()
  syncBuiltinESMExports()
}
