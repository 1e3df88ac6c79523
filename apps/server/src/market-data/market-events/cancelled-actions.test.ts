import type { InstallationStatus, MarketActionShown } from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOfRunning, withClient } from '../../platform/database/database-server.ts'
import { refuseEvents } from '../../testing/commits/refuse-events.ts'
import { resultOf, startEmbeddedTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { msUntilRoll, msUntilTrading } from '../../testing/time/test-clock.ts'

type Operator = Awaited<ReturnType<typeof signInOperator>>

let app: TestApp
let olga: Operator
let otto: Operator
beforeAll(async () => {
  app = await startEmbeddedTestApp()
  await app.moveClock(msUntilTrading('AAPL', app.now()))
  await signInBoth()
})
afterAll(() => app.dispose())

async function signInBoth(): Promise<void> {
  olga = await signInOperator(app, 'risk')
  otto = await signInOperator(app, 'admin')
}

interface Listed {
  readonly items: readonly { kind: string; code: string; mode: string; facts: Record<string, string> }[]
}

async function byOwner(statement: string): Promise<void> {
  const connection = connectionOfRunning(app.dataDir)
  if (connection === null) throw new Error('the test server has no connection file')
  await withClient(connection.owner, (client) => client.query(statement))
}
const noticesOf = async (token: string) => {
  const { items } = resultOf<Listed>(await app.call('notifications', {}, { token }))
  return items.filter(({ kind }) => kind.endsWith('Cancelled'))
}
const cancellations = async () => resultOf<InstallationStatus>(await app.call('status')).cancellations
const actionsOf = async (market: string) => {
  const { actions } = resultOf<{ actions: MarketActionShown[] }>(await olga.call('opsMarketEvents'))
  return actions.filter(({ code }) => code === market)
}
async function approve(id: string | undefined): Promise<void> {
  const { shownHash } = resultOf<{ shownHash: string }>(await otto.call('opsProposal', { id }))
  expect((await otto.call('opsApproveProposal', { id, shownHash })).code).toBe(200)
}
async function cancel(id: string | undefined): Promise<void> {
  const reason = 'the company took it back'
  await approve((await olga.call('opsProposeCancel', { id, reason })).result.id)
}
async function buy(code: string, more: object = {}) {
  const person = await app.signUp()
  const { token } = person
  const order = { code, direction: 'buy', lots: '1', leverage: 2, protected: false, ...more }
  await expect.poll(async () => (await app.call('buyContract', order, { token })).code).toBe(20004)
  return person
}

/** A customer with an order that waits for a price. */
const pending = (code: string) => buy(code, { kind: 'limit', price: '1' })

test.each([
  { kind: 'split', value: '4:1', code: 'AAPL', facts: { ratio: '4:1', cause: 'withdrawn' } },
  { kind: 'dividend', value: '0.26', code: 'MSFT', facts: { perUnit: '0.26', cause: 'withdrawn' } },
])(
  'T9: a $kind that two operators cancel notifies its holders once, and is on the public record',
  async ({ kind, value, code, facts }) => {
    const [holder, second, other] = [await buy(code), await pending(code), await buy('NVDA')]
    const mail = { topic: 'markets', site: true, email: true, push: false }
    await app.call('saveNoticeChoices', { choices: [mail] }, { token: holder.token })
    const at = new Date(app.now() + hourMs).toISOString()
    const proposed = await olga.call('opsProposeAction', { code, kind, value, at, reason: 'as announced' })
    await approve(proposed.result.id)
    const [action] = await actionsOf(code)
    expect(await noticesOf(holder.token)).toEqual([])
    await cancel(action?.id)
    await expect.poll(() => noticesOf(holder.token)).toHaveLength(1)
    expect(await noticesOf(holder.token)).toMatchObject([
      { kind: `${kind}Cancelled`, code, mode: 'demo', facts },
    ])
    await expect.poll(() => noticesOf(second.token)).toHaveLength(1)
    expect(await noticesOf(other.token)).toEqual([])
    const [shown] = await cancellations()
    expect(shown).toMatchObject({ code, kind, value, at, cause: 'withdrawn' })
    const letter = await app.letter(holder.email, `notice-${kind}Cancelled`)
    expect(letter.text).toContain(code)
    expect(app.messages(second.email).some((message) => message.kind.startsWith('notice-'))).toBe(false)
  },
)

test('T9: the record of a cancellation cannot be left out, whoever cancels', async () => {
  const code = 'TSLA'
  const holder = await buy(code)
  const at = new Date(app.now() + hourMs).toISOString()
  const split = { code, kind: 'split', value: '3:1', at, reason: 'as announced' }
  await approve((await olga.call('opsProposeAction', split)).result.id)
  const [action] = await actionsOf(code)
  await app.db.pool.query(
    `UPDATE markets_actions SET cancelled_at = $1, cancelled_by = 'eve' WHERE id = $2`,
    [app.now(), action?.id],
  )
  await expect.poll(() => noticesOf(holder.token)).toHaveLength(1)
  expect((await cancellations())[0]).toMatchObject({ code, value: '3:1' })
})

test('I11.X: no operator resumes a market whose split is put off; cancelling it states what customers bear, and then it trades', async () => {
  const code = 'NVDA'
  const { token } = await buy(code)
  await refuseEvents(byOwner, 'split')
  const at = new Date(app.now() + 30_000).toISOString()
  await approve(
    (await olga.call('opsProposeAction', { code, kind: 'split', value: '10:1', at, reason: 'as announced' }))
      .result.id,
  )
  await app.moveClock(30_000)
  const halted = async () =>
    resultOf<{ halted: string | null }>(await app.call('getMarketInfo', { id: code }))
  await expect.poll(halted).toMatchObject({ halted: 'corporateAction' })
  const resume = () => olga.call('opsResumeMarket', { code, note: 'customers wait' })
  expect(await resume()).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'code', code: 'action-due' }] },
  })
  const order = { code, direction: 'buy', lots: '1', leverage: 2, protected: false }
  const limit = { ...order, kind: 'limit', price: '1' }
  expect(await app.call('buyContract', limit, { token })).toMatchObject({
    code: 10015,
    result: { reason: 'halted' },
  })
  await app.moveClock(61_000)
  await signInBoth()
  const [split] = await actionsOf(code)
  const { id } = (await olga.call('opsProposeCancel', { id: split?.id, reason: 'as announced' })).result
  const proposal = JSON.stringify((await otto.call('opsProposal', { id })).result)
  expect(proposal).toContain('Positions keep their lots, open prices and levels.')
  await approve(id)
  await expect.poll(async () => (await resume()).code).toBe(200)
  await expect.poll(async () => (await app.call('buyContract', order, { token })).code).toBe(20004)
})

test('T9: a roll that fails and is cancelled notifies its holders, and is on the public record', async () => {
  await app.moveClock(msUntilRoll('ES', app.now()) - 3 * hourMs)
  const holder = await buy('ES', { lots: '0.1', leverage: 10 })
  await refuseEvents(byOwner, 'roll')
  await app.moveClock(3 * hourMs + 2_000)
  await signInBoth()
  await expect.poll(() => actionsOf('ES')).toMatchObject([{ kind: 'roll' }])
  await app.moveClock(61_000)
  const [roll] = await actionsOf('ES')
  await cancel(roll?.id)
  await expect.poll(() => noticesOf(holder.token)).toHaveLength(1)
  const [notice] = await noticesOf(holder.token)
  expect(notice).toMatchObject({ kind: 'rollCancelled', code: 'ES', facts: { cause: 'failed' } })
  expect(`${notice?.facts.from} → ${notice?.facts.to}`).toBe(roll?.value)
  expect((await cancellations())[0]).toMatchObject({ code: 'ES', kind: 'roll', cause: 'failed' })
  const { items } = resultOf<Listed>(await app.call('notifications', {}, { token: holder.token }))
  expect(items.filter(({ kind }) => kind === 'roll')).toEqual([])
})
