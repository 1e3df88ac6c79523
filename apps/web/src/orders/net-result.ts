import { usdt, writeUsdt } from '@candor/money'

/** Result of a closed order and what it cost, in USDT as decimal texts. */
export interface ResultParts {
  /** Of the price alone. */
  readonly profit: string
  /** Commission of both sides, zero or more. */
  readonly fee: string
  /** Negative where nights were paid for. */
  readonly swap: string
  /** Received while it was open, negative where a short paid; the price fell by as much. */
  readonly dividend: string
  /** Received for the rest of a lot that splits left. */
  readonly cash: string
}

/** Returns the result after costs in USDT: profit − commission + swap + dividends + cash of splits. Exact. Source: rulebook, Contracts. */
export const netResult = ({ profit, fee, swap, dividend, cash }: ResultParts): string =>
  writeUsdt(usdt(profit).minus(usdt(fee)).plus(usdt(swap)).plus(usdt(dividend)).plus(usdt(cash)).minor)

type ContractEvent = Readonly<Record<string, unknown>>

interface ContractDocument {
  readonly order?: Readonly<Record<string, unknown>>
  readonly events?: readonly ContractEvent[]
}

/** Reads the parts of a contract's result from its receipt; null while it is open. */
export function resultParts(document: object): ResultParts | null {
  const { order = {}, events = [] } = document as ContractDocument
  const { profit, fee, swap } = order
  if (typeof profit !== 'string' || typeof fee !== 'string' || typeof swap !== 'string') return null
  // A split that leaves no lots ends the order: its cash is the profit.
  const ends = ({ kind, lots }: ContractEvent) => kind === 'split' && Number(lots) === 0
  return {
    ...{ profit, fee, swap },
    dividend: sumOf(events.map(({ dividend }) => dividend)),
    cash: sumOf(events.filter((event) => !ends(event)).map(({ cash }) => cash)),
  }
}

const sumOf = (amounts: readonly unknown[]): string =>
  writeUsdt(amounts.reduce<bigint>((sum, one) => (typeof one === 'string' ? sum + usdt(one).minor : sum), 0n))
