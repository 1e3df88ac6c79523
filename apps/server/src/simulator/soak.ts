// `npm run soak:platform -- --seeds 10000`: runs seeds one after the other; ends with 1 when anything was wrong.
import './surroundings/watch-first.ts'
import { ensureBase } from './base.ts'
import { Driver } from './driver.ts'
import { print, readFlags } from './flags.ts'
import { beginning } from './run-seed.ts'
import { runSeeds } from './run-seeds.ts'
import { Chance } from './surroundings/chance.ts'
import { startCluster } from './surroundings/cluster.ts'
import { catchCrashes } from './surroundings/crashes.ts'
import { installSeededIds, seedIds } from './surroundings/seeded-ids.ts'
import { installChain } from './surroundings/simulated-chain.ts'
import { Statements } from './surroundings/statements.ts'
import { VirtualTime } from './surroundings/virtual-time.ts'

const flags = readFlags(process.argv.slice(2))
const cluster = await startCluster(flags.postgres, flags.base)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void cluster.stop().finally(() => process.exit(130)))
// From here on the process's time, chance and statements are the simulator's.
const time = new VirtualTime(beginning)
const statements = new Statements(new Chance(0))
time.install()
installSeededIds()
seedIds(0)
statements.install()
catchCrashes()
installChain()
const driver = new Driver(time, statements)
await ensureBase(cluster, driver, beginning)
if (flags.trace) statements.onSent = (text) => print(`     ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
let failed: number | null = null
try {
  failed = await runSeeds({ cluster, driver, print: flags.print ? print : null, tour: flags.tour }, flags)
} catch (error) {
  // Failures of servers are recorded as findings; they are not visible otherwise.
  print(`the simulator failed: ${error instanceof Error ? error.stack : String(error)}`)
}
await cluster.stop()
process.exit(failed === 0 ? 0 : 1)
