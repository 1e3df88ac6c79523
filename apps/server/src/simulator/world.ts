import type { CallName, OpsCallName } from '@candor/contract'
import type { Operator } from '../back-office/operators/operator.ts'
import type { LossyNetwork } from '../platform/bus/lossy-network.ts'
import { configOf } from './base.ts'
import { type Customer, newCustomer } from './customers/customer.ts'
import { operators, people } from './customers/people.ts'
import type { Driver } from './driver.ts'
import { appliedSplits, listOffers, type OfferedWork } from './offers.ts'
import { openPlatform, type Platform } from './platform.ts'
import type { CallOptions, ClientResponse } from './platform-calls.ts'
import { followResponse, type RequestRecord } from './request-record.ts'
import { Chance } from './surroundings/chance.ts'
import type { Cluster } from './surroundings/cluster.ts'
import type { Incarnation } from './surroundings/incarnations.ts'
import { Market } from './surroundings/market.ts'
import { outsideWork } from './surroundings/outside-work.ts'
import type { SimulatedChain } from './surroundings/simulated-chain.ts'
import { type Theme, themeOf } from './theme.ts'

export interface WorldOptions {
  readonly cluster: Cluster
  readonly driver: Driver
  readonly seed: number
  readonly chance: Chance
  readonly database: string
  /** Few steps see every kind of fault, in turn. */
  readonly tour: boolean
  readonly print: ((line: string) => void) | null
}

/** No request may take longer than this, in virtual time: every wait of the server is shorter. */
const longestResponseMs = 120_000
const longestFires = 4_000

/** One seed's installation: its database, its servers, its customers, its market. */
export class World {
  readonly parts: WorldOptions
  readonly market: Market
  readonly customers: readonly Customer[]
  readonly requests: RequestRecord[] = []
  readonly findings: string[] = []
  platforms: Platform[] = []
  step = 0
  /** Between the servers of this installation; null where there is one. */
  network: LossyNetwork | null = null
  /** Difference of the machines' clocks from the true time. */
  clockOffsetMs = 0
  /** The latest time the clocks showed before they were set. */
  latest = 0
  /** Time that they went through more than once, because they were set back. */
  repeatedMs = 0
  /** Bitcoin's chain as this installation's node shows it; null: it has no node. */
  chain: SimulatedChain | null = null
  /** The part of the business that is busiest in this seed; null: none. */
  readonly theme: Theme | null
  /** Connections of each server; few of them are soon all taken. */
  connections = 20
  /** Connections are cut and servers killed in this seed. */
  faulty = false
  /** Customers and operators act now: what is cut is theirs. */
  acting = false
  /** Server whose last batch of trading was not answered yet: it sends it again. */
  unansweredBatchOf: Incarnation | null = null
  checkedThrough = 0n
  /** Moment people began to act in this step: the ledger's newest entry, the time, and the debts of positions by owner and mode. */
  actedFrom = { seq: 0n, at: 0, owed: new Map<string, bigint>() }
  checkedRequests = 0
  readonly responseIdsByKey = new Map<string, string>()
  /** Operators of this installation, those who left included, each in the role they had when the step began. */
  operators: readonly Operator[] = operators
  products: readonly string[] = []
  works: readonly OfferedWork[] = []
  /** The last time a server was opened, and the last such that was checked: an engine may not have heard every market yet. */
  openedAt = 0
  startChecked = 0
  /** Times at which servers were killed: what they had heard and not yet written down is lost. */
  readonly kills: number[] = []
  private lives = 0
  private readonly unsent: (() => void)[] = []

  constructor(parts: WorldOptions) {
    this.parts = parts
    this.theme = parts.tour ? null : themeOf(parts.seed)
    this.market = new Market(
      { prices: parts.chance.fork(), silence: new Chance(~parts.seed) },
      () => this.now,
      () => this.platforms,
    )
    this.customers = people.map(newCustomer)
  }

  get driver(): Driver {
    return this.parts.driver
  }

  /** By the servers' clock. */
  get now(): number {
    return this.driver.time.now() + this.clockOffsetMs
  }

  get chance(): Chance {
    return this.parts.chance
  }

  /** The server that this request reaches: any of those alive. */
  get platform(): Platform {
    const [first] = this.platforms
    if (first === undefined) throw new Error('no server is alive')
    return this.platforms.length === 1 ? first : this.chance.pick(this.platforms)
  }

  /** True when one server leads both prices and decisions, so that it receives every quote. */
  get isTogether(): boolean {
    return this.platforms.some((one) => one.leadsFeeds() && one.leadsEngine())
  }

  log(line: string): void {
    this.parts.print?.(`${String(this.step).padStart(4)} ${line}`)
  }

  reportFinding(finding: string): void {
    this.findings.push(`step ${this.step}: ${finding}`)
    this.log(`FOUND ${finding}`)
  }

  /** Opens a server on the seed's database; statements pass in seeded order meanwhile. */
  async openServer(): Promise<void> {
    const { cluster, database } = this.parts
    const name = `server ${++this.lives}`
    const esploraUrl = this.chain?.url ?? null
    const opening = openPlatform({
      name,
      config: { ...configOf(cluster.dataDir, false), esploraUrl },
      database: { ...cluster.as('app', database), max: this.connections },
      clockOffsetMs: this.clockOffsetMs,
      wire: this.network?.wire() ?? null,
    })
    const platform = await this.driver.awaited(opening, name)
    this.platforms.push(platform)
    this.openedAt = this.now
    if (platform.leadsFeeds()) this.market.warmAfterStart()
    await this.driver.settle()
  }

