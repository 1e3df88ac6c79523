import { lazy, Suspense } from 'react'
import { readStored } from '../../session/browser-storage.ts'
import SessionReminder from '../../trust/limits/session-reminder.tsx'
import { Proof } from './proof.tsx'

const ConsentReminder = lazy(() => import('../../accounts/consent-reminder.tsx'))

/** Reminders and questions for a signed-in customer, shown over any page. */
export default function Reminders() {
  return (
    <>
      <SessionReminder />
      <Proof />
      {readStored('consentDue') !== null && (
        <Suspense>
          <ConsentReminder />
        </Suspense>
      )}
    </>
  )
}
