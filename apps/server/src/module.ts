import type { AccountMode, CallName, Calls, ClosureBlocker, OpsCalls } from '@candor/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { CaseKind } from './back-office/cases/case-kind.ts'
import type { AlertSource, WorkQueue } from './back-office/dashboard/work-queue.ts'
import type { Console, ConsoleRegistry } from './back-office/operators/console.ts'
import type { OpsHandlers, OpsHandlersOf } from './back-office/operators/ops-handlers.ts'
import type { Parameters } from './back-office/parameters/parameters.ts'
import type { ProposalKind } from './back-office/proposals/proposal-kind.ts'
import type { AccountRef, Ledger } from './ledger/ledger.ts'
import type { SpendOnce } from './ledger/spend-once.ts'
import type { CustomerNotices } from './notifications/customer-notices.ts'
import type { Clock } from './platform/clock.ts'
import type { Database, Tx } from './platform/database/database.ts'
import type { EmailOutbox } from './platform/email/letters.ts'
import type { VisitorLines } from './platform/http/files/fair-line.ts'
import type { Handlers, HandlersOf, RunOnce } from './platform/http/handlers.ts'
import { joinHandlers } from './platform/http/join-handlers.ts'
import type { Job } from './platform/jobs/timetable.ts'
import type { Json } from './platform/json.ts'
import type { AccountEvents } from './platform/websocket/account-events.ts'
import type { CustomerTables } from './proofs/export/customer-table.ts'
import type { ExportedCall } from './proofs/export/exported-call.ts'

/** Parts that every module gets. Anything else it needs is a port: a function of another module, which the composition passes in. */
export interface ServerContext {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly events: AccountEvents
  readonly runOnce: RunOnce
  readonly spendOnce: SpendOnce
  readonly parameters: Parameters
  readonly notices: CustomerNotices
  /** Letters about decisions, stored with the transaction that decides. */
  readonly letters: EmailOutbox
  /** The audit log, and proposals that a second person decides. */
  readonly console: Console
  readonly log: Logger
  readonly newId: () => string
  readonly sandbox: boolean
  /** This process does the work of jobs, from its start on. */
  readonly runsJobs: boolean
}

/** A module's side of the console. */
export interface BackOffice {
  readonly handlers?: OpsHandlers
  /** Each parses its own payload before anything else of it sees one. */
  readonly proposals?: readonly ProposalKind<Json>[]
  readonly cases?: readonly CaseKind[]
  /** Queues other than those of its cases, for the dashboard. */
  readonly queues?: readonly WorkQueue[]
  /** States that need an operator's attention, for the dashboard. */
  readonly alerts?: readonly AlertSource[]
}

/** A module's side of the console, with handlers of exactly these calls. */
export type BackOfficeOf<Of extends Partial<OpsCalls>> = BackOffice & { readonly handlers: OpsHandlersOf<Of> }

/** Names of a customer's account before it was erased. */
export interface FormerNames {
  readonly name: string
  readonly email: string
}

/** Contributions of an opened module. It can also offer functions, as ports of other modules. */
export interface OpenedModule {
  readonly handlers?: Handlers
  readonly backOffice?: BackOffice
  readonly jobs?: readonly Job[]
  /** Jobs of every process, in any role: they keep its memory up to date with what other processes write. */
  readonly followers?: readonly Job[]
  /** Registers pages other than the calls, in a process that serves calls: pictures, keys. One that reads rows waits among visitors’ calls. */
  readonly pages?: (app: FastifyInstance, lines: VisitorLines) => void
  /** The same at the console's address. */
  readonly consolePages?: (app: FastifyInstance) => void
  /** Registers the module's metrics. */
  readonly measure?: (registry: Registry) => void
  /** Reasons of this module against closing the customer's account, read within `tx`. */
  readonly closureBlockers?: (tx: Tx, userId: string) => Promise<readonly ClosureBlocker[]>
  /** Sums what a customer earned here since then and no position shows, in USDT's smallest unit. */
  readonly earnedSince?: (userId: string, mode: AccountMode, sinceMs: number) => Promise<bigint>
  /** Destroys what this module stores of a person whose account is being erased, as `customerTables` states. */
  readonly eraseCustomer?: (tx: Tx, userId: string, former: FormerNames) => Promise<void>
}

/** A table without calls. */
type NoCalls = Record<never, never>

/** Handlers that a module owes for the calls it declares: all of them and no others. */
type Handling<C extends Partial<Calls>, O extends Partial<OpsCalls>> = ([keyof C] extends [never]
  ? { readonly handlers?: never }
  : { readonly handlers: HandlersOf<C> }) &
  ([keyof O] extends [never]
    ? { readonly backOffice?: { readonly handlers?: never } }
    : { readonly backOffice: { readonly handlers: OpsHandlersOf<O> } })

/** Declaration of a capability: everything it offers, and by `Ports` everything it needs of others. */
export interface ServerModule<
  Ports,
  Opened extends OpenedModule,
  C extends Partial<Calls> = Partial<Calls>,
  O extends Partial<OpsCalls> = Partial<OpsCalls>,
