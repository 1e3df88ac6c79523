import { randomUUID } from 'node:crypto'
import type { AccountSummary, ParameterShown, ProposalShown } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parameterRules } from '../../back-office/parameters/defaults.ts'
import { offerKeys } from '../../loans/offers/offer-store.ts'
import { checkChain } from '../../proofs/audit/audit-chain.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let risk: TestOperator
let finance: TestOperator
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  risk = await signInOperator(app, 'risk')
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
})
afterAll(() => app.dispose())

interface Proposal {
  readonly id: string
  readonly status: string
  readonly shownHash: string
  readonly proposalId: string
}

/** Results are looked into by the tests that know their shape. */
const call = async (who: TestOperator, name: Parameters<TestOperator['call']>[0], input: object = {}) => {
  const { code, result } = await who.call(name, input)
  return { code, result: result as Partial<Proposal> }
}

const shownHashOf = async (who: TestOperator, id: string) =>
  (await call(who, 'opsProposal', { id })).result.shownHash ?? ''

const approve = async (who: TestOperator, id: string) =>
  call(who, 'opsApproveProposal', { id, shownHash: await shownHashOf(who, id) })

const publicValue = async (key: string) => (await app.call('getParamByKey', { key })).result

describe('parameters', () => {
  test('a plain one changes at once, with a reason that the audit log keeps', async () => {
    const change = { key: 'supportUrl', value: 'https://help.example', reason: 'our new help pages' }
    expect((await call(risk, 'opsChangeParameter', change)).result).toMatchObject({
      version: 1,
      proposalId: null,
    })
    expect(await publicValue('supportUrl')).toBe('https://help.example')
    const all = (await risk.call('opsParameters')).result
    expect(all).toContainEqual(expect.objectContaining({ key: 'supportUrl', value: change.value }))
    const { items } = (await admin.call('opsAudit', { subject: 'parameter:supportUrl' })).result
    expect(items).toEqual([
      expect.objectContaining({ actor: risk.email, reason: change.reason, before: '', after: change.value }),
    ])
  })

  test('T10: a marked one (⚖) waits for another person: not the proposer (11008), not another role (11005)', async () => {
    const change = { key: 'depositConfirmations.BTC', value: 4, reason: 'a deeper chain' }
    const { result } = await call(risk, 'opsChangeParameter', change)
    const id = result.proposalId ?? ''
    expect(await publicValue('depositConfirmations.BTC')).toBe(3)
    const waiting = (await call(finance, 'opsProposals')).result
    expect(JSON.stringify(waiting)).toContain(id)
    expect((await approve(risk, id)).code).toBe(11008)
    const content = await signInOperator(app, 'content')
    const shownHash = await shownHashOf(finance, id)
    expect((await call(content, 'opsApproveProposal', { id, shownHash })).code).toBe(11005)
    expect((await call(content, 'opsProposal', { id })).code).toBe(11005)
    expect((await approve(finance, id)).result.status).toBe('approved')
    expect(await publicValue('depositConfirmations.BTC')).toBe(4)
    const history = (await risk.call('opsParameterHistory', { key: 'depositConfirmations.BTC' })).result
    expect(history).toEqual([expect.objectContaining({ changedBy: risk.email, approvedBy: finance.email })])
    expect((await approve(finance, id)).code).toBe(11006)
  })

  test('T10: what is approved is what was shown: a change in between, another hash, a lapsed one are 11006', async () => {
    const propose = async (value: number) => {
      const change = { key: 'depositConfirmations.ETH', value, reason: 'as decided on Monday' }
      return (await call(risk, 'opsChangeParameter', change)).result.proposalId ?? ''
    }
    const [first, second] = [await propose(14), await propose(16)]
    const seen = await shownHashOf(finance, first)
    expect((await approve(finance, second)).code).toBe(200)
    expect((await call(finance, 'opsApproveProposal', { id: first, shownHash: seen })).code).toBe(11006)
    const wrong = { id: first, shownHash: 'a'.repeat(64) }
    expect((await call(finance, 'opsApproveProposal', wrong)).code).toBe(11006)
    expect(
      (await call(finance, 'opsRejectProposal', { id: first, reason: 'not this week' })).result.status,
    ).toBe('rejected')
    const own = await propose(18)
    expect((await call(finance, 'opsWithdrawProposal', { id: own })).code).toBe(11005)
    expect((await call(risk, 'opsWithdrawProposal', { id: own })).result.status).toBe('withdrawn')
    expect(await publicValue('depositConfirmations.ETH')).toBe(16)
  })

  test('a value that cannot stand there, a fixed one, an unknown one, no reason: nothing changes', async () => {
    const tries = [
      ['withdrawal.twoReviewersAbove', 'much', 'value kind'],
      ['withdrawal.twoReviewersAbove', '-1', 'value kind'],
      ['withdrawal.twoReviewersAbove', '3.0000001', 'value kind'],
      ['withdrawal.twoReviewersAbove', '10000.000001', 'value kind'],
      ['negativeBalance.coverOfMargin', '0.049', 'value kind'],
      ['reserve.warnFrom', '0', 'value kind'],
      ['depositConfirmations.BTC', 13, 'value kind'],
      ['minBalance', '4', 'key tariff'],
      ['depositConfirmations.ETH', 2.5, 'value kind'],
      ['options.payouts', { '60': '0.8' }, 'key tariff'],
      ['invites.feeShare', '0.2', 'key tariff'],
      ['supportUrl', 'javascript:alert(1)', 'value kind'],
      ['statistics.volume24h', { value: 'much', asOf: '2026-01-01' }, 'value kind'],
      ['sandbox', false, 'value fixed'],
      ['marginCloseOut', '0.4', 'key tariff'],
      ['demo.grant', '99', 'value kind'],
      ['demo.grant', '100.0000001', 'value kind'],
      ['demo.resetsPerDay', 0, 'value kind'],
      ['upload.mostBytes', 8_388_609, 'value kind'],
      ['nothing', 1, undefined],
    ] as const
    for (const [key, value, issue] of tries) {
      const { code, result } = await risk.call('opsChangeParameter', { key, value, reason: 'why not' })
      const { issues } = (result ?? {}) as { issues?: readonly { path: string; code: string }[] }
      const found = issues?.map((one) => `${one.path} ${one.code}`).join()
      expect([key, code, found]).toEqual([key, issue === undefined ? 11004 : 11001, issue])
    }
    const unsaid = { key: 'supportEmail', value: 'help@candor.example', reason: ' ' }
    expect((await call(risk, 'opsChangeParameter', unsaid)).code).toBe(11001)
    expect(await publicValue('supportEmail')).toBe('')
  })

  test('ADR-139: what a page of its own changes is changed there alone, even where it was proposed before that', async () => {
    const everyone = resultOf<ParameterShown[]>(await risk.call('opsParameters'))
    const ofPage = (page: string) => everyone.filter((one) => one.page === page).map(({ key }) => key)
    expect(ofPage('loans').sort()).toEqual(Object.values(offerKeys).sort())
    for (const page of ['loans', 'tariff', 'countries'])
      for (const key of ofPage(page)) {
        const { value } = everyone.find((one) => one.key === key) ?? {}
        const { code, result } = await risk.call('opsChangeParameter', { key, value, reason: 'why not' })
        expect([key, code, result]).toMatchObject([key, 11001, { issues: [{ path: 'key', code: page }] }])
      }
    // As a version before this one left it: nobody can approve it now, and both read why.
    const [waiting] = (
      await app.db.pool.query<{ id: string }>(
        `INSERT INTO operators_proposals (id, kind, payload, summary, reason, proposed_by, proposed_at, expires_at)
         SELECT gen_random_uuid(), 'parameters.change', '{"key":"loanDailyRate","value":"0.9"}', 'dearer', 'from before', id, now(), now() + interval '30 days'
           FROM operators_people WHERE email = $1 RETURNING id`,
        [risk.email],
      )
    ).rows
    const shown = resultOf<ProposalShown>(await finance.call('opsProposal', { id: waiting?.id ?? '' }))
    expect(shown.sections.at(-1)?.title).toBe('Cannot be approved now')
    expect((await approve(finance, waiting?.id ?? '')).code).toBe(11001)
    expect(await publicValue('loanDailyRate')).toBe('0.0003')
  })

  test('the standards can stand: each passes what a change has to pass', async () => {
    for (const [key, rule] of Object.entries(parameterRules)) {
      const fits = 'fits' in rule ? rule.fits : () => true
      expect([key, fits(rule.value)]).toEqual([key, true])
    }
  })
})

