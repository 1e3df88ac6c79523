import { DecisionChecks } from './checks/decision-checks.ts'
import { checkEnd } from './checks/end-checks.ts'
import { ExposureLimitChecks } from './checks/exposure-limit-checks.ts'
import { endHash } from './checks/hash.ts'
import { checkResponses, checkStep } from './checks/invariants.ts'
import { beginStep, checkMoney } from './checks/money-checks.ts'
import { checkStart } from './checks/start-checks.ts'
import { checkTrailing } from './checks/trailing-checks.ts'
import { actAsCustomer, remember } from './customers/customers.ts'
import { emptyOutbox } from './customers/mail-codes.ts'
import type { Driver } from './driver.ts'
import { actAsOperator } from './operators/operators.ts'
import { readOperators } from './operators/staff.ts'
import type { ClientResponse } from './platform-calls.ts'
import { Chance } from './surroundings/chance.ts'
import type { Cluster } from './surroundings/cluster.ts'
import { crowdOfTour, plantFaults, startAgain, startFaults } from './surroundings/faults.ts'
import { seedIds } from './surroundings/seeded-ids.ts'
import { customersShare, pausesOf, settleInto } from './theme-effects.ts'
import { World } from './world.ts'

export interface SeedRun {
  readonly seed: number
  readonly steps: number
  readonly findings: readonly string[]
  readonly hash: string
  readonly requests: number
  readonly accepted: number
  readonly statements: number
  /** Every answered request: the call and its code. */
  readonly responses: readonly (readonly [call: string, code: string])[]
}

export interface SeedOptions {
  readonly cluster: Cluster
  readonly driver: Driver
  readonly print: ((line: string) => void) | null
  readonly tour: boolean
}

/** Some Wednesday noon in New York; every seed begins within the ten days after it. */
export const beginning = Date.UTC(2026, 10, 18, 17)

/** One seed from its beginning to its end, on a database of its own. */
export async function runSeed(parts: SeedOptions, seed: number, steps: number): Promise<SeedRun> {
  const { cluster, driver } = parts
  const { time, statements } = driver
  const chance = new Chance(seed)
  const database = `simulator_seed_${seed}_${process.pid}`
  await cluster.clone(cluster.base, database)
  seedIds(seed)
  time.restart(beginning + chance.whole(0, 240) * 3_600_000)
  await statements.restart(chance.fork(), cluster.as('superuser', database))
  emptyOutbox(cluster.dataDir)
  const world = new World({ ...parts, seed, chance, database })
  try {
    await live(world, steps)
    const hash = await endHash(statements)
    return { ...counted(world), seed, steps: world.step - 1, findings: world.findings, hash }
  } finally {
    world.calm()
    for (const platform of [...world.platforms]) await world.kill(platform)
    await statements.restart(chance, null)
    await cluster.drop(database)
  }
}

async function live(world: World, steps: number): Promise<void> {
  plantFaults(world)
  settleInto(world)
  await world.openServer()
  if (world.network !== null) await world.openServer()
  await world.learn()
  const decisions = new DecisionChecks(world)
  const limits = new ExposureLimitChecks(world)
  for (world.step = 1; world.step <= steps && world.findings.length === 0; world.step++)
    await oneStep(world, decisions, limits)
  if (world.findings.length === 0) await checkEnd(world, decisions)
}

async function oneStep(world: World, decisions: DecisionChecks, limits: ExposureLimitChecks): Promise<void> {
  const { chance } = world
  await startFaults(world)
  await world.passTime(chance.pick(pausesOf(world)))
  await world.moveMarket()
  await beginStep(world)
  await readOperators(world)
  world.acting = true
  const from = world.requests.length
  // Now and then a crowd: more requests at once than there are connections.
  const isCrowd = world.parts.tour ? world.step === crowdOfTour : chance.happens(0.01)
  const actors = isCrowd ? chance.whole(15, 30) : chance.pick([1, 1, 2, 3])
  for (let n = 0; n < actors; n++)
    await (chance.happens(customersShare(world)) ? actAsCustomer(world) : actAsOperator(world))
  await world.finish()
  for (const record of world.requests.slice(from)) {
    await remember(world, record)
    await world.chain?.follow(world, record)
  }
  await world.finish()
  world.acting = false
  await startAgain(world)
  await checkStep(world, decisions)
  await limits.check()
  await checkMoney(world)
  await checkStart(world)
  await checkTrailing(world)
  checkResponses(world)
}

function counted(world: World): Pick<SeedRun, 'requests' | 'accepted' | 'statements' | 'responses'> {
  const responses = world.requests.map(({ call, response }) => [call, codeOf(response)] as const)
  const accepted = world.requests.filter(
    ({ response }) => response?.status === 200 && isDone(response.code),
  ).length
  return { requests: world.requests.length, accepted, statements: world.driver.statements.count, responses }
}

const codeOf = (response: ClientResponse | null): string =>
  response === null ? 'none' : response.status === 200 ? String(response.code) : `HTTP ${response.status}`

const isDone = (code: number) => code === 200 || (code > 20_000 && code < 20_010)
