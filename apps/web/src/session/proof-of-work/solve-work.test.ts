import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { CallFailure } from '../calls/failure.ts'
import { solveWork } from './solve-work.ts'
import { withWork } from './with-work.ts'

const hmacSignatureSecret = 'a secret of the server'
const made = (algorithm = 'PBKDF2/SHA-256') =>
  createChallenge({ algorithm, cost: 50, keyPrefix: '00', deriveKey, hmacSignatureSecret })

test('I12.4: what our web app calculates is what ALTCHA’s own library takes', async () => {
  const work = JSON.parse(atob(await solveWork(JSON.stringify(await made()))))
  expect(await verifySolution({ ...work, deriveKey, hmacSignatureSecret })).toMatchObject({ verified: true })
})

test('I12.4: a kind of work that this app does not know is not tried', async () => {
  const challenge = { ...(await made()), parameters: { ...(await made()).parameters, algorithm: 'ARGON2ID' } }
  await expect(solveWork(JSON.stringify(challenge))).rejects.toThrow('ARGON2ID')
})

test('I12.4: every other refusal is handed on, and a call that is not refused is made once', async () => {
  const attempts: (string | undefined)[] = []
  const made = withWork(async (work) => {
    attempts.push(work)
    throw new CallFailure(11002)
  })
  await expect(made).rejects.toMatchObject({ code: 11002 })
  expect(await withWork(async (work) => work ?? 'none')).toBe('none')
  expect(attempts).toEqual([undefined])
})
