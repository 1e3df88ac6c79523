import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { CallName } from '@candor/contract'
import { pino } from 'pino'
import { backupCommand } from '../../cli/backups/keep-backup.ts'
import { withData } from '../../cli/open-data.ts'
import { startApp } from '../../compose.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { customer as accountOf, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { connectionOfRunning } from '../../platform/database/database-server.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import type { Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { realSurroundings } from '../../real-surroundings.ts'
import { makeSandbox } from '../../testing/servers/test-sandbox.ts'
import { type CallOptions, resultOf, type TestApp, withClient } from '../../testing/test-client.ts'
import { balancesOf, type ReleaseRecord, releaseFiles } from './test-release-record.ts'

// Makes the backup that a release commits, from the commit that is released: `npm run release:backup -- 0.1.0`.

async function make(version: string): Promise<void> {
  const dataDir = temporaryDataDir('candor-release-')
  const files = releaseFiles(version)
  try {
    await makeSandbox(dataDir)
    const app = await start(dataDir)
    const traded = await trade(app)
    await app.db.close()
    await app.stop()
    mkdirSync(files.folder, { recursive: true })
    // Without a server, so that nothing moves between the balances and the backup.
    const record: ReleaseRecord = { ...traded, balances: await withData(dataDir, ({ db }) => balancesOf(db)) }
    await backupCommand({ data: dataDir, to: files.backup })
    writeFileSync(files.record, `${JSON.stringify(record, null, 1)}\n`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function start(dataDir: string): Promise<TestApp> {
  const config = readConfig(['--sandbox', '--port', '0', '--host', '127.0.0.1', '--data', dataDir], {}, '/')
  const running = await startApp(config, pino({ level: 'silent' }), realSurroundings)
  const connection = connectionOfRunning(dataDir)
  if (connection === null) throw new Error('the server has no connection file')
  return withClient(running, dataDir, openDatabase({ ...connection.app, max: 3 }))
}

/** Leaves a customer with closed and open contracts, a waiting order, an option, savings and a plan, in demo and with real money. */
async function trade(app: TestApp): Promise<Omit<ReleaseRecord, 'balances'>> {
  const { token, id: userId, userName, password } = await app.signUp('release.customer')
  const [demo, real] = [{ token }, { token, mode: 'real' } as const]
  const call = (name: CallName, input: object, as: CallOptions) => accepted(app, name, input, as)
  await call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, real)
  const deposit = transfer('deposit', ofHouse('world', 'USDT'), accountOf(userId, 'USDT'), 20_000_000_000n)
  const ledger = createLedger(app.db, { now: () => app.now() })
  const posted = await ledger.post({ id: randomUUID(), reference: null, steps: [deposit] })
  if (!posted.ok) throw new Error('the deposit was not posted')
  const contract = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
  const receipts: Receipt[] = []
  for (const as of [demo, real]) {
    const { id } = await call('buyContract', contract, as)
    await call('closeContract', { id }, as)
    receipts.push(await call('getReceipt', { orderId: id }, as))
  }
  await call('buyContract', { ...contract, direction: 'sell' }, demo)
  const open = await call('buyContract', { ...contract, code: 'ETHUSDT', lots: '0.1' }, real)
  await call('buyContract', { ...contract, kind: 'limit', price: '1000', expiresAt: null }, real)
  await call('buyOptions', { code: 'BTCUSDT', direction: 'up', periodSeconds: 3600, amount: '100' }, demo)
  await call('enterSavings', { coin: 'USDT', amount: '500' }, real)
  return { customer: { userName, password }, openOrderId: open.id, receipts }
}

/** Makes a call until it is accepted: in the first seconds after a start prices are missing. */
async function accepted(app: TestApp, name: CallName, input: object, as: CallOptions) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await app.call(name, input, as)
    if (response.code === 200 || (response.code > 20_000 && response.code < 20_010))
      return resultOf<Receipt & { readonly id: string }>(response)
    if (attempt === 100) throw new Error(`${name} answered ${response.text}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name the version: 0.1.0')
await make(version)
