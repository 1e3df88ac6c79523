import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identityProofs } from '../../accounts/identity-proofs.ts'
import { operatorCredentials } from '../../accounts/sign-in/operator-credentials.ts'
import { passkeyStore } from '../../accounts/sign-in/passkey-store.ts'
import { relyingPartyOf } from '../../accounts/sign-in/relying-party.ts'
import { operatorsModule } from '../../back-office/operators/operators.module.ts'
import { OperatorsConsole } from '../../back-office/operators/operators-console.ts'
import { addInvitation } from '../../back-office/operators/people/invitations.ts'
import { operatorPasskeys } from '../../back-office/operators/sign-in/operator-passkeys.ts'
import { Proposals } from '../../back-office/proposals/proposals.ts'
import { addProposal } from '../../back-office/proposals/proposals-store.ts'
import { payCommissions } from '../../invites/pay-commissions.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { applyFees } from '../../market-data/tariffs/propose-fees.ts'
import { announce } from '../../market-data/tariffs/tariffs-store.ts'
import { handOn } from '../../notifications/hand-on.ts'
import { keepNotice } from '../../notifications/notices-store.ts'
import { PriceAlerts } from '../../notifications/price-alerts.ts'
import { breakRow } from '../../platform/database/temporary/test-broken-row.ts'
import type { Message } from '../../platform/email/messenger.ts'
import { DrawingPool } from '../../platform/files/drawing/drawing-pool.ts'
import { Files } from '../../platform/files/files.ts'
import { FolderStore } from '../../platform/files/folder-store.ts'
import { PersonKeys } from '../../platform/files/person-keys.ts'
import { someSecrets } from '../../platform/keys/test-secrets.ts'
import { openLimits } from '../../platform/limits/limit-rules.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import { hashOfShown } from '../../proofs/shown-hash.ts'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import { personIn } from '../../testing/test-person.ts'
import { payFeeRebates } from '../../trading/fees/fee-rebates.ts'
import { unpaidFees } from '../../trading/fees/unpaid-fees.ts'
import { TriggerIndex } from '../../trading/triggers/trigger-index.ts'
import {
  commissions,
  expectAllButOneMoved,
  invite,
  paidOf,
  rebates,
  threeIds,
  trade,
  twoOperators,
} from './test-stuck-jobs.ts'

const dayMs = 86_400_000
let fixture: ModuleFixture
beforeEach(async () => {
  fixture = await openModuleFixture()
})
afterEach(async () => {
  expect(await reconcile(fixture.db)).toEqual([])
  await fixture.dispose()
})

test('pay-fee-rebates: one rebate that cannot be paid holds up neither other customers, nor later days, nor inviters', async () => {
  const [inviter, ...friends] = await Promise.all([
    fixture.customer(),
    fixture.customer(0n, 100n),
    fixture.customer(0n, 100n),
  ])
  const [broken = '', fine = ''] = friends
  for (const friend of friends) await invite(fixture, inviter, friend)
  for (const friend of friends) await trade(fixture, friend, 1_000_000n)
  fixture.clock.advance(dayMs)
  const first = new Date(fixture.clock.now()).toISOString().slice(0, 10)
  for (const friend of friends) await trade(fixture, friend, 1_000_000n)
  fixture.clock.advance(dayMs)
  await trade(fixture, fine, 1_000_000n)
  fixture.clock.advance(dayMs)
  await expectAllButOneMoved(fixture, {
    table: 'orders_fee_rebates',
    column: 'user_id',
    value: broken,
    caseId: `${first}/${broken}`,
    run: () => payFeeRebates(rebates(fixture)),
    othersMoved: async () => {
      expect(await paidOf(fixture, 'orders_fee_rebates')).toBe(2)
      // What is still owed the operator cannot take out.
      expect(await unpaidFees(fixture.db.query, fixture.clock.now())).toBe(3_000_000n)
      expect(await payCommissions(commissions(fixture))).toBe(1)
    },
  })
  expect(await unpaidFees(fixture.db.query, fixture.clock.now())).toBe(1_000_000n)
  // Now it is the broken one's turn, of what is left after its rebate.
  expect(await payCommissions(commissions(fixture))).toBe(1)
  const { rows } = await fixture.db.pool.query(
    'SELECT fees, rebates FROM invites_commissions ORDER BY sequence',
  )
  expect(rows).toEqual([
    { fees: 2_800_000n, rebates: 200_000n },
    { fees: 1_900_000n, rebates: 100_000n },
  ])
})

