import { refusals } from '@candor/refusals'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Banner, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Mark } from '@candor/ui/mark.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { callOps } from './call-ops.ts'
import { CodeField, CredentialForm, codeAt } from './credential-form.tsx'
import { CallFailure, issuesOf, sentenceOf } from './failure.ts'
import {
  type CameBack,
  forgetReturn,
  leaveNotice,
  returnParameters,
  type SsoPurpose,
  storedVisit,
} from './sso.ts'
import { useOpsMutation } from './use-ops.ts'

const linkedWords = { taken: 'This account is already linked to another operator.' }

/** Return page of the provider: signs the operator in, asks for their code, or links the provider's account. */
export function SsoPage() {
  const [signIn] = useState(storedVisit)
  const [came] = useState(returnParameters)
  const problem = problemIn(came)
  if (signIn === null) return <Problem text={strange} purpose="sign-in" />
  if (problem !== null) return <Problem text={problem} purpose={signIn.purpose} />
  return <Finish came={came} signIn={signIn} />
}

const strange =
  'This sign-in was not started in this browser, or it has already ended. Start again here, at the address where you work.'

function problemIn({ code, state, error }: CameBack): string | null {
  if (error === 'access_denied') return 'The sign-in was cancelled at the provider.'
  if (error !== null) return `The provider could not sign you in (${error}).`
  return code === null || state === null ? 'The provider’s response could not be read.' : null
}

interface Returned {
  readonly came: CameBack
  readonly signIn: { readonly key: string; readonly purpose: SsoPurpose }
}

function Finish({ came, signIn: { key, purpose } }: Returned) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const begun = useRef(false)
  const finish = useMutation({
    mutationFn: async () => {
      forgetReturn()
      const { code, state, iss } = came
      const input = { key, code: code ?? '', state: state ?? '', ...(iss === null ? {} : { iss }) }
      if (purpose === 'link') await callOps('opsSsoLinkFinish', input)
      else await callOps('opsSsoFinish', input)
    },
    onSuccess: async () => {
      if (purpose === 'link') toast('Account linked.', 'good')
      await queries.invalidateQueries()
      go(purpose === 'link' ? '/me' : '/', { replace: true })
    },
  })
  const { mutate, error } = finish
  useEffect(() => {
    // The provider's response is good once, and this page may render twice.
    if (!begun.current) mutate()
    begun.current = true
  }, [mutate])
  if (error === null) return <SkeletonLines count={4} className="p-8" />
  if (purpose === 'sign-in' && codeAt(error, refusals.secondFactorRequired) !== null)
    return <OwnCode ssoKey={key} />
  return <Problem text={issuesOf(error, linkedWords)('account') ?? sentenceOf(error)} purpose={purpose} />
}

/** The provider vouched for who it is; the second factor is the console's own. */
function OwnCode({ ssoKey }: { readonly ssoKey: string }) {
  const [, go] = useLocation()
  const [totp, setTotp] = useState('')
  const enter = useOpsMutation('opsSsoCode')
  const isOver = enter.error instanceof CallFailure && enter.error.code === refusals.singleSignOnFailed
  if (isOver) return <Problem text={sentenceOf(enter.error)} purpose="sign-in" />
  return (
    <main className="flex min-h-dvh items-center justify-center px-5 py-10">
      <div className="flex w-full max-w-sm flex-col gap-5">
        <div>
          <Mark className="size-10" />
          <h1 className="mt-5 font-semibold text-28 text-ink">Two-factor authentication</h1>
          <p className="mt-1.5 text-14 text-ink-2">
            We recognised your account. Enter the code from your authenticator app to sign in.
          </p>
        </div>
        <CredentialForm
          act="Sign in"
          error={enter.error}
          busy={enter.isPending}
          onSubmit={() =>
            enter.mutate(
              { key: ssoKey, totp },
              { onSuccess: () => go('/', { replace: true }), onError: () => setTotp('') },
            )
          }
        >
          <CodeField
            label="Code from your authenticator app"
            value={totp}
            error={codeAt(enter.error, refusals.secondFactorRequired)}
            onValue={setTotp}
          />
        </CredentialForm>
        <a href="#/" className={buttonClass('quiet', 'm', true)}>
          Back to sign-in
        </a>
      </div>
    </main>
  )
}

function Problem({ text, purpose }: { readonly text: string; readonly purpose: SsoPurpose }) {
  return purpose === 'link' ? <NotLinked text={text} /> : <BackAtTheDoor text={text} />
}

function BackAtTheDoor({ text }: { readonly text: string }) {
  const [, go] = useLocation()
  useEffect(() => {
    forgetReturn()
    leaveNotice(text)
    go('/', { replace: true })
  }, [text, go])
  return null
}

function NotLinked({ text }: { readonly text: string }) {
  return (
    <main className="flex min-h-dvh items-center justify-center px-5 py-10">
      <div className="flex w-full max-w-sm flex-col gap-5">
        <Mark className="size-10" />
        <h1 className="font-semibold text-28 text-ink">No account was linked</h1>
        <Banner tone="bad">{text}</Banner>
        <a href="#/me" className={buttonClass('primary', 'l', true)}>
          Back to my account
        </a>
      </div>
    </main>
  )
}
