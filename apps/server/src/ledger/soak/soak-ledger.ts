// The long forms of the ledger's proofs: `npm run soak:ledger -- model|bank|postgres|server [how much]`.
// Each prints its figure last and ends with 1 when anything was wrong.
import { rmSync } from 'node:fs'
import { startEmbeddedServer } from '../../platform/database/embedded/embedded-server.ts'
import { cloneDatabase, makeTemplate } from '../../platform/database/temporary/clone-database.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { runAgainstModel } from './against-model.ts'
import { runBank, seededChance } from './bank.ts'
import { killPostgres, killServer } from './kill.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Answers what was wrong. */
type Soak = (amount: number, dataDir: string) => Promise<readonly string[]>

/** `amount` answers of the ledger, compared with the model's one by one. */
const model: Soak = async (amount, dataDir) => {
  const server = await startEmbeddedServer({ dataDir, log: silent })
  const { host = '', port = 0 } = server.connection
  await makeTemplate({ host, port })
  const seen = new Map<string, number>()
  const total = () => [...seen.values()].reduce((sum, one) => sum + one, 0)
  for (let seed = Date.now() % 1_000_000; total() < amount; seed++) {
    say(`seed ${seed}, ${total()} of ${amount}`)
    const fresh = () => cloneDatabase({ host, port }, 'template', 10)
    for (const [outcome, times] of await runAgainstModel({ runs: 50, commandsPerRun: 400, seed, fresh }))
      seen.set(outcome, (seen.get(outcome) ?? 0) + times)
  }
  await server.stop()
  say(
    `${total()} answers as the model gave them: ${[...seen].map(([name, times]) => `${name} ${times}`).join(', ')}`,
  )
  const rare = [...seen].filter(([, times]) => amount >= 50_000 && times < 100)
  return rare.map(([outcome, times]) => `${outcome} was met only ${times} times`)
}

/** `amount` transfers by 16 workers. */
const bank: Soak = async (amount, dataDir) => {
  const server = await startEmbeddedServer({ dataDir, log: silent })
  const { host = '', port = 0 } = server.connection
  await makeTemplate({ host, port })
  const db = await cloneDatabase({ host, port }, 'template', 20)
  const report = await runBank(db, {
    workers: 16,
    transfersPerWorker: Math.ceil(amount / 16),
    customers: 50,
    chance: seededChance(amount),
  })
  const wrong = [...report.wrong, ...(await reconcile(db))]
  await db.close()
  await server.stop()
  say(
    `${report.completed} transfers done, ${report.refused} refused, ${report.snapshots} snapshots summed exactly`,
  )
  return wrong
}

const postgres: Soak = async (amount, dataDir) => {
  const report = await killPostgres(dataDir, amount, 150)
  say(
    `PostgreSQL killed ${amount} times: ${report.acknowledged} acknowledged, slowest back in ${report.slowestBackMs} ms`,
  )
  return [...report.wrong, ...tooSlow(report.slowestBackMs)]
}

const server: Soak = async (amount, dataDir) => {
  const report = await killServer(dataDir, amount, 60)
  say(
    `server killed ${amount} times: ${report.acknowledged} acknowledged, slowest back in ${report.slowestBackMs} ms`,
  )
  return [...report.wrong, ...tooSlow(report.slowestBackMs)]
}

const tooSlow = (ms: number): string[] => (ms > 5_000 ? [`it took ${ms} ms to be back`] : [])

const soaks: Readonly<Record<string, { readonly run: Soak; readonly amount: number }>> = {
  model: { run: model, amount: 1_000_000 },
  bank: { run: bank, amount: 800_000 },
  postgres: { run: postgres, amount: 200 },
  server: { run: server, amount: 1_000 },
}

const [name = '', amount] = process.argv.slice(2)
const soak = soaks[name]
if (soak === undefined) {
  say(`usage: one of ${Object.keys(soaks).join(', ')}, and optionally an amount`)
  process.exit(2)
}
const dataDir = temporaryDataDir('candor-soak-')
const wrong = await soak.run(Number(amount ?? soak.amount), dataDir)
rmSync(dataDir, { recursive: true, force: true })
for (const finding of wrong.slice(0, 20)) say(`WRONG: ${finding}`)
say(wrong.length === 0 ? 'nothing wrong' : `${wrong.length} things wrong`)
process.exit(wrong.length === 0 ? 0 : 1)
