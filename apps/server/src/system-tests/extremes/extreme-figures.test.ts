import { randomUUID } from 'node:crypto'
import { type CallName, calls, type OpsCallName, opsCalls } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { fillPath, queryOf } from '../../platform/http/request-path.ts'
import { type CallResponse, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { inputs, last, named, proofs } from '../authorisation/customers-asks.ts'
import { type CustomerActor, fundHouse, ownerOfEverything } from '../authorisation/customers-cast.ts'
import { opsInputs } from '../authorisation/operators-asks.ts'
import { figuresOf } from '../fuzz/extreme-figures.ts'
import { raiseLimits } from '../fuzz/fuzz-cast.ts'
import { type ApiPage, operationsOf } from '../fuzz/operations.ts'

// Every figure of every call, each extreme in an otherwise valid request, over HTTP.

let app: TestApp
let admin: TestOperator
let actor: CustomerActor

beforeAll(async () => {
  app = await startTestApp()
  await raiseLimits(app)
  admin = await signInOperator(app, 'admin')
  await fundHouse(await signInOperator(app, 'finance'), admin)
  const { person, owns } = await ownerOfEverything(app, await signInOperator(app, 'reviewer'), { lent: true })
  actor = { person, owns, headers: { authorization: person.token } }
}, 300_000)
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

function call(name: CallName, input: object, mode: 'demo' | 'real'): Promise<CallResponse> {
  const { method, path: pattern } = calls[name]
  const { path, rest } = fillPath(pattern, input)
  const headers = {
    ...{ 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...actor.headers },
    virtually: mode === 'demo' ? 'NO' : 'YES',
  }
  return method === 'POST'
    ? app.request('POST', path, JSON.stringify(rest), headers)
    : app.request('GET', `${path}?${queryOf(rest)}`, null, headers)
}

const isTriedCall = (name: string): name is CallName => name in calls && !last.some((one) => one === name)
const isOpsCall = (name: string): name is OpsCallName => name in opsCalls

/** A valid request of the call, about rows of the customer. */
async function validInput(name: CallName): Promise<object> {
  const row = named[name]
  return {
    ...inputs[name],
    ...(await proofs[name]?.(app, actor)),
    ...(row !== undefined && {
      [row.field]: row.field === 'ids' ? [actor.owns[row.thing]] : actor.owns[row.thing],
    }),
  }
}

/** Each figure of each of these calls with each of its extremes. */
const extremesOf = <Name extends string>(page: ApiPage, isTried: (name: string) => name is Name) =>
  operationsOf(page).flatMap((operation) => {
    const { name } = operation
    if (!isTried(name)) return []
    return figuresOf(operation).flatMap(({ field, extremes }) =>
      extremes.map((extreme) => ({ name, field, extreme })),
    )
  })

it('I11: no extreme figure in a valid request of a customer is answered with a fault', async () => {
  const faults: string[] = []
  const tried = extremesOf('openapi', isTriedCall)
  for (const { name, field, extreme } of tried)
    for (const mode of ['demo', 'real'] as const) {
      const { status, text } = await call(name, { ...(await validInput(name)), [field]: extreme }, mode)
      if (status >= 500) faults.push(`${name} ${mode} ${field} ${extreme}: ${status} ${text}`)
    }
  expect(faults).toEqual([])
  expect(tried.length).toBeGreaterThan(250)
}, 300_000)

describe('I11: an amount beyond what anybody has', () => {
  // The bank card is used from its second day on.
  beforeAll(async () => {
    await app.moveClock(25 * 3_600_000)
    const { userName, password } = actor.person
    const { result } = await app.call('login', { account: userName, password })
    actor = { ...actor, headers: { authorization: result.token } }
  })
  const networks = { USDT: 'ERC20', BTC: 'BTC', ETH: 'ETH' } as const

  it.each(['USDT', 'BTC', 'ETH'] as const)(
    'of %s is refused at the amount, or for lack of funds',
    async (coin) => {
      const codesOf = async (amount: string) => {
        const random = randomUUID().replaceAll('-', '').repeat(2)
        const hash = coin === 'BTC' ? random : `0x${random}`
        const reported = await call('recharge', { coin, network: networks[coin], amount, hash }, 'real')
        const withdrawn = await call(
          'withdrawal',
          { ...(await validInput('withdrawal')), coin, amount },
          'real',
        )
        return [reported.code, withdrawn.code]
      }
      expect(await codesOf('999999999')).toEqual([coin === 'USDT' ? 20002 : 10016, 10011])
      expect(await codesOf('1000000')).toEqual([20002, 10011])
      for (const amount of ['1000000000', '4611686018', '4611686018427', '9300000000000'])
        expect(await codesOf(amount), amount).toEqual([10016, 10016])
    },
  )
})

it('I11: no extreme figure in a valid request of an operator is answered with a fault', async () => {
  const faults: string[] = []
  for (const { name, field, extreme } of extremesOf('operators', isOpsCall)) {
    const { status, text } = await admin.call(name, {
      ...opsInputs[name],
      [field]: extreme,
    })
    if (status >= 500) faults.push(`${name} ${field} ${extreme}: ${status} ${text}`)
  }
  expect(faults).toEqual([])
}, 300_000)
