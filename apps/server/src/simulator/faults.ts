import { LossyNetwork } from '../bus/lossy-network.ts'
import { crashes, endsOnPurpose } from './crashes.ts'
import { outsideWork } from './outside-work.ts'
import { SimulatedChain } from './simulated-chain.ts'
import type { World } from './world.ts'

const hour = 3_600_000

/** How a seed's surroundings misbehave; about half of the seeds run on surroundings that work. */
export function plantFaults(world: World): void {
  const { chance } = world
  if (chance.happens(0.5)) world.chain = new SimulatedChain(() => world.driver.time.now())
  if (chance.happens(0.5)) return
  world.faulty = true
  cutConnections(world)
  if (chance.happens(0.4)) connectServers(world)
  if (chance.happens(0.3)) world.connections = chance.pick([4, 6])
}

/** Statements are lost on their way, or their answers are. */
function cutConnections(world: World): void {
  const own = world.chance.fork()
  const often = own.pick([0, 0.002, 0.006])
  world.driver.statements.fateOf = (text, owner) => {
    if (owner === null || !own.happens(often) || !world.acting) return 'carried out'
    if (/^(BEGIN|ROLLBACK|LISTEN)/i.test(text)) return 'carried out'
    return own.happens(0.6) ? 'lost' : 'cut'
  }
}

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
export async function happening(world: World): Promise<void> {
  const { chance } = world
  if (chance.happens(0.012))
    await world.passTimeLong(chance.pick([60_000, hour, 9 * hour, 25 * hour, 72 * hour]))
  if (world.faulty && chance.happens(0.01)) {
    const { platform } = world
    world.say(`${platform.incarnation.name} is killed and another takes its place`)
    await world.kill(platform)
    await world.openServer()
  }
  if (world.faulty && chance.happens(0.02)) somethingAway(world)
  if (world.faulty && chance.happens(0.01))
    world.jumpClock(chance.pick([-40_000, -3_000, -5, 1_000, 30_000, 600_000]))
  if (!world.faulty && chance.happens(0.004)) await world.restart()
}

/** The mail server or the chain's node does not answer, or answers again. */
function somethingAway({ chance, chain }: World): void {
  const mailAway = chance.happens(0.5)
  outsideWork.refuses = (path) => mailAway && path.includes('outbox')
  if (chain !== null) chain.away = chance.happens(0.5)
}

/** A server whose lead another took ends itself, and is started again. */
export async function startAgain(world: World): Promise<void> {
  for (const crash of crashes.filter(endsOnPurpose)) {
    crashes.splice(crashes.indexOf(crash), 1)
    const platform = world.platforms.find(({ incarnation }) => incarnation === crash.owner)
    if (platform === undefined) continue
    world.say(`${platform.incarnation.name} lost the lead, ends and is started again`)
    await world.kill(platform)
    await world.openServer()
  }
}
