import { rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { connectionOfRunning } from '../../platform/database/database-server.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { checkChain } from '../../proofs/audit/audit-chain.ts'
import { type ServerProcess, startProcess } from '../../testing/server-process.ts'
import { type TestApp, withClient } from '../../testing/test-client.ts'
import { mostDrawingMb, watchDrawing } from './drawing-memory.ts'
import { type FuzzOptions, type FuzzReport, fuzz } from './fuzz.ts'
import { fuzzSessions, newName, raiseLimits } from './fuzz-cast.ts'
import { fuzzUploads, type UploadsReport } from './fuzz-uploads.ts'

export interface ProcessReport extends FuzzReport {
  /** The first and the second half. */
  readonly uploads: readonly UploadsReport[]
  /** Findings about the installation afterwards; empty where all is well. */
  readonly broken: readonly string[]
  /**
   * Memory of the server's process: its maximum, and its growth during the second half of the uploads; null where the system
   * does not report it.
   */
  readonly peakMb: number | null
  readonly grownMb: number | null
  /** Highest memory of a process that opened pictures; null where none ran or the system does not report it. */
  readonly drawingMb: number | null
  readonly seconds: number
}

export interface ProcessOptions extends Pick<FuzzOptions, 'requests' | 'seed' | 'onFault'> {
  /** Number of hostile files that are uploaded after the requests. */
  readonly uploads: number
}

/** Pictures are opened in another process: the server's own may not grow with what it is sent. */
const mostGrowthMb = 100

/** Sends unusual requests and hostile files to the real server in its own process, on a new sandbox that is removed at the end. */
export async function fuzzProcess(options: ProcessOptions): Promise<ProcessReport> {
  const dataDir = temporaryDataDir('candor-fuzz-')
  const server = await startProcess(['--sandbox', '--data', dataDir])
  const app = clientOf(server, dataDir)
  const { url } = server
  const memory = (field: string) => mbOf(server.child.pid, field)
  const onEnd = (code: number | null, signal: string | null) =>
    options.onFault?.(`the server ended (${code ?? signal}): ${server.output().slice(-2_000)}`)
  server.child.once('exit', onEnd)
  try {
    await raiseLimits(app)
    const sessions = await fuzzSessions(app)
    const beganAt = performance.now()
    const report = await fuzz({ url, sessions, ...options })
    const newToken = async () => (await app.signUp(newName())).token
    const send = (files: number, seed: number) => fuzzUploads({ ...options, url, newToken, files, seed })
    const drawingPeak = watchDrawing(server.child.pid ?? 0)
    // The first uploads fill buffers for later use; from then on memory must not grow with uploads.
    const first = await send(options.uploads / 2, options.seed)
    const before = await memory('VmRSS')
    const second = await send(options.uploads / 2, options.seed + 1)
    const after = await memory('VmRSS')
    const drawingMb = drawingPeak()
    const seconds = (performance.now() - beganAt) / 1_000
    const grownMb = before === null || after === null ? null : after - before
    const grown = [
      ...((grownMb ?? 0) > mostGrowthMb ? [`the server grew by ${grownMb} MB`] : []),
      ...((drawingMb ?? 0) > mostDrawingMb ? [`a drawing process held ${drawingMb} MB`] : []),
    ]
    const left = await leftIn(join(dataDir, 'incoming'))
    const broken = [...(await brokenIn(app)), ...grown, ...left]
    const peakMb = await memory('VmHWM')
    return { ...report, uploads: [first, second], seconds, broken, peakMb, grownMb, drawingMb }
  } finally {
    server.child.off('exit', onEnd)
    await app.db.close()
    await server.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Discarded uploads are removed within moments. */
async function leftIn(folder: string): Promise<string[]> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await readdir(folder).catch(() => [])).length === 0) return []
    await sleep(100)
  }
  return (await readdir(folder)).map((name) => `left behind: incoming/${name}`)
}

/** A client of a server in its own process. */
export function clientOf({ url }: Pick<ServerProcess, 'url'>, dataDir: string): TestApp {
  const connection = connectionOfRunning(dataDir)
  if (connection === null) throw new Error('the server has no connection file')
  const running = {
    url,
    metricsUrl: '',
    consoleUrl: url,
    keys: { keys: [] },
    outbox: null,
    config: { ...readConfig(['--sandbox', '--data', dataDir], {}, '/'), sandbox: true },
    now: () => Date.now(),
    addSampleOperators: async () => null,
    stop: async () => undefined,
    closing: () => null,
  }
  return withClient(running, dataDir, openDatabase({ ...connection.app, max: 3 }))
}

/** Checks what holds after any request: the books add up, the audit log is whole, the server is ready. */
export async function brokenIn({ db, url }: Pick<TestApp, 'db' | 'url'>): Promise<string[]> {
  const found = [...(await reconcile(db)), ...(await checkChain(db)).findings].map((one) =>
    JSON.stringify(one),
  )
  const ready = await fetch(`${url}/readyz`)
  return ready.status === 200 ? found : [...found, `not ready: ${await ready.text()}`]
}

async function mbOf(pid: number | undefined, field: string): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kb = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
  return kb === undefined ? null : Math.round(Number(kb) / 1_024)
}
