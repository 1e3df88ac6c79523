import { hourMs } from '@candor/rules/time-units.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { OpenedAccounts } from './opened-accounts.ts'
import { announceEnded } from './passwords/reset-password.ts'
import { forgetOldUndoings } from './profile/undoings-store.ts'
import { forgetOldChallenges } from './sign-in/challenges-store.ts'
import { forgetOldTickets } from './sign-in/google-tickets-store.ts'

/** Jobs that end and delete unusable entries. */
export const accountsJobs = (context: OpenedAccounts): readonly Job[] => [
  ...jobsThatForget(context),
  {
    name: 'end-idle-sessions',
    noCases: 'one statement',
    everyMs: 10_000,
    run: async () => announceEnded(context, await context.sessions.endIdle()),
  },
]

const jobsThatForget = ({ db, clock, codes }: OpenedAccounts): readonly Job[] => [
  { name: 'forget-codes', noCases: 'one statement', everyMs: hourMs, run: () => codes.forgetOld() },
  {
    name: 'forget-undoings',
    noCases: 'one statement',
    everyMs: hourMs,
    run: () => forgetOldUndoings(db, clock),
  },
  {
    name: 'forget-challenges',
    noCases: 'one statement',
    everyMs: hourMs,
    run: () => forgetOldChallenges(db, clock),
  },
  {
    name: 'forget-tickets',
    noCases: 'one statement',
    everyMs: hourMs,
    run: () => forgetOldTickets(db, clock),
  },
]
