import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { rate } from '@candor/money'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identityParts } from '../accounts/identity-parts.ts'
import { Tokens } from '../accounts/tokens.ts'
import { withClient } from '../db/engine-room.ts'
import { breakRow } from '../db/test-broken-row.ts'
import { Files } from '../files/files.ts'
import { FolderStore } from '../files/folder-store.ts'
import { addFriend } from '../invites/invites-store.ts'
import { payCommissions } from '../invites/pay-commissions.ts'
import { stuckCases } from '../jobs/stuck-cases-store.ts'
import { someSecrets } from '../keys/test-secrets.ts'
import { house } from '../ledger/ledger.ts'
import { paidTradingFees } from '../ledger/paid-fees.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { announce } from '../markets/tariffs.ts'
import { handOn } from '../notifications/hand-on.ts'
import { keepNotice } from '../notifications/notices-store.ts'
import { PriceAlerts } from '../notifications/price-alerts.ts'
import { addOperator } from '../operators/add-operator.ts'
import { addInvitation } from '../operators/invitations.ts'
import { mailWaitingInvitations } from '../operators/mail-invitation.ts'
import { Proposals } from '../operators/proposals.ts'
import { addProposal } from '../operators/proposals-store.ts'
import { payFeeRebates } from '../orders/fee-rebates.ts'
import { owedRebatesOf, rebatesOwedUntil } from '../orders/fee-rebates-store.ts'
import { TriggerIndex } from '../orders/trigger-index.ts'
import { unpaidFees } from '../orders/unpaid-fees.ts'
import type { Message } from '../outbox/messenger.ts'
import { createAudit } from '../trust/audit.ts'
import { applyFees } from './propose-fees.ts'
import { openBench, type RoomBench } from './test-room.ts'

const dayMs = 86_400_000
let room: RoomBench
beforeEach(async () => {
  room = await openBench()
})
afterEach(async () => {
  expect(await reconcile(room.db)).toEqual([])
  await room.dispose()
})

interface Broken {
  readonly table: string
  readonly column?: string
  readonly value: string
  readonly caseId: string
  readonly run: () => Promise<number>
  /** Finds what the others' move left behind. */
  readonly othersMoved: () => Promise<unknown>
}

/** Checks what every job owes its other cases: they moved, the broken one is set aside, and it moves once it is whole and its time has come. */
async function movesAllButOne({ caseId, run, othersMoved, ...row }: Broken): Promise<void> {
  const mend = await breakRow(room.db.owner, row)
  await expect(run()).rejects.toThrow('1 cases failed')
  await othersMoved()
  const stuck = { case_id: caseId, failures: 1, error: expect.stringContaining('this row is broken') }
  expect(await stuckCases(room.db.query, 10)).toMatchObject([stuck])
  await mend()
  expect(await run()).toBe(0)
  room.clock.advance(5_000)
  expect(await run()).toBeGreaterThan(0)
  expect(await stuckCases(room.db.query, 10)).toEqual([])
}

/** Somebody with a row among the customers. */
async function person(): Promise<string> {
  const id = await room.customer()
  await withClient(room.db.owner, (client) =>
    client.query(
      `INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, invite_code, created_at)
       VALUES ($1::uuid, $1::text, $1::text, $1::text, $1::text, 'x', 'en', $1::text, now())`,
      [id],
    ),
  )
  return id
}

const ids = () => [v7(), v7(), v7()].sort() as [string, string, string]

/** A trade of 50 000 USDT and its fee, now. */
async function trade(userId: string, feeMinor: bigint): Promise<void> {
  const id = v7()
  await room.db.pool.query(
    `INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage,
       open_price, margin, fee, swap, swapped_through, status, events, terms, created_at, opened_at)
     SELECT $1::uuid, coalesce(max(sequence), 0) + 1, $1::text, $1::uuid, $2::uuid, 'real', 'EURUSD', 'buy', 'market', 1, 10, 1, 5000000000, 0, 0, 0,
       'open', 1, '{"commissionRate":"0","swapLong":"0","swapShort":"0"}', $3::bigint, $3::bigint FROM orders_contracts`,
    [id, userId, room.clock.now()],
  )
  const customer = { class: 'customer', owner: userId, asset: 'USDT' } as const
  const fees = { class: 'fee-revenue', owner: house, asset: 'USDT' } as const
  await room.ledger.open([fees])
  const step = {
    do: 'transfer',
    kind: 'contract-commission',
    from: customer,
    to: fees,
    minor: feeMinor,
  } as const
  expect(await room.ledger.post({ id, reference: null, steps: [step] })).toMatchObject({ ok: true })
}

const rebates = () => ({
  ...room,
  newId: v7,
  parameters: {
    value: async () => [{ volume: '50000', rebate: '0.1' }],
    valueAt: async () => [{ volume: '50000', rebate: '0.1' }],
  },
})
const commissions = () => ({
  ...room,
  newId: v7,
  customers: {
    byId: () => Promise.reject(new Error('nobody is asked here')),
    idOfCode: async () => null,
    namesOf: async () => new Map(),
  },
  paidFees: paidTradingFees,
  rebatesOwedUntil: (now: number) => rebatesOwedUntil(room.db, now),
  owedRebatesOf,
  notices: { keep: async () => undefined, push: async () => undefined },
})
const invite = (inviterId: string, userId: string) =>
  room.db.transaction(async (tx) => {
    const now = BigInt(room.clock.now())
    const id = v7()
    const friend = { id, user_id: userId, inviter_id: inviterId, fee_share: rate('0.1') }
    await addFriend(tx, { ...friend, joined_at: now, until_at: now + 365n * 86_400_000n, looked_through: 0n })
    return id
  })
