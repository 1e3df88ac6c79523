// A server in small, for the tests that kill it: opens the data folder and posts until it is killed.
// Prints `opening`, `ready` with PostgreSQL's pid, then the id of each posting after it was acknowledged.

import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { openDatabaseServer } from '../../platform/database/database-server.ts'
import { DatabaseServerError } from '../../platform/database/embedded/database-server-error.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { createLedger } from '../postgres-ledger.ts'
import { customer, ofHouse, openAndFund, posting, transfer } from '../test-accounts.ts'

const [dataDir = '', name = ''] = process.argv.slice(2)
process.stdout.write('opening\n')
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent }).catch(
  (error: unknown) => {
    if (!(error instanceof DatabaseServerError)) throw error
    process.stdout.write(`refused ${error.message}\n`)
    process.exit(3)
  },
)
process.once('SIGTERM', () => void databaseServer.stop().then(() => process.exit(0)))
await migrate(databaseServer.owner)
const ledger = createLedger(openDatabase(databaseServer.app), systemClock)
await openAndFund(ledger, ['kim'], 1_000_000n)
process.stdout.write(`ready ${databaseServer.postgresPid()}\n`)

async function post(lane: number): Promise<void> {
  for (let n = 0; ; n++) {
    const id = `${name}-${lane}-${n}`
    const outcome = await ledger.post(
      posting(id, transfer('contract-loss', customer('kim'), ofHouse('trading-capital'), 1n)),
    )
    if (outcome.ok) process.stdout.write(`${id}\n`)
  }
}
for (let lane = 0; lane < 8; lane++) void post(lane)
