import type { OpsCalls, OpsResultOf } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { checkChain } from '../proofs/audit/audit-chain.ts'
import { resultOf, startEmbeddedTestApp, type TestApp } from '../testing/test-app.ts'
import { proposeTreasury, signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { candorIn, signInInputOf } from './test-candor.ts'

// Each command is a process of its own, a dozen in a test.

let app: TestApp
let fay: TestOperator
let fred: TestOperator
beforeAll(async () => {
  app = await startEmbeddedTestApp()
  fay = await signInOperator(app, 'finance')
  fred = await signInOperator(app, 'admin')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  expect(await checkChain(app.db)).toMatchObject({ findings: [] })
  await app.dispose()
})

const treasury = (words: readonly string[], input = '') =>
  candorIn(app.dataDir, ['treasury', ...words, '--data', app.dataDir], {}, input)
/** Typed by this person, who answers with password, code and what follows. */
const typedBy = async (person: TestOperator, words: readonly string[], more = '') =>
  treasury([...words, '--email', person.email], `${await signInInputOf(app, person)}${more}`)

let references = 0
const putIn = (amount: string, account = 'loan-capital') => {
  references += 1
  const options = ['--act', 'put-in', '--account', account, '--amount', amount]
  return ['propose', ...options, '--reference', `transfer ${references}`, '--reason', 'capital of the house']
}
const idIn = (out: string): string => /^[0-9a-f-]{36}$/m.exec(out)?.[0] ?? ''
const proposedBy = async (person: TestOperator, words = putIn('7')) =>
  idIn((await typedBy(person, words)).out)
const balance = async (place = 'loan-capital') =>
  resultOf<OpsResultOf<OpsCalls['opsTreasury']>>(await fay.call('opsTreasury')).accounts.find(
    (one) => one.place === place && one.coin === 'USDT',
  )?.balance
const statusOf = async (id: string) =>
  resultOf<{ status: string }>(await fay.call('opsProposal', { id })).status

test('I11.5: at the command line one operator proposes, another sees it, says yes, and the money is there', async () => {
  const before = Number(await balance())
  const proposed = await typedBy(fay, putIn('1200'))
  expect(proposed.out).toMatch(
    /^Proposed: Fund the loan capital with 1200 USDT\. Another operator approves it:\n/,
  )
  const id = idIn(proposed.out)
  expect((await treasury(['waiting'])).out).toBe(
    `${id} Fund the loan capital with 1200 USDT. capital of the house. Proposed by ${fay.email}, until ${
      resultOf<{ expiresAt: string }>(await fred.call('opsProposal', { id })).expiresAt
    }\n`,
  )
  const approved = await typedBy(fred, ['approve', id], 'yes\n')
  expect(approved).toMatchObject({ code: 0 })
  expect(approved.out).toContain('  Reference: transfer 1\n')
  expect(approved.out).toMatch(/\nApproved: Fund the loan capital with 1200 USDT\.\n$/)
  expect(await balance()).toBe((before + 1200).toFixed(6))
  const shown = (await treasury(['show'])).out
  expect(shown).toContain(`loan-capital      USDT  ${(before + 1200).toFixed(6)}`)
  expect(shown).toContain(
    `1200.000000 USDT world → loan-capital, transfer 1, by ${fay.email} and ${fred.email}\n`,
  )
  // The person sees in the console where they were signed in.
  const { signIns } = resultOf<OpsResultOf<OpsCalls['opsMe']>>(await fred.call('opsMe'))
  expect(signIns[0]).toMatchObject({
    address: 'command line',
    device: expect.stringMatching(/^command line: /),
  })
})

test('I11.5: one person alone moves nothing, under a second address of their mailbox neither', async () => {
  const before = await balance()
  const id = await proposedBy(fay)
  expect(await typedBy(fay, ['approve', id], 'yes\n')).toMatchObject({
    code: 2,
    out: expect.stringMatching(/A second person has to approve this\.\n$/),
  })
  const again = fay.email.replace('@', '+again@').toUpperCase()
  const second = ['operator', 'create', '--email', again, '--role', 'admin', '--password', fay.password]
  expect(await candorIn(app.dataDir, [...second, '--data', app.dataDir])).toEqual({
    code: 2,
    out: expect.stringContaining('An operator with this email address already exists.\n'),
  })
  expect([await balance(), await statusOf(id)]).toEqual([before, 'pending'])
})

test('I11.5: whoever was disabled neither proposes nor approves, and what they proposed before does not count', async () => {
  const before = await balance()
  const [gone, waiting] = [await signInOperator(app, 'finance'), await proposedBy(fay)]
  const theirs = await proposedBy(gone)
  const { id } = gone
  expect((await fred.call('opsDisableOperator', { id, reason: 'has left the firm' })).code).toBe(200)
  const refused = { code: 2, out: 'Wrong email, password or code.\n' }
  expect(await typedBy(gone, putIn('7'))).toEqual(refused)
  expect(await typedBy(gone, ['approve', waiting], 'yes\n')).toEqual(refused)
  expect(await typedBy(fred, ['approve', theirs], 'yes\n')).toMatchObject({
    code: 2,
    out: expect.stringMatching(/A second person has to approve this\.\n$/),
  })
  expect(await balance()).toBe(before)
})

test('a code is good once, a password has to be right, a role has to include it, and a yes has to be said', async () => {
  const before = await balance()
  const id = await proposedBy(fay)
  const responses = await signInInputOf(app, fred)
  const approve = ['approve', id, '--email', fred.email]
  expect(await treasury(approve, responses)).toMatchObject({
    code: 2,
    out: expect.stringMatching(/An input is missing\. Nothing was changed\.\n$/),
  })
  expect((await treasury(approve, `${responses}yes\n`)).out).toBe('Wrong email, password or code.\n')
  expect((await typedBy(fred, ['approve', id], 'no\n')).out).toMatch(/Not approved: nothing has moved\.\n$/)
  expect((await treasury(approve, 'a wrong phrase\n123456\nyes\n')).out).toBe(
    'Wrong email, password or code.\n',
  )
  const risk = await signInOperator(app, 'risk')
  expect(await typedBy(risk, putIn('7'))).toEqual({ code: 2, out: 'Your role doesn’t allow this.\n' })
  expect([await balance(), await statusOf(id)]).toEqual([before, 'pending'])
})

test('what is refused is refused at its option, a second person refuses with a reason, and one takes one’s own back', async () => {
  const moved = ['--account', 'trading-capital', '--reference', 'own paper', '--reason', 'as agreed']
  for (const [words, out] of [
    [['--act', 'move', '--amount', '1'], '--to: a move needs a receiving account.\n'],
    [['--act', 'take-out', '--amount', '999999999'], '--amount: the account does not hold that much.\n'],
    [['--act', 'put-in', '--amount', '1000000000'], '--amount: less than one billion.\n'],
    [
      ['--act', 'put-in', '--amount', 'much'],
      '--amount: a number above zero, with no more decimals than the coin has.\n',
    ],
  ] as const)
    expect(await typedBy(fay, ['propose', ...words, ...moved])).toEqual({ code: 2, out })
  expect((await typedBy(fay, ['propose', '--act', 'steal', '--amount', '1', ...moved])).code).toBe(2)
  const id = await proposedBy(fay)
  expect((await typedBy(fred, ['refuse', id, '--reason', 'no such transfer'])).code).toBe(0)
  expect(await statusOf(id)).toBe('rejected')
  const own = await proposedBy(fay)
  expect((await typedBy(fred, ['withdraw', own])).code).toBe(2)
  expect((await typedBy(fay, ['withdraw', own])).code).toBe(0)
  expect(await statusOf(own)).toBe('withdrawn')
})

test('what waits is listed beyond one page, and only what is a move of the treasury', async () => {
  // One page holds twenty.
  for (let left = 25; left > 0; left -= 1)
    expect((await proposeTreasury(fay, { place: 'conversion', amount: '1' })).code).toBe(200)
  const country = { code: 'DE', options: false, plans: false, reason: 'as the law says' }
  expect((await fred.call('opsProposeCountry', country)).code).toBe(200)
  const lines = (await treasury(['waiting'])).out.trim().split('\n')
  expect(lines.filter((line) => line.includes(' Fund the conversion account with 1 USDT')).length).toBe(25)
  expect(lines.filter((line) => line.includes('as the law says'))).toEqual([])
})
