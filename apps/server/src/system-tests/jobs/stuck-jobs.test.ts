import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identityParts } from '../../accounts/identity-parts.ts'
import { Tokens } from '../../accounts/sessions/tokens.ts'
import { addInvitation } from '../../back-office/operators/people/invitations.ts'
import { mailWaitingInvitations } from '../../back-office/operators/people/mail-invitation.ts'
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
import { DrawingRoom } from '../../platform/files/drawing/drawing-room.ts'
import { Files } from '../../platform/files/files.ts'
import { FolderStore } from '../../platform/files/folder-store.ts'
import { PersonKeys } from '../../platform/files/person-keys.ts'
import { someSecrets } from '../../platform/keys/test-secrets.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
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
let room: ModuleFixture
beforeEach(async () => {
  room = await openModuleFixture()
})
afterEach(async () => {
  expect(await reconcile(room.db)).toEqual([])
  await room.dispose()
})

test('pay-fee-rebates: one rebate that cannot be paid holds up neither other customers, nor later days, nor inviters', async () => {
  const [inviter, ...friends] = await Promise.all([
    room.customer(),
    room.customer(0n, 100n),
    room.customer(0n, 100n),
  ])
  const [broken = '', fine = ''] = friends
  for (const friend of friends) await invite(room, inviter, friend)
  for (const friend of friends) await trade(room, friend, 1_000_000n)
  room.clock.advance(dayMs)
  const first = new Date(room.clock.now()).toISOString().slice(0, 10)
  for (const friend of friends) await trade(room, friend, 1_000_000n)
  room.clock.advance(dayMs)
  await trade(room, fine, 1_000_000n)
  room.clock.advance(dayMs)
  await expectAllButOneMoved(room, {
    table: 'orders_fee_rebates',
    column: 'user_id',
    value: broken,
    caseId: `${first}/${broken}`,
    run: () => payFeeRebates(rebates(room)),
    othersMoved: async () => {
      expect(await paidOf(room, 'orders_fee_rebates')).toBe(2)
      // What is still owed the operator cannot take out.
      expect(await unpaidFees(room.db.query, room.clock.now())).toBe(3_000_000n)
      expect(await payCommissions(commissions(room))).toBe(1)
    },
  })
  expect(await unpaidFees(room.db.query, room.clock.now())).toBe(1_000_000n)
  // Now it is the broken one's turn, of what is left after its rebate.
  expect(await payCommissions(commissions(room))).toBe(1)
  const { rows } = await room.db.pool.query('SELECT fees, rebates FROM invites_commissions ORDER BY sequence')
  expect(rows).toEqual([
    { fees: 2_800_000n, rebates: 200_000n },
    { fees: 1_900_000n, rebates: 100_000n },
  ])
})

test('pay-commissions: one friend whose share cannot be paid keeps no other inviter from theirs', async () => {
  const inviter = await room.customer()
  const friends = await Promise.all([
    room.customer(0n, 100n),
    room.customer(0n, 100n),
    room.customer(0n, 100n),
  ])
  const [broken = ''] = await Promise.all(friends.map((friend) => invite(room, inviter, friend)))
  for (const friend of friends) await trade(room, friend, 1_000_000n)
  room.clock.advance(2 * dayMs)
  const free = { ...rebates(room), parameters: { value: async () => [], valueAt: async () => [] } }
  expect(await payFeeRebates(free)).toBe(0)
  await expectAllButOneMoved(room, {
    table: 'invites_commissions',
    column: 'friend_id',
    value: broken,
    caseId: broken,
    run: () => payCommissions(commissions(room)),
    othersMoved: async () => expect(await paidOf(room, 'invites_commissions')).toBe(2),
  })
})

test('lapse-proposals: one proposal that cannot lapse keeps no other from lapsing', async () => {
  const [proposedBy] = await twoOperators(room)
  const all = threeIds()
  const at = new Date(room.clock.now())
  const expiresAt = new Date(room.clock.now() + dayMs)
  for (const id of all)
    await room.db.transaction((tx) =>
      addProposal(tx, { id, kind: 'test', payload: {}, summary: '', reason: 'x', proposedBy, at, expiresAt }),
    )
  room.clock.advance(2 * dayMs)
  const parts = {
    ...room,
    audit: createAudit(room.clock),
    transaction: room.db.transaction,
    hashOf: () => '',
    spending: room,
  }
  const proposals = new Proposals(parts)
  await expectAllButOneMoved(room, {
    table: 'operators_proposals',
    value: all[0],
    caseId: all[0],
    run: () => proposals.lapse(),
    othersMoved: async () => {
      const { rows } = await room.db.pool.query('SELECT status FROM operators_proposals ORDER BY id')
      expect(rows.map(({ status }) => status)).toEqual(['pending', 'expired', 'expired'])
    },
  })
})

