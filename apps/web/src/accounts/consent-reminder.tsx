import * as refusals from '@candor/refusals/codes.ts'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { useState } from 'react'
import { writtenIn } from '../content/written-in.ts'
import { readStored, writeStored } from '../session/browser-storage.ts'
import { CallFailure, failureText } from '../session/failure.ts'
import { useWords } from '../session/language.ts'
import { useApiMutation, useApiQuery } from '../session/use-call.ts'
import { useSignOut } from '../shell/account-menu.tsx'
import { readVersions } from './consent-field.tsx'
import { FormFailure } from './pass-frame.tsx'

/**
 * Asks after signing in for consent to a new version of the terms, until it is given. It can be postponed, because no money depends
 * on it.
 */
export default function ConsentReminder() {
  const { t, tag } = useWords()
  const [asked, setAsked] = useState(() => readStored('consentDue') !== null)
  const { data, refetch } = useApiQuery('consents', {}, { enabled: asked })
  const give = useApiMutation('giveConsent')
  const leave = useSignOut()
  const due = data?.due ?? []
  const forget = () => {
    writeStored('consentDue', null)
    setAsked(false)
  }
  if (asked && data !== undefined && due.length === 0) writeStored('consentDue', null)
  if (!asked || due.length === 0) return null
  const agree = () =>
    give.mutate(
      { accepted: readVersions(due) },
      {
        onSuccess: () => {
          toast(t('signin.consent.done'), 'good')
          forget()
        },
        onError: (failure) => {
          if (failure instanceof CallFailure && failure.code === refusals.termsChanged) void refetch()
        },
      },
    )
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long' })
  return (
    <Dialog
      open
      onClose={() => setAsked(false)}
      title={t('signin.consent.title')}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              setAsked(false)
              leave()
            }}
          >
            {t('signin.consent.leave')}
          </Button>
          <Button busy={give.isPending} onClick={agree}>
            {t('signin.consent.act')}
          </Button>
        </>
      }
    >
      <p className="text-14 text-ink-2">{t('signin.consent.text')}</p>
      <ul className="mt-4 flex flex-col gap-2">
        {due.map((one) => (
          <li key={one.id} className="rounded-s bg-sunken px-3 py-2.5">
            <a
              href={`#/detail?id=${one.id}`}
              target="_blank"
              rel="noreferrer"
              {...writtenIn(one.language)}
              className="font-medium text-14 text-accent underline-offset-4 hover:underline"
            >
              {one.title}
            </a>
            <p className="text-12 text-ink-3">
              {t('signin.consent.version', {
                version: one.version,
                date: day.format(new Date(one.writtenAt)),
              })}
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <FormFailure text={give.isError ? failureText(t, give.error) : null} />
      </div>
    </Dialog>
  )
}
