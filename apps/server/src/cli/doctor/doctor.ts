import { setTimeout as sleep } from 'node:timers/promises'
import { settingsPlace } from '../../platform/config/settings-file.ts'
import { readConfig } from '../../platform/config.ts'
import { holderOf } from '../../platform/database/embedded/folder-lock.ts'
import { version } from '../../platform/version.ts'
import { say } from '../say.ts'
import { clockCheck } from './check-clock.ts'
import { databaseCheck } from './check-database.ts'
import { backupsCheck, moneyCheck, operatorsCheck } from './check-house.ts'
import {
  diskCheck,
  keysCheck,
  listsCheck,
  picturesCheck,
  secretsCheck,
  settingsCheck,
} from './check-machine.ts'
import { mailCheck, publicUrlCheck, signInCheck } from './check-network.ts'
import { chainsCheck, pricesCheck } from './check-sources.ts'
import { type DoctorDatabase, withDoctorDatabase } from './doctor-database.ts'
import { type Check, type DoctorContext, type Finding, failure, type Level, reasonOf } from './finding.ts'

export interface DoctorOptions {
  readonly data: string
  readonly settings?: string
  readonly json?: boolean
}

/** In the order in which they are printed. */
const checks: readonly Check[] = [
  settingsCheck,
  databaseCheck,
  diskCheck,
  clockCheck,
  mailCheck,
  publicUrlCheck,
  signInCheck,
  pricesCheck,
  chainsCheck,
  keysCheck,
  backupsCheck,
  moneyCheck,
  operatorsCheck,
  picturesCheck,
  listsCheck,
  secretsCheck,
]

/** All run at once, each for at most this. */
const longestCheckMs = 5_000
/** A check that asks another machine ends by itself before. */
const longestRequestMs = 4_500

interface Result {
  readonly name: string
  readonly title: string
  readonly findings: readonly Finding[]
}

/** Checks an installation, its machine and what it reaches, and prints what to do. Exit code 1: at least one failure. */
export async function doctorCommand(options: DoctorOptions): Promise<void> {
  const results = await examine(options)
  const levels = results.flatMap(({ findings }) => findings.map(({ level }) => level))
  const counted = (level: Level) => levels.filter((one) => one === level).length
  const [failures, warnings] = [counted('failure'), counted('warning')]
  if (options.json === true) say(JSON.stringify({ version, failures, warnings, checks: results }, null, 2))
  else print(results, failures, warnings)
  if (failures > 0) process.exitCode = 1
}

async function examine({ data, settings }: DoctorOptions): Promise<Result[]> {
  const args = ['--data', data, ...(settings === undefined ? [] : ['--settings', settings])]
  const config = readConfig(args, process.env, process.cwd())
  const place = settingsPlace(args, process.env, process.cwd())
  const { dataDir } = config
  // Before the doctor itself starts PostgreSQL there.
  const isRunning = config.databaseUrl === null ? holderOf(dataDir) !== null : null
  return withDoctorDatabase(dataDir, (database) =>
    Promise.all(
      checks.map(async (check) => ({
        name: check.name,
        title: check.title,
        findings: await inTime(check, {
          ...{ config, env: process.env, settings: place, dataDir, database, isRunning },
          isReal: isReal(database, config.sandbox),
          now: Date.now(),
          signal: AbortSignal.timeout(longestRequestMs),
        }),
      })),
    ),
  )
}

/** As the database has it; where that cannot be read, as the settings want it. */
function isReal(database: DoctorDatabase, requested: boolean | null): boolean {
  if (database.is === 'open' && database.nature === 'real') return true
  if (database.is === 'open' && database.nature === 'sandbox') return false
  return requested === false
}

async function inTime(check: Check, context: DoctorContext): Promise<readonly Finding[]> {
  const timer = new AbortController()
  const late = sleep(longestCheckMs, [failure(`No result within ${longestCheckMs / 1_000} seconds.`)], {
    signal: timer.signal,
  })
  // Where the check was faster, the wait is given up.
  late.catch(() => undefined)
  const run = async () => check.run(context)
  try {
    return await Promise.race([run(), late])
  } catch (error) {
    return [failure(`It could not be checked: ${reasonOf(error)}`)]
  } finally {
    timer.abort()
  }
}

function print(results: readonly Result[], failures: number, warnings: number): void {
  for (const { title, findings } of results) {
    if (findings.length === 0) continue
    say(`${title}:`)
    for (const { level, sentence } of findings) say(`  ${level.padEnd(7)}  ${sentence}`)
  }
  say('')
  say(`${count(failures, 'failure')}, ${count(warnings, 'warning')}.`)
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
