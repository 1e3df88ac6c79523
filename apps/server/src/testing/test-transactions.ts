import { randomUUID } from 'node:crypto'
import type { HitExplanation, MonitoringRuleData } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import { monitoredTransactions } from '../funding/monitored-transactions.ts'
import type { Database } from '../platform/database/database.ts'
import { tradedWithin } from '../trading/statistics/traded-by-day.ts'
import type { NewEvent } from '../transaction-monitoring/monitoring-ports.ts'
import { transactionMonitoringModule } from '../transaction-monitoring/transaction-monitoring.module.ts'
import type { TestApp } from './test-client.ts'
import { testContext } from './test-context.ts'

/** Money of a test: the smallest units, and the worth of it. */
export interface TestMoney {
  readonly coin: AssetCode
  readonly minor: bigint
  readonly value: bigint | null
}

export const testAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Stores deposits, withdrawals and trades at chosen moments, and monitors them as the calls do. */
export class TestTransactions {
  private readonly db: Database
  private readonly opened: ReturnType<typeof transactionMonitoringModule.open>

  constructor(app: Pick<TestApp, 'db' | 'now'>) {
    this.db = app.db
    this.opened = transactionMonitoringModule.open(testContext(app), {
      transactions: monitoredTransactions,
      traded: tradedWithin,
      caseInHand: () => Promise.reject(new Error('no case is held here')),
    })
  }

  async deposit(userId: string, at: number, { coin, minor, value }: TestMoney): Promise<string> {
    const id = randomUUID()
    const hash = `0x${id.replaceAll('-', '').padStart(64, '0')}`
    const place = {
      network: coin === 'BTC' ? 'BTC' : 'ERC20',
      chain: coin === 'BTC' ? 'bitcoin' : 'ethereum',
    }
    await this.db.pool.query(
      `INSERT INTO funding_deposits (id, user_id, coin, network, chain, address, own_address, amount, value, hash, hash_last6,
         confirmations_needed, waits_for, created_at) VALUES ($1, $2, $3, $4, $5, $10, false, $6, $7, $8, right($8, 6), 1, 'review', $9)`,
      [id, userId, coin, place.network, place.chain, minor, value, hash, at, `to ${id}`],
    )
    await this.monitor({ kind: 'deposit', id, userId, requestedAt: at, stage: 'requested', at })
    return id
  }

  async credit(userId: string, id: string, at: number, minor: bigint): Promise<void> {
    const { rows } = await this.db.pool.query<{ created_at: bigint }>(
      `UPDATE funding_deposits SET status = 'approved', waits_for = NULL, credited = $2 WHERE id = $1 RETURNING created_at`,
      [id, minor],
    )
    await this.depositEvent(id, 'approved', at)
    const requestedAt = Number(rows[0]?.created_at)
    await this.monitor({ kind: 'deposit', id, userId, requestedAt, stage: 'credited', at })
  }

  async reject(id: string, at: number): Promise<void> {
    await this.db.pool.query(
      `UPDATE funding_deposits SET status = 'rejected', waits_for = NULL WHERE id = $1`,
      [id],
    )
    await this.depositEvent(id, 'rejected', at)
  }

  async withdraw(userId: string, at: number, { coin, minor, value }: TestMoney): Promise<string> {
    const id = randomUUID()
    await this.db.pool.query(
      `INSERT INTO funding_withdrawals (id, user_id, method, coin, network, address, amount, fee, received, value, reviewers,
         confirmations_needed, deadline_at, created_at) VALUES ($1, $2, 'coin', $3, $4, $5, $6, 0, $6, $7, 1, 1, $8::bigint + 1, $8)`,
      [id, userId, coin, coin === 'BTC' ? 'BTC' : 'ERC20', testAddress, minor, value, at],
    )
    await this.monitor({ kind: 'withdrawal', id, userId, requestedAt: at, stage: 'requested', at })
    return id
  }

  async cancel(id: string, at: number): Promise<void> {
    await this.db.pool.query(`UPDATE funding_withdrawals SET status = 'cancelled' WHERE id = $1`, [id])
    await this.db.pool.query(
      `INSERT INTO funding_withdrawal_events (withdrawal_id, status, at, decided_by) VALUES ($1, 'cancelled', $2, 'customer')`,
      [id, at],
    )
  }

  async addDestination(userId: string, at: number): Promise<void> {
    await this.db.pool.query(
      `INSERT INTO funding_payout_addresses (id, user_id, network, address, label, created_at, removed_at) VALUES (gen_random_uuid(), $1, 'ERC20', $2, '', $3, $3)`,
      [userId, testAddress, at],
    )
  }

  /** Opens a contract of this value at a leverage of ten. */
  async trade(userId: string, at: number, minor: bigint, mode: 'real' | 'demo' = 'real'): Promise<void> {
    await this.db.pool.query(
      `INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage,
         open_price, margin, fee, swap, swapped_through, status, events, terms, created_at, opened_at)
       SELECT $1::uuid, coalesce(max(sequence), 0) + 1, $1::text, $1::uuid, $2::uuid, $3, 'EURUSD', 'buy', 'market', 1, 10, 1, $4::bigint / 10, 0, 0, 0,
         'open', 1, '{"commissionRate":"0","swapLong":"0","swapShort":"0"}', $5::bigint, $5::bigint FROM orders_contracts`,
      [randomUUID(), userId, mode, minor, at],
    )
  }

  /** Puts a rule in force, as the product does with those it comes with. */
  async addRule(rule: MonitoringRuleData): Promise<string> {
    const id = randomUUID()
    await this.db.pool.query(
      `INSERT INTO monitoring_rules (id, version, rule, reason, changed_at) VALUES ($1, 1, $2, 'a test', 0)`,
      [id, JSON.stringify(rule)],
    )
    return id
  }

  /** Reads which transactions a rule hit, by kind and stage, with the figures. */
  async hitsOf(ruleId: string) {
    const { rows } = await this.db.pool.query<{
      transaction_id: string
      stage: string
      explanation: HitExplanation
    }>(
      `SELECT transaction_id, stage, explanation FROM monitoring_hits WHERE rule_id = $1 ORDER BY at, stage DESC`,
      [ruleId],
    )
    return rows
  }

  private depositEvent(id: string, status: 'approved' | 'rejected', at: number) {
    return this.db.pool.query(
      `INSERT INTO funding_deposit_events (deposit_id, status, at, decided_by, reason) VALUES ($1, $2::text, $3, 'a test', CASE WHEN $2::text = 'rejected' THEN 'x' END)`,
      [id, status, at],
    )
  }

  private async monitor(event: NewEvent): Promise<void> {
    const { monitor } = await this.opened
    await this.db.transaction((tx) => monitor(tx, event))
  }
}
