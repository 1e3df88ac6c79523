import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairLine } from '../http/fair-line.ts'
import { networkOf } from '../limits/network-of.ts'

/** Argon2id as OWASP advises: 19 MiB, two passes. Runs off the event loop; about 20 ms a password. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One of the processor's cores stays free for everything else. An office behind one address signs in at once; a flood from one waits for itself. */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
const line = new FairLine({
  ...{ atOnce, atOnceOfOne: atOnce },
  mostWaiting: 256,
  mostOfOne: 32,
  comeAgainMs: 2_000,
})

/** The hash to keep of a password. `by` asks for it, an address or an account: everybody takes turns; throws `TooMany` where too much waits. */
export const hashPassword = (password: string, by: string): Promise<string> =>
  line.run(networkOf(by), () => hash(password.normalize('NFKC'), cost))

/** Whether this is the password that was kept; asked for by `by`, as above. */
export const isPassword = (stored: string, given: string, by: string): Promise<boolean> =>
  line.run(networkOf(by), () => verify(stored, given.normalize('NFKC')))
