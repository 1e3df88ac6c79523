import type { Calls, ResultOf } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { writtenIn } from '../content/written-in.ts'
import { readVersions } from '../forms/consent-field.tsx'
import { FormFailure } from '../forms/pass-frame.tsx'
import { readStored, writeStored } from '../session/browser-storage.ts'
import { CallFailure, failureText } from '../session/calls/failure.ts'
import { useApiMutation, useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { useSignOut } from '../shell/frame/account-menu.tsx'

/**
 * Asks after signing in for consent to a new version of the terms, until it is given. It can be postponed, because no money depends
 * on it.
 */
export default function ConsentReminder() {
  const { t } = useWords()
  const { due, give, agree, postpone } = useConsentDue()
  const leave = useSignOut()
  if (due.length === 0) return null
  return (
    <Dialog
      open
      onClose={postpone}
      title={t('signin.consent.title')}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              postpone()
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
        {due.map((terms) => (
          <DueTerms key={terms.id} terms={terms} />
        ))}
      </ul>
      <div className="mt-4">
        <FormFailure text={give.isError ? failureText(t, give.error) : null} />
      </div>
    </Dialog>
  )
}

type Terms = ResultOf<Calls['consents']>['due'][number]

/** The terms that wait for consent, until it is given or postponed; this browser remembers that there are some. */
function useConsentDue() {
  const { t } = useWords()
  const [mayBeDue, setMayBeDue] = useState(() => readStored('consentDue') !== null)
  const { data, refetch } = useApiQuery('consents', {}, { enabled: mayBeDue })
  const give = useApiMutation('giveConsent')
  const due: readonly Terms[] = data?.due ?? []
  if (mayBeDue && data !== undefined && due.length === 0) writeStored('consentDue', null)
  const agree = () =>
    give.mutate(
      { accepted: readVersions(due) },
      {
        onSuccess: () => {
          toast(t('signin.consent.done'), 'good')
          writeStored('consentDue', null)
          setMayBeDue(false)
        },
        onError: (failure) => {
          if (failure instanceof CallFailure && failure.code === refusals.termsChanged) void refetch()
        },
      },
    )
  return { due: mayBeDue ? due : [], give, agree, postpone: () => setMayBeDue(false) }
}

/** One text with its version, to be read in a window of its own. */
function DueTerms({ terms }: { readonly terms: Terms }) {
  const { t, tag } = useWords()
  return (
    <li className="rounded-s bg-sunken px-3 py-2.5">
      <a
        href={`#/detail?id=${terms.id}`}
        target="_blank"
        rel="noreferrer"
        {...writtenIn(terms.language)}
        className="font-medium text-14 text-accent underline-offset-4 hover:underline"
      >
        {terms.title}
      </a>
      <p className="text-12 text-ink-3">
        {t('signin.consent.version', {
          version: terms.version,
          date: formatDay(terms.writtenAt, tag),
        })}
      </p>
    </li>
  )
}