describe('customers', () => {
  const view = async (who: TestOperator, id: string) =>
    (await who.call('opsCustomer', { id })).result as never

  test('are found by a part of name or address and by id; looking at one is written down once', async () => {
    const anna = await app.signUp('annabelle')
    for (const q of ['nnabel', 'ANNABELLE@candor', anna.id]) {
      for (const call of ['opsCustomers', 'opsFindCustomers'] as const) {
        const { items } = (await risk.call(call, { q })).result
        expect(items.map(({ id }) => id)).toEqual([anna.id])
      }
    }
    expect((await risk.call('opsCustomers', { q: 'per%cent' })).result.items).toEqual([])
    await expect(view(risk, anna.id)).resolves.toMatchObject({ userName: 'annabelle', freeze: null })
    await view(risk, anna.id)
    const { items } = (await admin.call('opsAudit', { subject: `customer:${anna.id}` })).result
    expect(items).toEqual([expect.objectContaining({ action: 'customers.view', actor: risk.email })])
    expect((await risk.call('opsCustomer', { id: randomUUID() })).code).toBe(11004)
  })

  test('notes stay, and say who wrote them', async () => {
    const { id } = await app.signUp()
    expect((await finance.call('opsNote', { id, text: 'called, wants a statement by post' })).code).toBe(200)
    expect(await view(risk, id)).toMatchObject({
      notes: [{ text: 'called, wants a statement by post', by: finance.email }],
    })
  })

  test('T13: a freeze takes two people; it stops new risk, and its customer signs in and reads why', async () => {
    const { id, token, email, userName, password } = await app.signUp()
    const { result } = await call(risk, 'opsFreeze', {
      id,
      reason: 'a stolen phone',
      why: 'accountSafety',
      legalHoldUntil: null,
    })
    expect((await approve(risk, result.id ?? '')).code).toBe(11008)
    expect((await app.call('getUserInfo', {}, { token })).code).toBe(200)
    expect((await approve(finance, result.id ?? '')).code).toBe(200)
    const again = await app.call('login', { account: userName, password })
    expect(again.code).toBe(200)
    const { frozen } = resultOf<AccountSummary>(
      await app.call('getUserInfo', {}, { token: again.result.token }),
    )
    expect(frozen).toEqual({
      since: expect.any(String),
      reason: 'accountSafety',
      legalHold: false,
      reviewAt: null,
    })
    await expect.poll(() => app.messages(email).at(-1)?.kind).toBe('accountFrozen')
    expect(app.messages(email).at(-1)?.text).toContain(
      'You can still withdraw to addresses you confirmed before',
    )
    const notices = (await app.call('notifications', {}, { token })).result.items
    expect(notices).toMatchObject([{ kind: 'accountFrozen', facts: {} }])
    const buy = {
      code: 'BTCUSDT',
      direction: 'buy',
      lots: '0.001',
      leverage: 2,
      protected: false,
      kind: 'market',
    }
    expect((await app.call('buyContract', buy, { token })).code).toBe(10008)
    expect((await app.call('getUserInfo', {}, { token })).code).toBe(200)
    expect(await view(risk, id)).toMatchObject({ freeze: { reason: 'a stolen phone', legalHoldUntil: null } })
    expect((await risk.call('opsUnfreeze', { id, reason: 'the phone came back' })).code).toBe(200)
    // At once, in the session that knew the freeze too.
    expect((await app.call('limits', {}, { token })).code).toBe(200)
    expect((await app.call('previewContract', buy, { token })).code).not.toBe(10008)
    expect((await app.call('login', { account: userName, password })).code).toBe(200)
    expect((await risk.call('opsUnfreeze', { id, reason: 'the phone came back' })).code).toBe(11006)
  })

  test('T13: a legal hold needs a review date within 90 days', async () => {
    const { id, email } = await app.signUp()
    const until = (days: number) => new Date(app.now() + days * 86_400_000).toISOString()
    for (const legalHoldUntil of [until(91), until(-1)])
      expect((await risk.call('opsFreeze', { id, reason: 'a court order', legalHoldUntil })).code).toBe(11001)
    const { result } = await call(risk, 'opsFreeze', {
      id,
      reason: 'a court order',
      legalHoldUntil: until(30),
    })
    expect((await approve(admin, result.id ?? '')).code).toBe(200)
    expect(await view(risk, id)).toMatchObject({ freeze: { onHold: true } })
    await expect.poll(() => app.messages(email).at(-1)?.text).toContain('withdrawals are stopped too')
  })

  test('T9: a correction is a posting by two people, in the statement and by letter; taking back ends at what is left', async () => {
    const { id, token, email } = await app.signUp()
    const credit = {
      customerId: id,
      asset: 'USDT',
      amount: '12.50',
      why: 'feeReturned',
      reason: 'charged twice on Friday',
      reverses: null,
    }
    const first = (await call(finance, 'opsAdjust', credit)).result.id ?? ''
    expect((await approve(finance, first)).code).toBe(11008)
    expect((await approve(risk, first)).code).toBe(200)
    const balance = async () =>
      (await app.call('getUserInfo', {}, { token, mode: 'real' })).result.balances[0]?.available
    expect(await balance()).toBe('12.500000')
    const lines = (await app.call('statement', { format: 'json' }, { token, mode: 'real' })).result.items
    expect(lines).toEqual([expect.objectContaining({ kind: 'adjustment', amount: '12.500000' })])
    await expect.poll(() => app.messages(email).at(-1)?.kind).toBe('adjustment')
    expect(app.messages(email).at(-1)?.text).toMatch(/We credited .*12\.50 USDT/)

    const back = { ...credit, why: 'reversed', reason: 'it was charged once', reverses: first }
    expect((await call(finance, 'opsAdjust', { ...back, amount: '12.51' })).code).toBe(11001)
    expect((await call(finance, 'opsAdjust', { ...back, reverses: null })).code).toBe(11001)
    expect((await call(finance, 'opsAdjust', { ...back, reverses: randomUUID() })).code).toBe(11004)
    const [one, two] = await Promise.all(
      ['10', '10'].map(
        async (amount) => (await call(finance, 'opsAdjust', { ...back, amount })).result.id ?? '',
      ),
    )
    expect((await approve(risk, one ?? '')).code).toBe(200)
    expect((await approve(risk, two ?? '')).code).toBe(11006)
    expect(await balance()).toBe('2.500000')
    await expect.poll(() => app.messages(email).at(-1)?.text).toMatch(/We debited .*10\.00 USDT from/)
  })
})

