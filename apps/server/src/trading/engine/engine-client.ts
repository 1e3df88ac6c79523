import { type AccountMode, type CallName, type ContractOrder, calls, type Reserve } from '@candor/contract'
import type { Refused } from '@candor/rules'
import type { AccountFigures } from '../../accounts/accounts-ports.ts'
import type { AccountRef, Reservation } from '../../ledger/ledger.ts'
import type { ReservationEnd, ReservationResult, ReservesFunds } from '../../ledger/reserves-funds.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { refuseWithinTransaction } from '../../platform/database/within-transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers, IdempotencyContext } from '../../platform/http/handlers.ts'
import { routeTable } from '../../platform/http/route-table.ts'
import type { OpenResult } from '../equity/open-results.ts'
import type { OpenRisk, RequestedMoves } from '../risk/desk/open-risk.ts'

/** Calls of other modules to the engine, apart from its API calls and reservations. */
export interface EngineQueries {
  figures(userId: string, mode: AccountMode): Promise<AccountFigures>
  /** `[epoch ms, equity]`, oldest first. */
  equityHistory(userId: string, mode: AccountMode, days: number): Promise<[number, string][]>
  /** Unrealised results of the accounts that the engine has, with the balance they go with. */
  openResults(mode: AccountMode, userIds: readonly string[]): Promise<OpenResult[]>
  /** Orders as they are this moment, with the newest price and the result of closing at it. */
  contractsNow(ids: readonly string[]): Promise<ContractOrder[]>
  /** Closes what is open in the demo account; throws a refusal when one cannot be closed now. */
  closeDemoPositions(userId: string): Promise<void>
  /** The customer's own limit that forbids new risk now (trust T17). */
  ownLimit(userId: string, mode: AccountMode): Promise<Refused | null>
  /** Unrealised gains of all customers, against the operator's capital. */
  reserve(): Promise<Reserve>
  /** The operator's risk from all open real-money positions. */
  openRisk(moves: RequestedMoves): Promise<OpenRisk>
}

/** Reservations of free money as they travel between processes. */
export interface ReservationCalls {
  /** Promises free money to an outflow (`exact`: all of it or nothing), as `ReservesFunds` does; amounts as texts for the wire. */
  reserveFunds(userId: string, mode: AccountMode, minor: string, exact: boolean): Promise<FundsReply>
  /** Ends a promise. */
  settleFunds(reservation: ReservationText, end: ReservationEnd): Promise<void>
}

/** Calls of other modules to the engine, apart from its API calls. */
export interface EngineFigures extends EngineQueries, ReservationCalls {}

/** A reservation as it travels between processes. */
export interface ReservationText {
  readonly fence: string
  readonly number: string
  readonly account: AccountRef
  readonly minor: string
  readonly until: number
}

export type FundsReply =
  | { readonly granted: ReservationText }
  | Extract<ReservationResult, { short: unknown }>

/** The engine of this process, while it leads. */
export interface EngineService extends EngineFigures {
  readonly fence: bigint
  /** Handlers of the calls that its state in memory decides. */
  readonly handlers: Handlers
}

type AnyHandler = (input: unknown, caller: Caller, idempotency: IdempotencyContext | null) => Promise<unknown>

/** Access to the engine for the rest of the process: directly while this process leads, otherwise over the bus. */
export class EngineClient implements EngineQueries {
  /** Reserves the money of outflows. */
  readonly funds: ReservesFunds = {
    reserve: (userId, mode, minor) => this.reserveFunds(userId, mode, minor, true),
    reserveUpTo: (userId, mode, most) => this.reserveFunds(userId, mode, most, false),
    settle: async (reservation, end) => {
      await this.call('settleFunds', [toText(reservation), end])
    },
  }
  private readonly bus: Bus
  private here: EngineService | null = null

  constructor(bus: Bus) {
    this.bus = bus
  }

  /** Makes this process the leader: it now handles the calls of all others. */
  lead(service: EngineService): void {
    this.here = service
    this.bus.lead('engine', service.fence, (name, args) => dispatch(service, name, args))
  }

  /** True when an engine responds, in this process or another. */
  get reached(): boolean {
    return this.here !== null || this.bus.knowsLeader('engine')
  }

  figures(userId: string, mode: AccountMode): Promise<AccountFigures> {
    return this.call('figures', [userId, mode]) as Promise<AccountFigures>
  }

  equityHistory(userId: string, mode: AccountMode, days: number): Promise<[number, string][]> {
    return this.call('equityHistory', [userId, mode, days]) as Promise<[number, string][]>
  }

  openResults(mode: AccountMode, userIds: readonly string[]): Promise<OpenResult[]> {
    return this.call('openResults', [mode, userIds]) as Promise<OpenResult[]>
  }

  contractsNow(ids: readonly string[]): Promise<ContractOrder[]> {
    return this.call('contractsNow', [ids]) as Promise<ContractOrder[]>
  }

