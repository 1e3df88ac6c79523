import { hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP advises: 19 MiB, two passes. Runs off the event loop; about 20 ms a password. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

export const isPassword = (stored: string, given: string): Promise<boolean> =>
  verify(stored, given.normalize('NFKC'))
