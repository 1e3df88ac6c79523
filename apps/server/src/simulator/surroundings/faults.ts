import { LossyNetwork } from '../../platform/bus/lossy-network.ts'
import { actAsCustomer, remember } from '../customers/customers.ts'
import { clockChance, killChances, lostBatches, nightChances, tradedCodes } from '../theme-effects.ts'
import type { World } from '../world.ts'
import { crashes, endsOnPurpose } from './crashes.ts'
import type { Incarnation } from './incarnations.ts'
import { outsideWork } from './outside-work.ts'
import { SimulatedChain } from './simulated-chain.ts'
import type { StatementFault } from './statements.ts'

const hour = 3_600_000

/** Plants the faults of a seed's surroundings; about half of the seeds have none. */
export function plantFaults(world: World): void {
  const { chance } = world
  if (world.parts.tour) {
    plantAll(world)
    return
  }
  if (chance.happens(0.5)) world.chain = new SimulatedChain(() => world.driver.time.now())
  if (chance.happens(0.5) && lostBatches(world) === 0) return
  world.faulty = true
  cutConnections(world)
  if (chance.happens(0.4)) connectServers(world)
  if (chance.happens(0.3)) world.connections = chance.pick([4, 6])
}

/** All of them at once, for a run of few steps. */
function plantAll(world: World): void {
  world.chain = new SimulatedChain(() => world.driver.time.now())
  world.faulty = true
  world.connections = 6
  cutConnections(world, [0.006])
  connectServers(world)
}

/** Statements are lost on their way, or their answers are. */
function cutConnections(world: World, shares: readonly number[] = [0, 0.002, 0.006]): void {
  const own = world.chance.fork()
  const often = own.pick(shares)
  const lost = lostBatches(world)
  const fateOf = (text: string, owner: Incarnation | null): StatementFault => {
    if (lost > 0 && isBatch(text) && own.happens(lost)) return 'lost'
    if (owner === null || !own.happens(often) || !world.acting) return 'carried out'
    if (/^(BEGIN|ROLLBACK|LISTEN)/i.test(text)) return 'carried out'
    return own.happens(0.6) ? 'lost' : 'cut'
  }
  world.driver.statements.faultFor = (text, owner) => {
    const fate = fateOf(text, owner)
    if (isBatch(text)) world.unansweredBatchOf = fate === 'carried out' ? null : owner
    return fate
  }
}

/** Recognises a batch of trading, which is sent again until its outcome is known. */
const isBatch = (text: string): boolean => text.includes('orders_commit')

/** Two servers, and between them a bus that loses, doubles and reorders. */
function connectServers(world: World): void {
  const own = world.chance.fork()
  const faults = own.pick([
    { lose: 0, double: 0, delayMs: 3 },
    { lose: 0.05, double: 0.1, delayMs: 30 },
    { lose: 0.2, double: 0.2, delayMs: 150 },
  ])
  world.network = new LossyNetwork(faults, () => own.unit())
}

/** Something that happens to the whole installation. */
export async function startFaults(world: World): Promise<void> {
  if (world.parts.tour) return tour[world.step]?.(world)
  const { chance } = world
  const { hours, restart, down } = nightChances(world)
  if (chance.happens(hours))
    await passTimeLong(world, chance.pick([60_000, hour, 9 * hour, 25 * hour, 72 * hour]))
  await killNow(world)
  if (world.faulty && chance.happens(0.05)) outageActive(world)
  if (world.faulty && chance.happens(clockChance(world)))
    world.jumpClock(chance.pick([-40_000, -3_000, -5, 1_000, 30_000, 600_000]))
  if (!world.faulty && chance.happens(restart))
    await world.restart(down === null ? 0 : chance.pick(down) * hour)
}

