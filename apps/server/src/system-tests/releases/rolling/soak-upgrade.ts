// The long form of the rolling upgrade: `npm run soak:upgrade -- --from v0.1.0 --requests 500`. Two processes per role, on a PostgreSQL of
// its own that syncs to the disk. Prints what happened and ends with 1 when a request failed or took effect twice.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedServer } from '../../../platform/database/embedded/embedded-server.ts'
import { cloneDatabase, makeTemplate } from '../../../platform/database/temporary/clone-database.ts'
import { temporaryDataDir } from '../../../platform/database/temporary/temporary-data-dir.ts'
import { programFile } from '../../../platform/program-file.ts'
import { killProcesses } from '../../../testing/server-process.ts'
import { lastReleaseTag } from '../test-release-record.ts'
import { buildProgramOf } from './test-program-of-release.ts'
import { upgradeInTurn } from './test-rolling-upgrade.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: lastReleaseTag() },
    requests: { type: 'string', default: '200' },
  },
})
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const twice = (roles: string) => [roles, roles]

const folder = temporaryDataDir('candor-rolling-')
try {
  const from = buildProgramOf(values.from, join(folder, 'release'))
  const server = await startEmbeddedServer({ dataDir: join(folder, 'database'), log: silent })
  const { host = '', port = 0 } = server.connection
  await makeTemplate({ host, port })
  const db = await cloneDatabase({ host, port }, 'nothing', 4)
  const report = await upgradeInTurn({
    ...{ db, dataDir: join(folder, 'data'), from, to: programFile('main') },
    databaseUrl: `postgres://postgres@${encodeURIComponent(host)}:${port}/${db.owner.database}`,
    processes: ['engine', 'feeds', 'jobs', 'api,live'].flatMap(twice),
    customers: ['ana', 'ben', 'cleo', 'dan', 'eva', 'fay'],
    requestsBetween: Number(values.requests),
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  const isFine = report.findings.length === 0 && report.exitCodes.every((code) => code === 0)
  process.exitCode = isFine ? 0 : 1
  await db.close()
  await server.stop()
} finally {
  await killProcesses()
  rmSync(folder, { recursive: true, force: true })
}
