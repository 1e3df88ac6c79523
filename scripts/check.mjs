import { checks } from './checks.mjs'
import { runStages } from './stages.mjs'

const failed = await runStages(checks)
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