/** Further events of a run of few steps, by the step before which they happen. */
const tour: Readonly<Record<number, (world: World) => void | Promise<void>>> = {
  3: (world) => setOutages(world, { mail: true, chain: true }),
  6: (world) => setOutages(world, { mail: false, chain: false }),
  8: killAndOpen,
  11: (world) => world.jumpClock(30_000),
  13: (world) => passTimeLong(world, 25 * hour),
  15: (world) => world.jumpClock(-3_000),
  17: (world) => world.restart(),
}

/** A long time without anybody acting: nights, days, a weekend. */
async function passTimeLong(world: World, ms: number): Promise<void> {
  world.log(`${ms / 60_000} minutes pass`)
  const parts = 4
  for (let n = 0; n < parts; n++) {
    await world.passTime(Math.floor(ms / parts))
    await world.moveMarket()
  }
  world.market.warm()
  await world.driver.settle()
}

/** Before this step of a tour a crowd comes. */
export const crowdOfTour = 10

async function killNow(world: World): Promise<void> {
  const { chance } = world
  const { first, again } = killChances(world)
  if (first === 0 || !chance.happens(first)) return
  if (world.theme === 'takeovers') await passBusySecond(world)
  await killAndOpen(world)
  if (again > 0 && chance.happens(again)) await killAndOpen(world)
}

/** Long enough for an order to be written. */
const momentMs = 60

/**
 * Prices come and go and customers trade in the second after a server wrote down how far it came with the quotes. It cannot write that again,
 * and is killed when those quotes are stored: the next one carries them out, with orders that were set or changed among them.
 */
async function passBusySecond(world: World): Promise<void> {
  const { chance } = world
  const { statements } = world.driver
  const from = world.requests.length
  await passUntilSent(world, 'orders_quotes_taken')
  const { faultFor } = statements
  statements.faultFor = (text, owner) =>
    text.includes('orders_quotes_taken') ? 'cut' : faultFor(text, owner)
  for (let n = chance.whole(1, 3); n > 0; n--) {
    for (const code of tradedCodes(world)) world.market.spike(code, chance.pick([0.003, 0.008, 0.015]))
    await world.driver.settle()
    for (let actors = 3; actors > 0; actors--) await actAsCustomer(world)
    await world.send()
    await world.passTime(momentMs)
  }
  for (const record of world.requests.slice(from)) await remember(world, record)
  await passUntilSent(world, 'INTO markets_quote_ticks')
  statements.faultFor = faultFor
}

/** Lets a second pass, and of what is due then only what comes before a statement with this text, and that statement. */
async function passUntilSent(world: World, part: string): Promise<void> {
  const { statements } = world.driver
  const { onSent } = statements
  let sent = false
  statements.onSent = (text) => {
    onSent(text)
    sent ||= text.includes(part)
  }
  await world.passTime(1_000, () => sent)
  statements.onSent = onSent
}

async function killAndOpen(world: World): Promise<void> {
  const { platform } = world
  world.log(`${platform.incarnation.name} is killed and another takes its place`)
  await world.kill(platform)
  await world.openServer()
}

/** The mail server or the chain's node does not answer, or answers again. */
function outageActive(world: World): void {
  const mail = world.chance.happens(0.3)
  setOutages(world, { mail, chain: world.chain !== null && world.chance.happens(0.3) })
}

function setOutages(world: World, outages: { readonly mail: boolean; readonly chain: boolean }): void {
  outsideWork.refuses = (path) => outages.mail && path.includes('outbox')
  if (world.chain !== null) world.chain.away = outages.chain
}

/** A server whose lead another took ends itself, and is started again. */
export async function startAgain(world: World): Promise<void> {
  for (const crash of crashes.filter(endsOnPurpose)) {
    crashes.splice(crashes.indexOf(crash), 1)
    const platform = world.platforms.find(({ incarnation }) => incarnation === crash.owner)
    if (platform === undefined) continue
    world.log(`${platform.incarnation.name} lost the lead, ends and is started again`)
    await world.kill(platform)
    await world.openServer()
  }
}
