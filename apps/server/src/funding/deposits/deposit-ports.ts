import type { AssetCode } from '@candor/money'
import type { CaseImage } from '../../back-office/cases/case-kind.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { MonitorTransaction } from '../../transaction-monitoring/monitoring-ports.ts'
import type { Chains } from '../chain/chain.ts'

/** Customers who deposit. */
export interface Depositors {
  of(userId: string): Promise<{ readonly frozen: boolean }>
  isVerified(userId: string): Promise<boolean>
  nameOf(userId: string, reader: Reader): Promise<string>
}

/** Uploaded pictures that prove a deposit. */
export interface DepositProofs {
  /** Claims a file that this customer uploaded as a deposit's proof; refuses any other. */
  claim(tx: Tx, userId: string, fileId: string): Promise<void>
  /** Reads a proof's picture, for the reviewer who has claimed the case. */
  read(fileId: string): Promise<CaseImage | null>
}

/** Applied to deposits when they are reported and credited. */
export interface DepositChecks {
  /** Values this amount of a coin now in USDT's smallest unit, rounded up; null: no price. */
  valueInUsdt(coin: AssetCode, minor: bigint): bigint | null
  readonly monitor: MonitorTransaction
}

/** Depositors, their proofs, and the nodes and prices that deposits are checked against. */
export interface DepositPorts {
  readonly depositors: Depositors
  readonly proofs: DepositProofs
  readonly chains: Chains
  readonly checks: DepositChecks
}
