import { createRequire } from 'node:module'
import { promiseInTurn } from './outside-work.ts'

/** Takes the place of the package in the simulator: a password is hashed off the event loop, and nothing may go on before. */
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')

export const hash = promiseInTurn(argon2.hash as never) as typeof argon2.hash
export const verify = promiseInTurn(argon2.verify as never) as typeof argon2.verify