> {
  /** The capability's name, as in every package. */
  readonly name: string
  /** Customers' calls it handles, from the contract. */
  readonly calls?: C
  /** Operators' calls it handles, from the contract. */
  readonly opsCalls?: O
  /** Its part of a customer's export: calls of its own, made in the customer's name. */
  readonly export?: readonly ExportedCall[]
  /** Its tables with rows about single customers: who exports them, and what an erasure leaves. */
  readonly customerTables?: CustomerTables
  /** The operator's own ledger accounts that it posts to, opened before anything else of it. */
  readonly accounts?: readonly AccountRef[]
  open(context: ServerContext, ports: Ports): Opened | Promise<Opened>
}

/** Declares a module. A handler that its calls lack, a handler or an export of any other call does not compile. */
export const defineModule = <
  Ports,
  Opened extends OpenedModule,
  C extends Partial<Calls> = NoCalls,
  O extends Partial<OpsCalls> = NoCalls,
>(
  module: ServerModule<Ports, Opened & Handling<NoInfer<C>, NoInfer<O>>, C, O> & {
    readonly export?: readonly ExportedCall<keyof NoInfer<C> & CallName>[]
  },
): ServerModule<Ports, Opened, C, O> => module

/** Opens modules one after the other, and collects their contributions. */
export class Modules {
  private readonly context: ServerContext
  private readonly console: ConsoleRegistry
  private readonly opened: OpenedModule[] = []
  private readonly exportParts: ExportedCall[] = []

  constructor(context: ServerContext, console: ConsoleRegistry) {
    this.context = context
    this.console = console
  }

  /** Opens a module: its accounts, itself, its side of the console, and then what fell due while the server was down. */
  async open<Ports, Opened extends OpenedModule>(
    module: ServerModule<Ports, Opened>,
    ports: Ports,
  ): Promise<Opened> {
    await this.context.ledger.open(module.accounts ?? [])
    this.exportParts.push(...(module.export ?? []))
    const opened = await module.open(this.context, ports)
    this.opened.push(opened)
    this.register(opened.backOffice ?? {})
    await this.catchUp(opened.jobs ?? [])
    return opened
  }

  private register({
    handlers = {},
    proposals = [],
    cases = [],
    queues = [],
    alerts = [],
  }: BackOffice): void {
    this.console.handle(handlers)
    for (const kind of proposals) this.console.registerProposalKind(kind)
    for (const kind of cases) this.console.registerCaseKind(kind)
    for (const queue of queues) this.console.registerQueue(queue)
    for (const source of alerts) this.console.registerAlerts(source)
  }

  private async catchUp(jobs: readonly Job[]): Promise<void> {
    const { log, runsJobs } = this.context
    if (!runsJobs) return
    // No cases: a module has a few jobs, and the timetable repeats each that failed.
    for (const { name, run } of jobs.filter(({ alsoAtStart }) => alsoAtStart === true))
      await run().catch((err: unknown) => log.error({ err, job: name }, 'a job failed before the start'))
  }

  /** Customers' calls of all modules opened so far. */
  get handlers(): Handlers {
    return joinHandlers(this.opened.map(({ handlers = {} }) => handlers))
  }

  get jobs(): readonly Job[] {
    return this.opened.flatMap(({ jobs = [] }) => jobs)
  }

  /** Jobs of every process, whichever roles it has. */
  get followers(): readonly Job[] {
    return this.opened.flatMap(({ followers = [] }) => followers)
  }

  pages(app: FastifyInstance, lines: VisitorLines): void {
    for (const { pages } of this.opened) pages?.(app, lines)
  }

  consolePages(app: FastifyInstance): void {
    for (const { consolePages } of this.opened) consolePages?.(app)
  }

  measure(registry: Registry): void {
    for (const { measure } of this.opened) measure?.(registry)
  }

  /** Parts of a customer's export of all modules opened so far. */
  get exported(): readonly ExportedCall[] {
    return this.exportParts
  }

  /** Reasons of the modules against closing a customer's account. */
  async closureBlockers(tx: Tx, userId: string): Promise<ClosureBlocker[]> {
    const found: ClosureBlocker[] = []
    for (const { closureBlockers } of this.opened)
      if (closureBlockers !== undefined) found.push(...(await closureBlockers(tx, userId)))
    return found
  }

  /** Sums what a customer earned in all modules since then, other than by positions. */
  async earnedSince(userId: string, mode: AccountMode, sinceMs: number): Promise<bigint> {
    let sum = 0n
    for (const { earnedSince } of this.opened) sum += (await earnedSince?.(userId, mode, sinceMs)) ?? 0n
    return sum
  }

  /** Destroys what the modules keep of a person, within `tx`. */
  async eraseCustomer(tx: Tx, userId: string, former: FormerNames): Promise<void> {
    for (const { eraseCustomer } of this.opened) await eraseCustomer?.(tx, userId, former)
  }
}
