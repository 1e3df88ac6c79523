import { dayMs } from '@candor/rules/time-units.ts'
import { readFirstAdmins } from '../../back-office/operators/people/first-admins.ts'
import { firstAdmins } from '../../back-office/operators/people/people-store.ts'
import { placeWords } from '../../back-office/treasury/place-words.ts'
import { backupStanding } from '../../platform/backups/backup-standing.ts'
import { openBackupStore } from '../../platform/backups/open-backup-store.ts'
import { listBackups } from '../../platform/backups/store-backup.ts'
import { OffsetClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { readClockOffset } from '../../platform/jobs/moved-clock.ts'
import { readTreasury } from '../treasury-calls.ts'
import {
  ageText,
  type Check,
  type DoctorContext,
  type Finding,
  failure,
  inReal,
  ok,
  reasonOf,
  warning,
} from './finding.ts'

/** Reads the age of the newest backup, whether the last one failed, and whether the store can be read. */
export const backupsCheck: Check = {
  name: 'backups',
  title: 'Backups',
  run: async (context) => {
    const { config, dataDir, isReal, now } = context
    const { backups } = config
    if (!isReal && backups === null) return [ok('A sandbox needs no backups.')]
    const { lastMs, failure: failed, isLate } = await backupStanding(dataDir, backups, now)
    return [
      ...(failed === null
        ? []
        : [failure(`Backups fail since ${ageText(now - failed.sinceMs)}: ${failed.reason}`)]),
      judgeAge(lastMs === null ? null : now - lastMs, isLate),
      ...(backups === null ? [] : [await judgeStore(backups.to)]),
    ]
  },
}

function judgeAge(ageMs: number | null, isLate: boolean): Finding {
  if (ageMs === null) return warning('No backup was made yet: `candor backup` makes one.')
  const sentence = `The newest backup is ${ageText(ageMs)} old`
  return isLate
    ? failure(`${sentence}: see the log of the server, and make one with \`candor backup\`.`)
    : ok(`${sentence}.`)
}

async function judgeStore(to: string): Promise<Finding> {
  const store = openBackupStore(to)
  try {
    const stored = await listBackups(store)
    return ok(`${store.shown} can be read and has ${stored.length} backups.`)
  } catch (error) {
    return failure(`${store.shown} cannot be read: ${reasonOf(error)}. Check BACKUP_TO.`)
  }
}

/** Opens the database for a check that reads what this version's tables hold; none where there are no such tables. */
async function withTables(
  { database, isReal }: DoctorContext,
  work: (db: Database, clock: OffsetClock) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (database.is !== 'open' || database.nature === 'new' || database.outstanding.length > 0) return []
  const db = openDatabase({ ...database.owner, max: 2 })
  try {
    return await work(db, new OffsetClock(isReal ? 0 : await readClockOffset(db)))
  } finally {
    await db.close()
  }
}

/** Reads whether the operator's own money covers what is offered. */
export const moneyCheck: Check = {
  name: 'money',
  title: 'Money that pays customers',
  run: (context) =>
    withTables(context, async (db, clock) => {
      const { accounts, offered } = await readTreasury({ db, clock, sandbox: !context.isReal })
      const lacking = accounts.filter(({ state }) => state === 'lacking')
      const names = lacking.map(({ place, coin }) => `${placeWords[place]} (${coin})`)
      const trading = offered.trading
        ? ok('Trading with real money is offered.')
        : warning(
            'Trading with real money is not offered: fund trading capital and negative-balance cover (docs/guides/before-your-first-customer.md).',
          )
      if (names.length === 0) return [trading, ok('Every account that is needed is funded.')]
      return [trading, warning(`Not funded, and what they pay for is not offered: ${names.join(', ')}.`)]
    }),
}

/** Reads whether two people can decide together. Every operator has a second factor: none can sign in without. */
export const operatorsCheck: Check = {
  name: 'operators',
  title: 'Operators',
  run: (context) =>
    withTables(context, async (db, clock) => {
      const { admins, invited } = await readFirstAdmins({ db, clock })
      const waiting = invited.map(({ email, expiresAt }) => {
        const left = Math.ceil((expiresAt.getTime() - clock.now()) / dayMs)
        return warning(
          `${email} has not joined yet; the link is valid for ${left} more days. \`candor setup --send-again\` sends another.`,
        )
      })
      if (admins.length >= firstAdmins)
        return [ok(`${admins.length} admins can sign in, each with two-factor authentication.`), ...waiting]
      const number = admins.length === 0 ? 'Nobody' : 'Only one person'
      const sentence = `${number} can sign in as admin: what takes two people cannot be decided`
      if (admins.length + invited.length >= firstAdmins)
        return [warning(`${sentence} until those who are invited have joined.`), ...waiting]
      return [inReal(context, `${sentence}. Invite two with \`candor setup\`.`), ...waiting]
    }),
}