test('pay-commissions: one friend whose share cannot be paid keeps no other inviter from theirs', async () => {
  const inviter = await fixture.customer()
  const friends = await Promise.all([
    fixture.customer(0n, 100n),
    fixture.customer(0n, 100n),
    fixture.customer(0n, 100n),
  ])
  const [broken = ''] = await Promise.all(friends.map((friend) => invite(fixture, inviter, friend)))
  for (const friend of friends) await trade(fixture, friend, 1_000_000n)
  fixture.clock.advance(2 * dayMs)
  const free = { ...rebates(fixture), parameters: { value: async () => [], valueAt: async () => [] } }
  expect(await payFeeRebates(free)).toBe(0)
  await expectAllButOneMoved(fixture, {
    table: 'invites_commissions',
    column: 'friend_id',
    value: broken,
    caseId: broken,
    run: () => payCommissions(commissions(fixture)),
    othersMoved: async () => expect(await paidOf(fixture, 'invites_commissions')).toBe(2),
  })
})

test('lapse-proposals: one proposal that cannot lapse keeps no other from lapsing', async () => {
  const [proposedBy] = await twoOperators(fixture)
  const all = threeIds()
  const at = new Date(fixture.clock.now())
  const expiresAt = new Date(fixture.clock.now() + dayMs)
  for (const id of all)
    await fixture.db.transaction((tx) =>
      addProposal(tx, { id, kind: 'test', payload: {}, summary: '', reason: 'x', proposedBy, at, expiresAt }),
    )
  fixture.clock.advance(2 * dayMs)
  const { audit } = fixture.console
  const proposals = new Proposals({ ...fixture, audit, hashOf: () => '', spending: fixture })
  await expectAllButOneMoved(fixture, {
    table: 'operators_proposals',
    value: all[0],
    caseId: all[0],
    run: () => proposals.lapse(),
    othersMoved: async () => {
      const { rows } = await fixture.db.pool.query('SELECT status FROM operators_proposals ORDER BY id')
      expect(rows.map(({ status }) => status)).toEqual(['pending', 'expired', 'expired'])
    },
  })
})

