import { minuteMs } from '@candor/rules/time-units.ts'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import type { Messenger } from '../../platform/email/messenger.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import type { Dashboard } from '../dashboard/dashboard.ts'
import { newsOfWork } from './news-of-work.ts'
import { readersOfWorkMail, storeReported, type WorkMailReader } from './work-mail-store.ts'

export interface WorkMailContext extends ClockedDatabase {
  readonly messenger: Messenger
  /** Public address of the console; null: not known before it listens. */
  readonly consoleUrl: () => string | null
}

/** Shortest time between two letters to an operator. */
export const betweenLettersMs = 15 * minuteMs

/**
 * Job: writes to operators who asked for it what is new since the last letter. Each thing is told once; where it ended and comes again, again.
 * A letter that no mail server takes is tried again. Returns the number of letters.
 */
export const mailWork = (context: WorkMailContext, dashboard: Pick<Dashboard, 'read'>): Promise<Moved> =>
  forEachCase(context, {
    job: 'mail-work',
    atOnce: 50,
    inOrderOfId: true,
    find: (limit, after) => readersOfWorkMail(context.db.query, after, limit),
    move: (reader) => mailNews(context, dashboard, reader),
  })

async function mailNews(
  { db, clock, messenger, consoleUrl }: WorkMailContext,
  dashboard: Pick<Dashboard, 'read'>,
  reader: WorkMailReader,
): Promise<boolean> {
  const { lines, reported, remaining } = newsOfWork(
    reader.reported,
    await dashboard.read(reader),
    reader.preference,
  )
  const now = clock.now()
  const mayWrite = reader.mailed_at === null || reader.mailed_at.getTime() + betweenLettersMs <= now
  if (lines.length === 0 || !mayWrite) {
    await storeReported(db.query, reader.id, { reported: remaining })
    return false
  }
  const url = consoleUrl()
  await messenger.send({
    to: reader.email,
    kind: 'operator-work',
    language: 'en',
    toOperator: true,
    subject: 'Work is waiting in the console',
    text: [
      ...lines,
      ...(url === null ? [] : [url]),
      'You chose these letters on your own page of the console, and can change or end them there.',
    ].join('\n\n'),
  })
  await storeReported(db.query, reader.id, { reported, mailedAt: new Date(now) })
  return true
}