  async closeDemoPositions(userId: string): Promise<void> {
    await this.call('closeDemoPositions', [userId])
  }

  ownLimit(userId: string, mode: AccountMode): Promise<Refused | null> {
    return this.call('ownLimit', [userId, mode]) as Promise<Refused | null>
  }

  reserve(): Promise<Reserve> {
    return this.call('reserve', []) as Promise<Reserve>
  }

  openRisk(moves: RequestedMoves): Promise<OpenRisk> {
    return this.call('openRisk', [moves]) as Promise<OpenRisk>
  }

  private async reserveFunds(userId: string, mode: AccountMode, minor: bigint, exact: boolean) {
    const reply = (await this.call('reserveFunds', [userId, mode, minor.toString(), exact])) as FundsReply
    return 'granted' in reply ? { granted: fromText(reply.granted) } : reply
  }

  /** Returns handlers, which forward to the engine, for every call without a local handler. */
  forwardedHandlers(localHandlers: Handlers): Handlers {
    const names = routeTable.map(({ name }) => name).filter((name) => localHandlers[name] === undefined)
    this.refuseOrphans(names)
    return Object.fromEntries(names.map((name) => [name, this.handlerOf(name)]))
  }

  /** Checks that the engine handles every call it decides: a missing handler fails the start. */
  private refuseOrphans(names: readonly CallName[]): void {
    const orphans = names.filter((name) => this.here !== null && this.here.handlers[name] === undefined)
    if (orphans.length > 0) throw new Error(`no handler for ${orphans.join(', ')}`)
  }

  private handlerOf(name: CallName): AnyHandler {
    const { method } = calls[name]
    return async (input, caller, idempotency) => {
      refuseWithinTransaction('the engine')
      const { here } = this
      if (here !== null) return (here.handlers[name] as AnyHandler)(input, caller, idempotency)
      const repeatable = method === 'GET' || idempotency !== null
      return this.bus.call('engine', name, [input, caller, idempotency], { repeatable })
    }
  }

  private async call(name: keyof EngineFigures, args: readonly unknown[]): Promise<unknown> {
    refuseWithinTransaction('the engine')
    const { here } = this
    return here === null
      ? this.bus.call('engine', `.${name}`, args, { repeatable: true })
      : handleLocally(here, name, args)
  }
}

async function handleLocally(service: EngineService, name: keyof EngineFigures, args: readonly unknown[]) {
  if (name === 'reserve') return service.reserve()
  if (name === 'openRisk') return service.openRisk(...(args as Parameters<EngineFigures['openRisk']>))
  if (name === 'reserveFunds')
    return service.reserveFunds(...(args as Parameters<EngineFigures['reserveFunds']>))
  if (name === 'settleFunds')
    return service.settleFunds(...(args as Parameters<EngineFigures['settleFunds']>))
  if (name === 'openResults')
    return service.openResults(...(args as Parameters<EngineFigures['openResults']>))
  if (name === 'contractsNow')
    return service.contractsNow(...(args as Parameters<EngineFigures['contractsNow']>))
  const [userId, mode, days] = args as [string, AccountMode, number]
  if (name === 'equityHistory') return service.equityHistory(userId, mode, days)
  if (name === 'closeDemoPositions') return service.closeDemoPositions(userId)
  return service[name](userId, mode)
}

async function dispatch(service: EngineService, name: string, args: readonly unknown[]): Promise<unknown> {
  if (name.startsWith('.')) return handleLocally(service, name.slice(1) as keyof EngineFigures, args)
  const handler = service.handlers[name as CallName] as AnyHandler | undefined
  if (handler === undefined)
    throw new Error(`the engine has no call ${name}: do all processes run one release?`)
  const [input, caller, idempotency] = args as [unknown, Caller, IdempotencyContext | null]
  return handler(input, caller, idempotency)
}

const toText = ({ fence, number, minor, ...rest }: Reservation): ReservationText => ({
  ...rest,
  fence: fence.toString(),
  number: number.toString(),
  minor: minor.toString(),
})

export const fromText = ({ fence, number, minor, ...rest }: ReservationText): Reservation => ({
  ...rest,
  fence: BigInt(fence),
  number: BigInt(number),
  minor: BigInt(minor),
})

/** The engine's side of `reserveFunds` and `settleFunds`. */
export const fundsByText = (funds: ReservesFunds): ReservationCalls => ({
  reserveFunds: async (userId, mode, minor, exact) => {
    const reply = exact
      ? await funds.reserve(userId, mode, BigInt(minor))
      : await funds.reserveUpTo(userId, mode, BigInt(minor))
    return 'granted' in reply ? { granted: toText(reply.granted) } : reply
  },
  settleFunds: (reservation, end) => funds.settle(fromText(reservation), end),
})