test('mail-invitations: one invitation that cannot be mailed keeps no other, and none is mailed while nobody knows where its link leads', async () => {
  const [proposedBy, approvedBy] = await twoOperators(fixture)
  const people = { proposedBy, approvedBy } as Parameters<typeof addInvitation>[3]
  const mails: Message[] = []
  let consoleUrl: string | null = null
  const { db, clock, parameters, ledger, funds } = fixture
  const audit = createAudit(clock)
  const limits = openLimits({ db, clock }, (key) => parameters.value(key), true)
  const { jobs } = await fixture.openModule(operatorsModule, {
    console: new OperatorsConsole({ db, clock, audit, hashOf: hashOfShown, spending: { ledger, funds } }),
    credentials: await operatorCredentials({
      ...{ db, clock, limits, secrets: someSecrets },
      party: relyingPartyOf(null),
      passkeys: passkeyStore(operatorPasskeys(db)),
    }),
    messenger: { send: async (message: Message) => void mails.push(message) },
    site: { singleSignOn: null, consoleUrl: () => consoleUrl },
  })
  const mailWaiting = jobs.find(({ name }) => name === 'mail-invitations')?.run ?? expect.fail()
  const accounts = { db, clock, audit, identity: identityProofs, secrets: someSecrets }
  for (const name of ['cleo', 'dora', 'emil'])
    await fixture.db.transaction((tx) =>
      addInvitation(tx, accounts, { email: `${name}@candor.example`, role: 'risk' }, people),
    )
  const { rows } = await fixture.db.pool.query<{ id: string; email: string }>(
    'SELECT id, email FROM operators_invitations ORDER BY made_at, id',
  )
  const [broken] = rows
  fixture.clock.advance(60_000)
  expect(await mailWaiting()).toBe(0)
  expect(mails).toEqual([])
  consoleUrl = 'https://trade.example/console'
  await expectAllButOneMoved(fixture, {
    table: 'operators_invitations',
    value: broken?.id ?? '',
    caseId: broken?.id ?? '',
    run: async () => Number(await mailWaiting()),
    othersMoved: async () => {
      expect(mails.map(({ to }) => to).sort()).toEqual(
        rows
          .slice(1)
          .map(({ email }) => email)
          .sort(),
      )
      for (const { code } of mails) expect(code).toMatch(/^https:\/\/trade\.example\/console#\/join\/./)
    },
  })
})

test('apply-fees: one announced fee that cannot hold keeps no other from its moment, and none overtakes an earlier one of its name', async () => {
  const [proposedBy, approvedBy] = await twoOperators(fixture)
  const at = fixture.clock.now()
  const say = (name: string, value: string, from: number) =>
    fixture.db.transaction((tx) =>
      announce(tx, {
        changeId: v7(),
        about: 'fee',
        name,
        terms: { value },
        from,
        reason: 'as agreed',
        proposedBy,
        approvedBy,
        at,
      }),
    )
  await say('withdrawal.deadlineHours', '36', at + 2 * dayMs)
  await say('withdrawal.deadlineHours', '48', at + 2 * dayMs + 1)
  await say('minBalance', '3', at + 2 * dayMs)
  fixture.clock.advance(3 * dayMs)
  const { rows } = await fixture.db.pool.query<{ id: string }>(
    "SELECT id FROM markets_tariffs WHERE name = 'withdrawal.deadlineHours' ORDER BY holds_from",
  )
  const deadline = async () => String(await fixture.parameters.value('withdrawal.deadlineHours'))
  const before = await deadline()
  await expectAllButOneMoved(fixture, {
    table: 'markets_tariffs',
    value: rows[0]?.id ?? '',
    caseId: rows[0]?.id ?? '',
    run: () => applyFees(fixture),
    othersMoved: async () => {
      expect(await deadline()).toBe(before)
      expect(String(await fixture.parameters.value('minBalance'))).toBe('3')
    },
  })
  // Which was tried before the earlier one, and waited for it.
  expect(await applyFees(fixture)).toBe(1)
  expect(await deadline()).toBe('48')
})

test('hand-on-notices: one notice that cannot be split up by way keeps no other from its reader', async () => {
  const [as, other] = [await fixture.customer(), await fixture.customer()]
  const mails: Message[] = []
  const delivery = {
    readerOf: async (userId: string) => ({ email: userId, language: 'en' as const }),
    messenger: { send: async (message: Message) => void mails.push(message) },
    push: async () => 'sent' as const,
    publicUrl: null,
  }
  for (const userId of [as, other])
    await keepNotice(fixture.db.query, userId, v7(), {
      id: v7(),
      kind: 'supportAnswered',
      mode: 'real',
      code: 'BTCUSDT',
      orderId: null,
      at: new Date(fixture.clock.now()).toISOString(),
      read: false,
      facts: {},
    })
  const { rows } = await fixture.db.pool.query<{ id: bigint }>(
    'SELECT id FROM notifications_outgoing ORDER BY id',
  )
  const first = String(rows[0]?.id)
  await expectAllButOneMoved(fixture, {
    table: 'notifications_outgoing',
    value: first,
    caseId: first,
    run: () => handOn(fixture, delivery),
    othersMoved: async () => expect(mails.map(({ to }) => to)).toEqual([other]),
  })
  expect(mails.map(({ to }) => to)).toEqual([other, as])
})

test('write-alerts: one alert that cannot be written keeps no other of its batch from being told', async () => {
  const logged: string[] = []
  const alerts = new PriceAlerts(
    fixture,
    fixture.board,
    () => new TriggerIndex<string>(),
    ({ id }) => void logged.push(id),
  )
  const all = threeIds()
  const as = await personIn(fixture)
  for (const id of all)
    await fixture.db.query
      .insertInto('notifications_alerts')
      .values({
        id,
        user_id: as,
        code: 'BTCUSDT',
        side: 'above',
        price: 1_000_000_000_000_000n,
        created_at: 0n,
      })
      .execute()
  fixture.warm('BTCUSDT', '99990')
  await alerts.start()
  const mend = await breakRow(fixture.db.owner, { table: 'notifications_alerts', value: all[0] })
  fixture.quote('BTCUSDT', '100010')
  await alerts.written()
  expect(logged).toEqual([])
  await mend()
  await expectAllButOneMoved(fixture, {
    table: 'notifications_alerts',
    value: all[0],
    caseId: all[0],
    run: () => alerts.writeAgain(),
    othersMoved: async () => expect([...logged].sort()).toEqual(all.slice(1)),
  })
  expect([...logged].sort()).toEqual(all)
  await alerts.stop()
})

test('sweep-files: one file that cannot be emptied keeps no other from being emptied', async () => {
  const files = new Files(
    fixture,
    new PersonKeys(Buffer.alloc(32, 7), fixture.clock),
    new FolderStore(`${tmpdir()}/candor-sweep-${randomUUID()}`),
    new DrawingPool(),
  )
  const [all, as] = [threeIds(), await personIn(fixture)]
  await fixture.db.pool.query(
    "INSERT INTO files_keys (user_id, wrapped, created_at) VALUES ($1, 'x', now())",
    [as],
  )
  const now = new Date(fixture.clock.now())
  const jpeg = { purpose: 'kyc', given: 'jpeg', kept: 'jpeg', width: 400, height: 400, bytes: 1 } as const
  for (const id of all)
    await fixture.db.query
      .insertInto('files_files')
      .values({ id, user_id: as, ...jpeg, created_at: now, removed_at: now })
      .execute()
  await expectAllButOneMoved(fixture, {
    table: 'files_files',
    value: all[0],
    caseId: all[0],
    run: () => files.sweep(),
    othersMoved: async () => {
      const { rows } = await fixture.db.pool.query('SELECT id FROM files_files WHERE emptied_at IS NULL')
      expect(rows).toEqual([{ id: all[0] }])
    },
  })
})
