import type { InviteCommissionPaid, InvitedFriend } from '@candor/contract'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Users } from '../accounts/accounts-store.ts'
import { customerDirectory } from '../accounts/customers/customer-directory.ts'
import { Parameters } from '../back-office/parameters/parameters.ts'
import { house, type Ledger } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { paidTradingFees } from '../ledger/reports/paid-fees.ts'
import {
  type CallResponse,
  resultOf,
  rolesWithoutJobs,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts'
import { testContext } from '../testing/test-context.ts'
import { signInOperator } from '../testing/test-operators.ts'
import { payFeeRebates } from '../trading/fees/fee-rebates.ts'
import { owedRebatesOf, rebatesOwedUntil } from '../trading/fees/fee-rebates-store.ts'
import { invitesModule } from './invites.module.ts'

let app: TestApp
let ledger: Ledger
let pay: () => Promise<unknown>

beforeAll(async () => {
  app = await startTestApp({ roles: rolesWithoutJobs })
  const clock = { now: () => app.now() }
  ledger = createLedger(app.db, clock)
  const { jobs } = await invitesModule.open(testContext(app), {
    customers: customerDirectory(new Users(app.db)),
    paidFees: paidTradingFees,
    rebatesOwedUntil: (now) => rebatesOwedUntil(app.db, now),
    owedRebatesOf,
  })
  const rebates = {
    db: app.db,
    clock,
    ledger,
    parameters: new Parameters(app.db, clock, { sandbox: true }),
    newId: v7,
  }
  pay = async () => {
    await payFeeRebates(rebates)
    for (const job of jobs) await job.run()
  }
})
afterAll(() => app.dispose())

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Invites = {
  items: InvitedFriend[]
  code: string
  earned: string
  friends: number
  enterUntil: string | null
}

const day = 86_400_000
const invites = async ({ token }: Person) => resultOf<Invites>(await app.call('invites', {}, { token }))
const codeOf = async (person: Person) => (await invites(person)).code

async function register(userName: string, inviteCode?: string): Promise<CallResponse> {
  const email = `${userName}@candor.example`
  await app.call('sendCode', { email, purpose: 'register' })
  const code = app.messages(email).at(-1)?.code
  const password = 'a long and plain phrase'
  return app.call('register', { userName, email, password, code, country: 'DE', inviteCode })
}

/** A fee as a trade of the real account makes one, of money won before. */
async function payFee(userId: string, minor: bigint, asset: 'USDT' | 'DEMO' = 'USDT'): Promise<void> {
  const customer = { class: 'customer', owner: userId, asset } as const
  const ofHouse = (name: 'trading-capital' | 'fee-revenue') => ({ class: name, owner: house, asset }) as const
  const steps = [
    { do: 'transfer', kind: 'contract-profit', from: ofHouse('trading-capital'), to: customer, minor },
    { do: 'transfer', kind: 'contract-commission', from: customer, to: ofHouse('fee-revenue'), minor },
  ] as const
  expect(await ledger.post({ id: v7(), reference: null, steps })).toMatchObject({ ok: true })
}

const untilTomorrow = () => app.moveClock(day - (app.now() % day) + 1_000)

describe('rulebook, Invitations: a tenth of the fees a friend in fact paid, one level', () => {
  it('is paid once for each day that is over, out of the operator’s fees, with a line and a notice', async () => {
    const ada = await app.signUp()
    const { result } = await register('beatrice', await codeOf(ada))
    const third = await register(
      'carlotta',
      resultOf<{ user: { inviteCode: string } }>(await register('dora')).user.inviteCode,
    )
    expect(third.code).toBe(200)
    await payFee(result.user.id, 12_345_678n)
    await payFee(result.user.id, 11n)
    await payFee(result.user.id, 90_000_000n, 'DEMO')
    expect(await invites(ada)).toMatchObject({
      friends: 1,
      earned: '0.000000',
      items: [{ name: 'b•••e', fees: '0.000000', earned: '0.000000', pending: '1.234568' }],
    })
    await pay()
    expect((await invites(ada)).earned).toBe('0.000000')

    await untilTomorrow()
    await Promise.all([pay(), pay(), pay()])
    await pay()
    expect(await invites(ada)).toMatchObject({
      earned: '1.234568',
      items: [{ fees: '12.345689', earned: '1.234568', pending: '0.000000' }],
    })
    const paid = resultOf<{ items: InviteCommissionPaid[] }>(
      await app.call('inviteCommissions', {}, { token: ada.token }),
    ).items
    expect(paid).toMatchObject([{ name: 'b•••e', fees: '12.345689', share: '0.1', commission: '1.234568' }])
    const statement = await app.call('statement', {}, { token: ada.token, mode: 'real' })
    expect(statement.result.items).toMatchObject([{ kind: 'invite-commission', amount: '1.234568' }])
    const notices = await app.call('notifications', {}, { token: ada.token })
    expect(notices.result.items).toMatchObject([
      { kind: 'inviteCommission', facts: { amount: '1.234568', friends: '1' } },
      { kind: 'inviteJoined', facts: { name: 'b•••e' } },
    ])
    // The next day's fees are another payment; nobody above the inviter gets anything.
    await payFee(result.user.id, 5_000_000n)
    await untilTomorrow()
    await pay()
    expect((await invites(ada)).earned).toBe('1.734568')
    expect(await reconcile(app.db)).toEqual([])
  })

  it('ends after twelve months, and what was paid never changes', async () => {
    const ada = await app.signUp()
    const { result } = await register('emilia', await codeOf(ada))
    const { id } = result.user
    await payFee(id, 10_000_000n)
    await app.moveClock(366 * day)
    await payFee(id, 10_000_000n)
    await untilTomorrow()
    await pay()
    // Their sessions are long over.
    const { rows } = await app.db.pool.query(`SELECT earned FROM invites_friends WHERE user_id = $1`, [id])
    expect(rows).toEqual([{ earned: 1_000_000n }])
    await expect(app.db.pool.query(`UPDATE invites_commissions SET commission = 1`)).rejects.toThrow(
      'permission denied',
    )
    await expect(app.db.pool.query(`UPDATE invites_friends SET fee_share = 1`)).rejects.toThrow(
      'permission denied',
    )
  })

  it('T1: a commission comes from the operator’s fees, in real money, and no other way', async () => {
    const { rows } = await app.db.pool.query<Record<string, string>>(
      `SELECT kind, debited_class, credited_class, money FROM ledger_permitted WHERE kind LIKE 'invite%' OR (debited_class = 'fee-revenue' AND credited_class = 'customer') ORDER BY kind`,
    )
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      'fee-rebate fee-revenue customer real',
      'invite-commission fee-revenue customer real',
    ])
  })
})

