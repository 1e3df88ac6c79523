import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { oldestNode } from '../../version.ts'
import type { UpgradeState } from './inspect-upgrade.ts'

/** One thing that an upgrade depends on. */
export interface UpgradeFinding {
  /** False: something has to be done before. */
  readonly good: boolean
  readonly sentence: string
}

/** A backup from before an upgrade is at most this old: everything after it would be lost with a return to the version before. */
const oldestBackupMs = dayMs
/** For the log of PostgreSQL's changes, beside a second copy of the table that a migration rewrites. */
const logBytes = 500_000_000

/** Judges the state of an installation before an upgrade, in the order in which an operator reads it. */
export function judgeUpgrade(state: UpgradeState, now: number): readonly UpgradeFinding[] {
  return [
    judgeNode(state),
    judgePostgres(state),
    ...judgeSchema(state),
    judgeNature(state),
    {
      good: state.wrongKeys === null,
      sentence: state.wrongKeys ?? 'The installation key opens its secrets.',
    },
    judgeDisk(state),
    judgeBackup(state, now),
    judgeTransactions(state),
  ].filter((finding) => finding !== null)
}

function judgeNode({ node }: UpgradeState): UpgradeFinding {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number)
  const good = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
  return {
    good,
    sentence: good
      ? `Node ${node} runs this version; it needs ${oldestNode} or newer.`
      : `This version needs Node ${oldestNode} or newer, and this is ${node}: install a newer one.`,
  }
}

function judgePostgres({ postgres: { major, embedded } }: UpgradeState): UpgradeFinding {
  if (embedded === null) return { good: true, sentence: `PostgreSQL ${major} is new enough.` }
  return embedded === major
    ? { good: true, sentence: `The data folder is of PostgreSQL ${major}, which this version brings.` }
    : {
        good: false,
        sentence: `The data folder is of PostgreSQL ${major}, and this version brings ${embedded}: make a backup, and restore it into a new folder with this version.`,
      }
}

function judgeSchema(state: UpgradeState): UpgradeFinding[] {
  const { outstanding, schema, postgres } = state
  if (typeof outstanding === 'string') return [{ good: false, sentence: outstanding }]
  if (outstanding.length === 0)
    return [{ good: true, sentence: `The database is at ${schema}, the newest of this version.` }]
  const list = outstanding.map(({ name, upgrade }) => {
    const how = upgrade === 'rolling' ? ': while the version before serves' : ': needs a stop'
    return `\n         ${name}${postgres.embedded === null ? how : ''}`
  })
  return [
    {
      good: true,
      sentence: `The database is at ${schema}. The first start of this version applies:${list.join('')}`,
    },
    judgeWay(state, outstanding.find(({ upgrade }) => upgrade === 'stop')?.name ?? null),
  ]
}

/** An embedded database belongs to one process, so that its upgrade is always a stop and a start. */
function judgeWay({ postgres, running }: UpgradeState, stops: string | null): UpgradeFinding {
  if (postgres.embedded !== null)
    return { good: true, sentence: 'The way: stop the server, then start this version on its data folder.' }
  if (stops === null)
    return {
      good: true,
      sentence: `The way: one process after the other, without a pause.${listOf(running)}`,
    }
  return running.length === 0
    ? { good: true, sentence: 'The way: with all processes stopped, as they are now.' }
    : {
        good: false,
        sentence: `${stops} needs every process to be stopped: stop them first.${listOf(running)}`,
      }
}

const listOf = (running: readonly string[]): string =>
  running.length === 0 ? ' None is connected.' : ` Connected: ${running.join('; ')}.`

function judgeNature({ nature }: UpgradeState): UpgradeFinding | null {
  if (nature !== 'unmarked') return null
  return {
    good: false,
    sentence:
      'This installation is not yet marked as a sandbox or as real: its first start needs --sandbox or --no-sandbox.',
  }
}

function judgeDisk({ outstanding, databaseBytes, freeBytes }: UpgradeState): UpgradeFinding {
  const rewrites = typeof outstanding === 'string' || outstanding.length > 0
  const needed = logBytes + (rewrites ? databaseBytes : 0)
  const size = `The database has ${sizeText(databaseBytes)}`
  if (freeBytes === null)
    return {
      good: true,
      sentence: `${size}. An upgrade may need ${sizeText(needed)} free on the disk of its server, which cannot be seen from here.`,
    }
  return freeBytes >= needed
    ? { good: true, sentence: `${size}, and ${sizeText(freeBytes)} are free on its disk.` }
    : {
        good: false,
        sentence: `${size}, and only ${sizeText(freeBytes)} are free on its disk: an upgrade may need ${sizeText(needed)}.`,
      }
}

function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`
}

const makeOne = 'make one with `candor backup` of this version.'

function judgeBackup({ nature, lastBackupMs }: UpgradeState, now: number): UpgradeFinding {
  const good = nature === 'sandbox' || (lastBackupMs !== null && now - lastBackupMs <= oldestBackupMs)
  const age =
    lastBackupMs === null
      ? 'No backup is noted in the data folder'
      : `The newest backup noted in the data folder is ${ageText(now - lastBackupMs)} old`
  if (!good) return { good, sentence: `${age}: ${makeOne}` }
  return { good, sentence: nature === 'sandbox' ? `${age}; a sandbox needs none.` : `${age}.` }
}

const ageText = (ms: number): string => (ms < hourMs ? 'less than an hour' : `${Math.floor(ms / hourMs)} h`)

function judgeTransactions({ longTransactions }: UpgradeState): UpgradeFinding {
  if (longTransactions.length === 0)
    return { good: true, sentence: 'No transaction has been open for more than a minute.' }
  const list = longTransactions.map(({ pid, minutes }) => `PostgreSQL’s process ${pid} for ${minutes} min`)
  return {
    good: false,
    sentence: `A long job runs, and a migration would wait for it: ${list.join(', ')}. Let the backup or import end first.`,
  }
}
