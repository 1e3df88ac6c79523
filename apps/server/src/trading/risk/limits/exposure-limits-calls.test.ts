import { randomUUID } from 'node:crypto'
import type { ContractOrder, OpsCalls, OpsResultOf } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../../ledger/ledger.ts'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { resultOf, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { approveProposal, signInOperator, type TestOperator } from '../../../testing/test-operators.ts'

type Desk = OpsResultOf<OpsCalls['opsRiskDesk']>
type Changes = OpsResultOf<OpsCalls['opsExposureLimits']>
type Dashboard = OpsResultOf<OpsCalls['opsDashboard']>

let app: TestApp
let risk: TestOperator
let finance: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  risk = await signInOperator(app, 'risk')
  finance = await signInOperator(app, 'finance')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

const propose = (limit: string | null, code = 'BTCUSDT') =>
  risk.call('opsProposeExposureLimit', { code, limit, reason: 'what we keep' })
const issueOf = ({ code, result }: { code: number; result: unknown }) => {
  const [first] = (result as { issues: { path: string; code: string }[] }).issues
  return `${code} ${first?.path} ${first?.code}`
}
const limits = async () => resultOf<Desk>(await finance.call('opsRiskDesk')).limits
const changes = async (input: object = {}) =>
  resultOf<Changes>(await finance.call('opsExposureLimits', input)).changes

/** Sets or removes the limit, and waits until the engine has it. */
async function approved(limit: string | null): Promise<void> {
  expect((await approveProposal(finance, await propose(limit))).code).toBe(200)
  const expected = limit === null ? [] : [{ code: 'BTCUSDT', limit: `${limit}.000000` }]
  await expect.poll(limits).toMatchObject(expected)
}

async function trader() {
  const { token, id } = await app.signUp()
  const understanding = { leverage: 'b', stopOut: 'c', gap: 'a' }
  await app.call('answerUnderstanding', understanding, { token, mode: 'real' })
  const from = { class: 'trading-capital', owner: house, asset: 'USDT' } as const
  const to = { class: 'customer', owner: id, asset: 'USDT' } as const
  const steps = [{ do: 'transfer', kind: 'contract-profit', from, to, minor: 200_000_000_000n } as const]
  const ledger = createLedger(app.db, { now: () => app.now() })
  expect(await ledger.post({ id: randomUUID(), reference: null, steps })).toMatchObject({ ok: true })
  return { token, mode: 'real' } as const
}
const buy = (as: Awaited<ReturnType<typeof trader>>, lots: string) =>
  app.call('buyContract', { code: 'BTCUSDT', direction: 'buy', lots, leverage: 2, protected: false }, as)

test('I16.2: a limit is refused at its field, and by the roles that do not see the risk desk', async () => {
  expect(issueOf(await propose('1', 'NOTHING'))).toBe('11001 code unknown-market')
  expect(issueOf(await propose('1.1234567'))).toBe('11001 limit too-fine')
  expect(issueOf(await propose('-1'))).toBe('11001 limit negative')
  expect(issueOf(await propose(null))).toBe('11001 limit unchanged')
  const reviewer = await signInOperator(app, 'reviewer')
  const change = { code: 'BTCUSDT', limit: '1', reason: 'what we keep' }
  expect((await reviewer.call('opsProposeExposureLimit', change)).code).toBe(11005)
  expect((await reviewer.call('opsExposureLimits')).code).toBe(11005)
})

test('I16.2: two people set, change and remove a limit, and each change stays with its reason', async () => {
  const proposed = await propose('50000')
  expect(await limits()).toEqual([])
  const { id } = resultOf<{ id: string }>(proposed)
  const shown = resultOf<{ summary: string; sections: { rows: object[] }[]; shownHash: string }>(
    await finance.call('opsProposal', { id }),
  )
  expect(shown.summary).toBe('Keep at most 50,000 USDT net in BTCUSDT')
  expect(shown.sections[0]?.rows[0]).toMatchObject({ value: 'no limit → 50,000 USDT' })
  expect((await risk.call('opsApproveProposal', { id, shownHash: shown.shownHash })).code).toBe(11008)
  expect((await approveProposal(finance, proposed)).code).toBe(200)
  await expect.poll(limits).toEqual([
    {
      ...{ code: 'BTCUSDT', limit: '50000.000000', net: '0.000000', laidOff: '0.000000', hedged: false },
      ...{ leftToBuy: '50000.000000', leftToSell: '50000.000000' },
    },
  ])
  // Of two proposals of the same limit, the second changes nothing any more.
  const [one, other] = [await propose('70000'), await propose('70000')]
  expect((await approveProposal(finance, one)).code).toBe(200)
  expect((await approveProposal(finance, other)).code).not.toBe(200)
  await approved(null)
  expect(await changes({ code: 'BTCUSDT' })).toMatchObject([
    { code: 'BTCUSDT', limit: null, reason: 'what we keep' },
    { limit: '70000.000000' },
    { limit: '50000.000000', proposedBy: risk.email, approvedBy: finance.email },
  ])
  expect(await changes({ code: 'EURUSD' })).toEqual([])
})

test('I16.2: customers are refused beyond it, and above the alert’s share it is an alert of the dashboard', async () => {
  const alerts = async () =>
    resultOf<Dashboard>(await risk.call('opsDashboard')).alerts.filter(({ page }) => page === 'exposure')
  const large = await trader()
  const opened = resultOf<ContractOrder>(await buy(large, '1'))
  const net = Math.ceil(Number(opened.openPrice))
  await approved(String(net * 2))
  const refused = await buy(large, '1.5')
  expect([refused.code, refused.result]).toMatchObject([10015, { reason: 'reserve' }])
  await app.moveClock(1_000)
  expect(await alerts()).toEqual([])
  await approved(String(Math.ceil(net * 1.1)))
  await app.moveClock(60_000)
  await expect
    .poll(async () => (await alerts()).map(({ tone, text }) => [tone, text]))
    .toEqual([['warn', 'Net position above 80% of the exposure limit: BTCUSDT']])
  expect((await app.call('closeContract', { id: opened.id }, large)).code).toBe(200)
  await app.moveClock(60_000)
  await expect.poll(alerts).toEqual([])
  await approved(null)
})