test('mail-invitations: one invitation that cannot be mailed keeps no other, and none is mailed while nobody knows where its link leads', async () => {
  const [proposedBy, approvedBy] = await twoOperators(room)
  const people = { proposedBy, approvedBy } as Parameters<typeof addInvitation>[3]
  const mails: Message[] = []
  let consoleUrl: string | null = null
  const deps = {
    ...room,
    audit: createAudit(room.clock),
    identity: identityParts,
    secrets: someSecrets,
    tokens: new Tokens(Buffer.alloc(32)),
    hashOf: (token: string) => Buffer.from(token),
    messenger: { send: async (message: Message) => void mails.push(message) },
    consoleUrl: () => consoleUrl,
    log: { error: () => undefined },
  }
  for (const name of ['cleo', 'dora', 'emil'])
    await room.db.transaction((tx) =>
      addInvitation(tx, deps, { email: `${name}@candor.example`, role: 'risk' }, people),
    )
  const { rows } = await room.db.pool.query<{ id: string; email: string }>(
    'SELECT id, email FROM operators_invitations ORDER BY made_at, id',
  )
  const [broken] = rows
  room.clock.advance(60_000)
  expect(await mailWaitingInvitations(deps)).toBe(0)
  expect(mails).toEqual([])
  consoleUrl = 'https://trade.example/console'
  await expectAllButOneMoved(room, {
    table: 'operators_invitations',
    value: broken?.id ?? '',
    caseId: broken?.id ?? '',
    run: () => mailWaitingInvitations(deps),
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
  const [proposedBy, approvedBy] = await twoOperators(room)
  const at = room.clock.now()
  const say = (name: string, value: string, from: number) =>
    room.db.transaction((tx) =>
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
  room.clock.advance(3 * dayMs)
  const { rows } = await room.db.pool.query<{ id: string }>(
    "SELECT id FROM markets_tariffs WHERE name = 'withdrawal.deadlineHours' ORDER BY holds_from",
  )
  const parts = {
    db: room.db,
    clock: room.clock,
    parameters: room.parameters,
    console: { audit: createAudit(room.clock) },
  }
  const deadline = async () => String(await room.parameters.value('withdrawal.deadlineHours'))
  const before = await deadline()
  await expectAllButOneMoved(room, {
    table: 'markets_tariffs',
    value: rows[0]?.id ?? '',
    caseId: rows[0]?.id ?? '',
    run: () => applyFees(parts),
    othersMoved: async () => {
      expect(await deadline()).toBe(before)
      expect(String(await room.parameters.value('minBalance'))).toBe('3')
    },
  })
  // Which was tried before the earlier one, and waited for it.
  expect(await applyFees(parts)).toBe(1)
  expect(await deadline()).toBe('48')
})

test('hand-on-notices: one notice that cannot be split up by way keeps no other from its reader', async () => {
  const [as, other] = [await room.customer(), await room.customer()]
  const mails: Message[] = []
  const deps = {
    db: room.db,
    clock: room.clock,
    readerOf: async (userId: string) => ({ email: userId, language: 'en' as const }),
    messenger: { send: async (message: Message) => void mails.push(message) },
    push: async () => 'sent' as const,
    publicUrl: null,
    log: { warn: () => undefined },
  }
  for (const userId of [as, other])
    await keepNotice(room.db, userId, v7(), {
      id: v7(),
      kind: 'supportAnswered',
      mode: 'real',
      code: 'BTCUSDT',
      orderId: null,
      at: new Date(room.clock.now()).toISOString(),
      read: false,
      facts: {},
    })
  const { rows } = await room.db.pool.query<{ id: bigint }>(
    'SELECT id FROM notifications_outgoing ORDER BY id',
  )
  const first = String(rows[0]?.id)
  await expectAllButOneMoved(room, {
    table: 'notifications_outgoing',
    value: first,
    caseId: first,
    run: () => handOn(deps),
    othersMoved: async () => expect(mails.map(({ to }) => to)).toEqual([other]),
  })
  expect(mails.map(({ to }) => to)).toEqual([other, as])
})

test('write-alerts: one alert that cannot be written keeps no other of its batch from being told', async () => {
  const told: string[] = []
  const alerts = new PriceAlerts({
    ...room,
    newIndex: () => new TriggerIndex<string>(),
    onFired: ({ id }) => void told.push(id),
    log: { error: () => undefined },
  })
  const all = threeIds()
  const as = await personIn(room)
  for (const id of all)
    await room.db.query
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
  room.warm('BTCUSDT', '99990')
  await alerts.start()
  const mend = await breakRow(room.db.owner, { table: 'notifications_alerts', value: all[0] })
  room.quote('BTCUSDT', '100010')
  await alerts.written()
  expect(told).toEqual([])
  await mend()
  await expectAllButOneMoved(room, {
    table: 'notifications_alerts',
    value: all[0],
    caseId: all[0],
    run: () => alerts.writeAgain(),
    othersMoved: async () => expect([...told].sort()).toEqual(all.slice(1)),
  })
  expect([...told].sort()).toEqual(all)
  await alerts.stop()
})

test('sweep-files: one file that cannot be emptied keeps no other from being emptied', async () => {
  const files = new Files({
    ...room,
    keys: new PersonKeys(Buffer.alloc(32, 7), room.clock),
    store: new FolderStore(`${tmpdir()}/candor-sweep-${randomUUID()}`),
    drawing: new DrawingRoom(),
    newId: v7,
  })
  const [all, as] = [threeIds(), await personIn(room)]
  await room.db.pool.query("INSERT INTO files_keys (user_id, wrapped, created_at) VALUES ($1, 'x', now())", [
    as,
  ])
  const now = new Date(room.clock.now())
  const jpeg = { purpose: 'kyc', given: 'jpeg', kept: 'jpeg', width: 400, height: 400, bytes: 1 } as const
  for (const id of all)
    await room.db.query
      .insertInto('files_files')
      .values({ id, user_id: as, ...jpeg, created_at: now, removed_at: now })
      .execute()
  await expectAllButOneMoved(room, {
    table: 'files_files',
    value: all[0],
    caseId: all[0],
    run: () => files.sweep(),
    othersMoved: async () => {
      const { rows } = await room.db.pool.query('SELECT id FROM files_files WHERE emptied_at IS NULL')
      expect(rows).toEqual([{ id: all[0] }])
    },
  })
})
