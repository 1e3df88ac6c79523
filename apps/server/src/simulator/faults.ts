import type { World } from './world.ts'

const hour = 3_600_000

/** How a seed's surroundings misbehave; about half of the seeds run on surroundings that work. */
export function plantFaults(world: World): void {
  const { chance, driver } = world
  const { statements } = driver
  if (chance.happens(0.5)) return
  world.faulty = true
  const own = chance.fork()
  const often = own.pick([0.002, 0.006])
  statements.fateOf = (text, owner) => {
    if (owner === null || !own.happens(often) || !world.acting) return 'carried out'
    if (/^(BEGIN|ROLLBACK|LISTEN)/i.test(text)) return 'carried out'
    return own.happens(0.6) ? 'lost' : 'cut'
  }
}

/** Something that happens to the whole installation. */
export async function happening(world: World): Promise<void> {
  const { chance } = world
  if (chance.happens(0.012))
    await world.passTimeLong(chance.pick([60_000, hour, 9 * hour, 25 * hour, 72 * hour]))
  if (world.faulty && chance.happens(0.01)) {
    world.say('the server is killed and another takes its place')
    await world.kill(world.platform)
    await world.openServer()
  }
  if (!world.faulty && chance.happens(0.004)) {
    world.say('the server is stopped in order and started again')
    await world.restart()
  }
}