describe('a code at its field', () => {
  it('nobody’s code is refused at sign-up, and the mailed code is still good; an empty field is no code', async () => {
    const email = 'fiona@candor.example'
    await app.call('sendCode', { email, purpose: 'register' })
    const code = app.messages(email).at(-1)?.code
    const form = { userName: 'fiona', email, password: 'a long and plain phrase', code, country: 'DE' }
    expect(await app.call('register', { ...form, inviteCode: 'NOBODYSCODE' })).toMatchObject({
      code: 11001,
      result: { issues: [{ path: 'inviteCode', code: 'unknown' }] },
    })
    expect((await app.call('register', { ...form, inviteCode: ' ' })).code).toBe(200)
  })

  it('after sign-up: own, unknown, a second inviter, one’s own friend and too late are each said', async () => {
    const [ada, ben, eve] = [await app.signUp(), await app.signUp(), await app.signUp()]
    const enter = async (who: Person, code: string) => {
      const response = await app.call('enterInviteCode', { code }, { token: who.token })
      return response.code === 200 ? 200 : response.result.issues
    }
    const refused = (code: string) => [{ path: 'code', code }]
    expect(await enter(ben, await codeOf(ben))).toEqual(refused('own'))
    expect(await enter(ben, 'NOBODYSCODE')).toEqual(refused('unknown'))
    const code = (await codeOf(ada)).toLowerCase()
    const twice = await Promise.all([enter(ben, code), enter(ben, code)])
    expect(twice).toContainEqual(200)
    expect(twice).toContainEqual(refused('taken'))
    expect((await invites(ben)).enterUntil).toBeNull()
    expect(await enter(ada, await codeOf(ben))).toEqual(refused('circle'))
    // Used now and then, a session lives longer than the seven days it may lie idle.
    for (let days = 0; days < 15; days += 5) {
      await app.moveClock(5 * day)
      await Promise.all([invites(ada), invites(eve)])
    }
    expect(await enter(eve, code)).toEqual(refused('late'))
    expect((await invites(ada)).friends).toBe(1)
  })

  it('the console’s page of a customer says who stands behind whom', async () => {
    const ada = await app.signUp()
    const { result } = await register('greta', await codeOf(ada))
    const admin = await signInOperator(app, 'admin')
    expect((await admin.call('opsCustomer', { id: ada.id })).result).toMatchObject({
      invitedBy: null,
      invited: [{ id: result.user.id, userName: 'greta', earned: '0.000000' }],
    })
    expect((await admin.call('opsCustomer', { id: result.user.id })).result).toMatchObject({
      invitedBy: { id: ada.id, userName: ada.userName },
    })
  })
})