const paidOf = async (table: 'orders_fee_rebates' | 'invites_commissions') => {
  const { rows } = await room.db.pool.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`)
  return Number(rows[0]?.count)
}

test('pay-fee-rebates: one rebate that cannot be paid holds up neither other customers, nor later days, nor inviters', async () => {
  const [inviter, ...friends] = await Promise.all([
    room.customer(),
    room.customer(0n, 100n),
    room.customer(0n, 100n),
  ])
  const [broken = '', fine = ''] = friends
  for (const friend of friends) await invite(inviter, friend)
  for (const friend of friends) await trade(friend, 1_000_000n)
  room.clock.advance(dayMs)
  const first = new Date(room.clock.now()).toISOString().slice(0, 10)
  for (const friend of friends) await trade(friend, 1_000_000n)
  room.clock.advance(dayMs)
  await trade(fine, 1_000_000n)
  room.clock.advance(dayMs)
  await movesAllButOne({
    table: 'orders_fee_rebates',
    column: 'user_id',
    value: broken,
    caseId: `${first}/${broken}`,
    run: () => payFeeRebates(rebates()),
    othersMoved: async () => {
      expect(await paidOf('orders_fee_rebates')).toBe(2)
      // What is still owed the operator cannot take out.
      expect(await unpaidFees(room.db.query, room.clock.now())).toBe(3_000_000n)
      expect(await payCommissions(commissions())).toBe(1)
    },
  })
  expect(await unpaidFees(room.db.query, room.clock.now())).toBe(1_000_000n)
  // Now it is the broken one's turn, of what is left after its rebate.
  expect(await payCommissions(commissions())).toBe(1)
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
  const [broken = ''] = await Promise.all(friends.map((friend) => invite(inviter, friend)))
  for (const friend of friends) await trade(friend, 1_000_000n)
  room.clock.advance(2 * dayMs)
  const free = { ...rebates(), parameters: { value: async () => [], valueAt: async () => [] } }
  expect(await payFeeRebates(free)).toBe(0)
  await movesAllButOne({
    table: 'invites_commissions',
    column: 'friend_id',
    value: broken,
    caseId: broken,
    run: () => payCommissions(commissions()),
    othersMoved: async () => expect(await paidOf('invites_commissions')).toBe(2),
  })
})

const audit = () => createAudit(room.clock)
async function twoOperators(): Promise<readonly [string, string]> {
  const deps = {
    db: room.db,
    clock: room.clock,
    audit: audit(),
    identity: identityParts,
    secrets: someSecrets,
    actor: 'command-line',
  }
  const made: string[] = []
  for (const name of ['ada', 'ben']) {
    const email = `${name}@candor.example`
    const one = await addOperator(deps, { email, role: 'admin', password: 'a long and plain phrase' })
    if ('refused' in one) throw new Error(one.refused)
    made.push(one.id)
  }
  return [made[0] ?? '', made[1] ?? '']
}

test('lapse-proposals: one proposal that cannot lapse keeps no other from lapsing', async () => {
  const [proposedBy] = await twoOperators()
  const all = ids()
  const at = new Date(room.clock.now())
  const expiresAt = new Date(room.clock.now() + dayMs)
  for (const id of all)
    await room.db.transaction((tx) =>
      addProposal(tx, { id, kind: 'test', payload: {}, summary: '', reason: 'x', proposedBy, at, expiresAt }),
    )
  room.clock.advance(2 * dayMs)
  const parts = {
    ...room,
    audit: audit(),
    transaction: room.db.transaction,
    hashOf: () => '',
    spending: room,
  }
  const proposals = new Proposals(parts)
  await movesAllButOne({
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
  const [proposedBy, approvedBy] = await twoOperators()
  const people = { proposedBy, approvedBy } as Parameters<typeof addInvitation>[3]
  const mails: Message[] = []
  let consoleUrl: string | null = null
  const deps = {
    ...room,
    audit: audit(),
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
  await movesAllButOne({
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
  const [proposedBy, approvedBy] = await twoOperators()
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
  const parts = { db: room.db, clock: room.clock, parameters: room.parameters, console: { audit: audit() } }
  const deadline = async () => String(await room.parameters.value('withdrawal.deadlineHours'))
  const before = await deadline()
  await movesAllButOne({
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
  await movesAllButOne({
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
  const all = ids()
  const as = await person()
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
  await movesAllButOne({
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
  const store = new FolderStore(`${tmpdir()}/candor-sweep-${randomUUID()}`)
  const files = new Files({ ...room, store } as unknown as ConstructorParameters<typeof Files>[0])
  const [all, as] = [ids(), await person()]
  await room.db.pool.query("INSERT INTO files_keys (user_id, wrapped, created_at) VALUES ($1, 'x', now())", [
    as,
  ])
  for (const id of all)
    await room.db.query
      .insertInto('files_files')
      .values({
        ...{
          id,
          user_id: as,
          purpose: 'kyc',
          given: 'jpeg',
          kept: 'jpeg',
          width: 400,
          height: 400,
          bytes: 1,
        },
        created_at: new Date(room.clock.now()),
        removed_at: new Date(room.clock.now()),
      })
      .execute()
  await movesAllButOne({
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
