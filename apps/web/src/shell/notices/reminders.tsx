import { lazy, Suspense } from 'react'
import { readStored } from '../../session/browser-storage.ts'
import { Proof } from './proof.tsx'

const SessionReminder = lazy(() => import('../../trust/limits/session-reminder.tsx'))
const ConsentReminder = lazy(() => import('../../accounts/consent-reminder.tsx'))

/** Reminders and questions for a signed-in customer, shown over any page. */
export default function Reminders() {
  return (
    <>
      <Suspense>
        <SessionReminder />
      </Suspense>
      <Proof />
      {readStored('consentDue') !== null && (
        <Suspense>
          <ConsentReminder />
        </Suspense>
      )}
    </>
  )
}