test('money: the ledger adds up, the day’s report names what moved, exposure names whose money pays', async () => {
  const { id } = await app.signUp()
  const credit = {
    customerId: id,
    asset: 'USDT',
    amount: '3',
    why: 'goodwill',
    reason: 'sorry for the wait',
    reverses: null,
  }
  const today = () => new Date(app.now()).toISOString().slice(0, 10)
  const days = [today()]
  await approve(risk, (await call(finance, 'opsAdjust', credit)).result.id ?? '')
  days.push(today())
  expect((await finance.call('opsReconcile')).code).toBe(200)
  await expect
    .poll(async () => (await finance.call('opsReconciliation')).result)
    .toMatchObject({
      findings: [],
      running: null,
      accounts: expect.arrayContaining([
        expect.objectContaining({ class: 'trading-capital', asset: 'USDT' }),
      ]),
    })
  // Midnight may have passed meanwhile.
  const reports = await Promise.all(
    [...new Set(days)].map(async (day) => resultOf<object[]>(await finance.call('opsMoneyReport', { day }))),
  )
  expect(reports.flat()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'adjustment', from: 'trading-capital', to: 'customer', asset: 'USDT' }),
    ]),
  )
  expect((await finance.call('opsMoneyReport', { day: 'today' })).code).toBe(11001)
  expect((await risk.call('opsExposure')).result).toMatchObject({
    markets: [],
    capital: expect.arrayContaining([expect.objectContaining({ class: 'yield-reserve' })]),
  })
  expect((await risk.call('opsReserve')).result).toMatchObject({
    warnFrom: '0.8',
    sides: [
      { mode: 'real', wouldWin: '0.000000', state: 'ok' },
      { mode: 'demo', wouldWin: '0.000000', state: 'ok' },
    ],
  })
})