  /** The server's machine dies: nothing of it runs on, its sessions end. */
  async kill(platform: Platform): Promise<void> {
    platform.incarnation.dead = true
    platform.tearOut()
    this.kills.push(this.now)
    this.platforms = this.platforms.filter((one) => one !== platform)
    for (const record of this.requests) if (record.response === null) record.abandoned = true
    await this.driver.statements.endSessionsOf(platform.incarnation)
  }

  /** Stops a server in order, and opens another on what it left. */
  async restart(downMs = 0): Promise<void> {
    const before = this.platform
    this.log(`${before.incarnation.name} is stopped in order and another started`)
    await this.driver.awaited(before.stop(), `${before.incarnation.name} to stop`)
    this.platforms = this.platforms.filter((one) => one !== before)
    if (downMs > 0) {
      this.log(`no server runs for ${downMs / 60_000} minutes`)
      await this.passTime(downMs)
    }
    await this.openServer()
  }

  /** Reads the products and works on sale, as a visitor sees them. */
  async learn(): Promise<void> {
    const { products, works } = await listOffers((name, input) =>
      this.driver.awaited(this.platform.call(name, input, { as: '', mode: 'real' }), name),
    )
    this.products = products
    this.works = works
  }

  /** Prepares a customer's request; `finish` sends it. */
  call(customer: Customer, name: CallName, input: object, options: Omit<CallOptions, 'as'>): RequestRecord {
    const full = { as: customer.person.id, key: this.chance.uuid(), ...options }
    const record = this.keep(customer.person.name, name, input, full)
    const { platform } = this
    this.unsent.push(() => followResponse(record, platform.call(name, input, full), this))
    return record
  }

  /** `null`: a visitor of the console. */
  callOps(operator: Operator | null, name: OpsCallName, input: object): RequestRecord {
    const record = this.keep(operator?.email ?? 'a visitor', name, input, null)
    const { platform } = this
    this.unsent.push(() => followResponse(record, platform.callOps(name, input, operator), this))
    return record
  }

  /** An operator's call, awaited. */
  async opsResponse(
    operator: Operator | null,
    name: OpsCallName,
    input: object,
  ): Promise<ClientResponse | null> {
    const record = this.callOps(operator, name, input)
    await this.finish()
    return record.response
  }

  /** Sends the requests that were asked for, and lets them come as far as they can without time. */
  async send(): Promise<void> {
    // Each comes as far as it can by itself before the next sets out: which is ahead must not depend on the machine.
    for (const send of this.unsent.splice(0)) {
      send()
      await this.driver.rest()
    }
    await this.driver.settle()
  }

  /** Sends them, and lets time pass until all under way are answered. */
  async finish(): Promise<void> {
    await this.send()
    const until = this.driver.time.now() + longestResponseMs
    for (let fires = 0; this.underWay().length > 0; fires++) {
      if (fires > longestFires || !this.driver.time.fireNext(until)) return this.foundHang()
      await this.driver.settle()
    }
  }

  /** Time passes; what is due meanwhile happens late, as on a machine that was busy, each thing once, until it is enough. */
  async passTime(ms: number, isEnough = () => false): Promise<void> {
    const { time } = this.driver
    const until = time.now() + ms
    time.jump(until)
    // Usually one job after the other; sometimes all that is due at once.
    const together = this.chance.happens(0.1)
    for (let fires = 0; fires < 200 && !isEnough() && time.fireNext(until); fires++)
      if (!together) await this.driver.settle()
    await this.driver.settle()
  }

  /** A killed server took the quotes of its last second with it; a receipt says so (ADR-172). */
  isLostInKill(finding: string): boolean {
    return this.kills.length > 0 && finding.includes(' are not shown: ')
  }

  /** From now on nothing fails. */
  calm(): void {
    this.driver.statements.faultFor = () => 'carried out'
    outsideWork.refuses = () => false
    if (this.chain !== null) this.chain.away = false
  }

  /** The machines' clocks are set. */
  jumpClock(ms: number): void {
    this.log(`the clocks are set ${ms} ms on`)
    this.latest = Math.max(this.latest, this.now)
    this.clockOffsetMs += ms
    this.repeatedMs += Math.max(0, -ms)
    for (const platform of this.platforms) platform.setClock(this.clockOffsetMs)
  }

  /** Every market moves on; a split that took effect meanwhile is the source's too. */
  async moveMarket(): Promise<void> {
    const splits = await appliedSplits(this.driver.statements)
    for (const { id, code, fresh, old } of splits) this.market.rescale(id, code, BigInt(fresh), BigInt(old))
    this.market.step()
    await this.driver.settle()
  }

  underWay(): RequestRecord[] {
    return this.requests.filter(({ response, abandoned }) => response === null && !abandoned)
  }

  private foundHang(): void {
    for (const record of this.underWay()) {
      record.abandoned = true
      this.reportFinding(`no answer: ${record.caller} ${record.call} ${JSON.stringify(record.input)}`)
    }
  }

  private keep(
    caller: string,
    call: RequestRecord['call'],
    input: object,
    options: CallOptions | null,
  ): RequestRecord {
    const number = this.requests.length + 1
    const record: RequestRecord = {
      number,
      step: this.step,
      at: this.now,
      caller,
      call,
      input,
      options,
      response: null,
      abandoned: false,
    }
    this.requests.push(record)
    this.log(`#${number} ${caller} ${call} ${options?.mode ?? ''} ${JSON.stringify(input)}`)
    return record
  }
}
