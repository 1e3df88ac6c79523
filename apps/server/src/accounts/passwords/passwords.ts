import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairLine } from '../../platform/http/files/fair-line.ts'
import { lineCallerOf } from '../../platform/limits/network-of.ts'

/** Argon2id as OWASP advises: 19 MiB, two passes. Runs off the event loop; about 20 ms a password. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Called by property, so that a test may count and hold hashes. */
export const argon2 = { hash, verify }

/** One of the processor's cores stays free for everything else. An office behind one address signs in at once; a flood from one waits for itself. */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Most hashes of one network that wait at once. */
export const mostHashesOfOne = 32
const line = new FairLine({
  ...{ atOnce, atOnceOfOne: atOnce },
  mostWaiting: 256,
  mostOfOne: mostHashesOfOne,
  comeAgainMs: 2_000,
})

/**
 * Hashes a password for storage. `by` is the requesting address or account, which takes turns with all others. Throws `TooMany`
 * when too many requests wait.
 */
export const hashPassword = (password: string, by: string): Promise<string> =>
  line.run(lineCallerOf(by), () => argon2.hash(password.normalize('NFKC'), cost))

/** Checks a password against its stored hash; `by` as above. */
export const isPassword = (stored: string, given: string, by: string): Promise<boolean> =>
  line.run(lineCallerOf(by), () => argon2.verify(stored, given.normalize('NFKC')))

let placeholderHash: Promise<string> | null = null

/** Compares with a hash that no account has: how long a refusal takes does not tell whether there is an account. */
export async function comparePlaceholder(given: string, by: string): Promise<false> {
  placeholderHash ??= argon2.hash(randomBytes(24).toString('base64'), cost)
  await isPassword(await placeholderHash, given, by)
  return false
}
