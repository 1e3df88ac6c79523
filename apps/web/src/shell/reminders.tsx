import { lazy, Suspense } from 'react'
import { readStored } from '../session/browser-storage.ts'
import SessionReminder from '../trust/session-reminder.tsx'
import { Proof } from './proof.tsx'

const ConsentReminder = lazy(() => import('../accounts/consent-reminder.tsx'))

/** What a signed-in customer is reminded of or asked, over whatever page is open. */
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