test('T10: a case that one operator holds is refused to another with 11007, over HTTP', async () => {
  const { token } = await app.signUp()
  const deposit = { coin: 'USDT', network: 'TRC-20', amount: '200', hash: 'a'.repeat(64) }
  expect((await app.call('recharge', deposit, { token, mode: 'real' })).code).toBe(20002)
  const [waiting] = (await finance.call('opsQueue', { kind: 'recharge' })).result.items
  const ref = { kind: 'recharge', id: waiting?.id ?? '' }
  expect((await finance.call('opsClaim', ref)).code).toBe(200)
  expect((await admin.call('opsClaim', ref)).code).toBe(11007)
  const { shownHash } = (await call(admin, 'opsCase', ref)).result
  expect((await admin.call('opsApprove', { ...ref, shownHash })).code).toBe(11007)
  expect((await finance.call('opsApprove', { ...ref, shownHash: 'b'.repeat(64) })).code).toBe(11006)
})

test('T14: the signed heads are public', async () => {
  const { status, text } = await app.request('GET', '/.well-known/candor-heads.json', null)
  expect([status, JSON.parse(text)]).toEqual([200, { heads: expect.any(Array) }])
})

test('T14: after all of this the chain holds, and every entry has an actor', async () => {
  const { entries, findings } = await checkChain(app.db)
  expect(findings).toEqual([])
  expect(entries).toBeGreaterThan(20)
  expect((await admin.call('opsAuditCheck')).result).toMatchObject({ findings: [] })
})
