import type { ClockedDatabase } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import type { KycPorts } from './kyc-ports.ts'
import { casesWithoutMarks, keepMarks } from './marks-store.ts'
import { marksOf, noMarks, type PersonMarks } from './person-marks.ts'
import { formOfCase, openForm } from './sealed-form.ts'

const atOnce = 200

/** Job: marks checks that a version before the marks stored. A document that another account holds by now is left out. */
export const markEarlierChecks = (context: KycPorts & ClockedDatabase): Promise<Moved> =>
  forEachCase(context, {
    job: 'mark-identity-checks',
    atOnce,
    inOrderOfId: true,
    find: (limit, after) => casesWithoutMarks(context.db.query, limit, after),
    move: async ({ id, user_id: userId, sealed }) => {
      const form = await openForm(context, context.db.query, formOfCase(userId, id), sealed)
      const marks = form === null ? noMarks : marksOf(context.secrets.markKey, form)
      const keep = (stored: PersonMarks) =>
        context.db.transaction((tx) => keepMarks(tx, { userId, caseId: id }, stored))
      await keep(marks).catch((failure: unknown) => {
        if (!(failure instanceof Refusal)) throw failure
        return keep({ ...marks, document: null })
      })
      return true
    },
  })
