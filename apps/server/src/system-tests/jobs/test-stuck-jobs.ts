import { rate } from '@candor/money'
import { expect } from 'vitest'
import { identityProofs } from '../../accounts/identity-proofs.ts'
import { addOperator } from '../../back-office/operators/people/add-operator.ts'
import { addFriend } from '../../invites/invites-store.ts'
import { house } from '../../ledger/ledger.ts'
import { paidTradingFees } from '../../ledger/reports/paid-fees.ts'
import { breakRow } from '../../platform/database/temporary/test-broken-row.ts'
import { stuckCases } from '../../platform/jobs/stuck-cases-store.ts'
import { someSecrets } from '../../platform/keys/test-secrets.ts'
import { newId } from '../../platform/new-id.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import type { ModuleFixture } from '../../testing/module-fixture.ts'
import { owedRebatesOf, rebatesOwedUntil } from '../../trading/fees/fee-rebates-store.ts'

interface Broken {
  readonly table: string
  readonly column?: string
  readonly value: string
  readonly caseId: string
  readonly run: () => Promise<number>
  /** Finds what the others' move left behind. */
  readonly othersMoved: () => Promise<unknown>
}

/** Checks what every job owes its other cases: they move, the broken one is set aside, and it moves once it is repaired and due. */
export async function expectAllButOneMoved(
  fixture: ModuleFixture,
  { caseId, run, othersMoved, ...row }: Broken,
): Promise<void> {
  const mend = await breakRow(fixture.db.owner, row)
  await expect(run()).rejects.toThrow('1 cases failed')
  await othersMoved()
  const stuck = { case_id: caseId, failures: 1, error: expect.stringContaining('this row is broken') }
  expect(await stuckCases(fixture.db.query, 10)).toMatchObject([stuck])
  await mend()
  expect(await run()).toBe(0)
  fixture.clock.advance(5_000)
  expect(await run()).toBeGreaterThan(0)
  expect(await stuckCases(fixture.db.query, 10)).toEqual([])
}

export const threeIds = () => [newId(), newId(), newId()].sort() as [string, string, string]

/** A trade of 50 000 USDT and its fee, now. */
export async function trade(fixture: ModuleFixture, userId: string, feeMinor: bigint): Promise<void> {
  const id = newId()
  await fixture.db.pool.query(
    `INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage,
       open_price, margin, fee, swap, swapped_through, status, events, terms, created_at, opened_at)
     SELECT $1::uuid, coalesce(max(sequence), 0) + 1, $1::text, $1::uuid, $2::uuid, 'real', 'EURUSD', 'buy', 'market', 1, 10, 1, 5000000000, 0, 0, 0,
       'open', 1, '{"commissionRate":"0","swapLong":"0","swapShort":"0"}', $3::bigint, $3::bigint FROM orders_contracts`,
    [id, userId, fixture.clock.now()],
  )
  const customer = { class: 'customer', owner: userId, asset: 'USDT' } as const
  const fees = { class: 'fee-revenue', owner: house, asset: 'USDT' } as const
  await fixture.ledger.open([fees])
  const step = {
    do: 'transfer',
    kind: 'contract-commission',
    from: customer,
    to: fees,
    minor: feeMinor,
  } as const
  expect(await fixture.ledger.post({ id, reference: null, steps: [step] })).toMatchObject({ ok: true })
}

/** Parts of the rebates' job: a tenth of the fees back from 50 000 USDT on. */
export const rebates = (fixture: ModuleFixture) => ({
  ...fixture,
  newId,
  parameters: {
    value: async () => [{ volume: '50000', rebate: '0.1' }],
    valueAt: async () => [{ volume: '50000', rebate: '0.1' }],
  },
})

/** Parts of the job that pays inviters their share. */
export const commissions = (fixture: ModuleFixture) => ({
  ...fixture,
  newId,
  customers: {
    byId: () => Promise.reject(new Error('nobody is asked here')),
    idOfCode: async () => null,
    namesOf: async () => new Map(),
  },
  paidFees: paidTradingFees,
  rebatesOwedUntil: (now: number) => rebatesOwedUntil(fixture.db, now),
  owedRebatesOf,
  notices: { keep: async () => undefined, push: async () => undefined },
})

export const invite = (fixture: ModuleFixture, inviterId: string, userId: string) =>
  fixture.db.transaction(async (tx) => {
    const now = BigInt(fixture.clock.now())
    const id = newId()
    const friend = { id, user_id: userId, inviter_id: inviterId, fee_share: rate('0.1') }
    await addFriend(tx, { ...friend, joined_at: now, until_at: now + 365n * 86_400_000n, looked_through: 0n })
    return id
  })

/** Counts the rebates or commissions that were paid. */
export async function paidOf(
  fixture: ModuleFixture,
  table: 'orders_fee_rebates' | 'invites_commissions',
): Promise<number> {
  const { rows } = await fixture.db.pool.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`)
  return Number(rows[0]?.count)
}

/** Two admins, by their ids. */
export async function twoOperators({ db, clock }: ModuleFixture): Promise<readonly [string, string]> {
  const accounts = {
    ...{ db, clock, audit: createAudit(clock) },
    identity: identityProofs,
    secrets: someSecrets,
  }
  const made: string[] = []
  for (const name of ['ada', 'ben']) {
    const email = `${name}@candor.example`
    const one = await addOperator(
      accounts,
      { email, role: 'admin', password: 'a long and plain phrase' },
      'command-line',
    )
    if ('refused' in one) throw new Error(one.refused)
    made.push(one.id)
  }
  return [made[0] ?? '', made[1] ?? '']
}
