import * as refusals from '@candor/refusals/codes.ts'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { checkCountry, checkUserName } from '../forms/account-problems.ts'
import { ConsentField, checkAgreed, readVersions } from '../forms/consent-field.tsx'
import { likelyCountry } from '../forms/countries.ts'
import { CountryField } from '../forms/country-field.tsx'
import { FormText } from '../forms/form-fields.tsx'
import { InviteField, sentInvite, useInvitedWith } from '../forms/invite-field.tsx'
import { FormFailure, PassFrame } from '../forms/pass-frame.tsx'
import { checkSecondFactor, SecondFactorField } from '../forms/second-factor-field.tsx'
import { checkEach, useForm } from '../forms/use-form.ts'
import { CallFailure, failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { DeviceFailure } from './settings/device-failure.ts'
import { findFlow, forgetFlow } from './sign-in/google-flow.ts'
import { callToSignIn } from './sign-in/sign-in-call.ts'
import { type Arrive, useArrival } from './sign-in/use-arrival.ts'

type Step =
  | { readonly at: 'asking' }
  | { readonly at: 'failed'; readonly why: unknown }
  | { readonly at: 'totp'; readonly ticket: string }
  | { readonly at: 'new'; readonly ticket: string; readonly email: string }

/** Return page of Google's sign-in (specification §2): passes Google's response to the server and asks for missing steps. */
export default function GooglePage() {
  const t = useT()
  const query = new URLSearchParams(useSearch())
  const [flow] = useState(() => findFlow(query.get('state')))
  const [code] = useState(() => query.get('code'))
  const [step, setStep] = useState<Step>({ at: 'asking' })
  const arrive = useArrival(flow?.next)
  const redeemed = useRef(false)
  useEffect(() => {
    // Google's response can be redeemed once.
    if (redeemed.current) return
    redeemed.current = true
    forgetFlow()
    if (flow === null || code === null) {
      setStep({ at: 'failed', why: new DeviceFailure('signin.google.stranger') })
      return
    }
    const { codeVerifier, redirectUri, nonce } = flow
    callToSignIn('loginByGoogle', { code, codeVerifier, redirectUri, nonce }).then(
      arrive,
      (failure: unknown) => setStep(nextStep(failure)),
    )
  }, [flow, code, arrive])
  if (step.at === 'failed') return <Failed why={step.why} />
  if (step.at === 'totp') return <SecondFactor ticket={step.ticket} arrive={arrive} />
  if (step.at === 'new') return <NewAccount ticket={step.ticket} email={step.email} arrive={arrive} />
  return (
    <PassFrame title={t('signin.google.wait')} lead="">
      <SkeletonLines count={4} />
    </PassFrame>
  )
}

/** Two refusals carry a ticket for a missing step. */
function nextStep(failure: unknown): Step {
  if (!(failure instanceof CallFailure)) return { at: 'failed', why: failure }
  const { ticket, email } = (failure.result ?? {}) as { readonly ticket?: string; readonly email?: string }
  if (failure.code === refusals.secondFactorRequired && ticket !== undefined) return { at: 'totp', ticket }
  if (failure.code === refusals.googleAccountUnknown && ticket !== undefined)
    return { at: 'new', ticket, email: email ?? '' }
  return { at: 'failed', why: failure }
}

function Failed({ why }: { readonly why: unknown }) {
  const t = useT()
  const frozen = why instanceof CallFailure && why.code === refusals.frozenByCustomer
  return (
    <div className="flex flex-1 items-center">
      <EmptyState
        wholePage
        icon={<KeyRound aria-hidden />}
        title={t('signin.google.failed')}
        text={failureText(t, why)}
        action={
          <Link href={frozen ? '/pass/unfreeze' : '/pass/login'} className={buttonClass()}>
            {t(frozen ? 'signin.unfreeze.title' : 'accounts.find.back')}
          </Link>
        }
      />
    </div>
  )
}

function SecondFactor({ ticket, arrive }: { readonly ticket: string; readonly arrive: Arrive }) {
  const t = useT()
  const form = useForm<'totp'>({
    first: { totp: '' },
    check: checkEach({ totp: checkSecondFactor }),
    send: async ({ totp }) => arrive(await callToSignIn('loginByGoogle', { ticket, totp })),
  })
  return (
    <PassFrame title={t('signin.google.new.title')} lead={t('signin.google.totp.lead')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <SecondFactorField form={form} />
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {t('accounts.login.act')}
        </Button>
      </form>
    </PassFrame>
  )
}

type Name = 'userName' | 'country' | 'inviteCode' | 'agreed'

const check = checkEach<Name>({ userName: checkUserName, country: checkCountry, agreed: checkAgreed })
const namedAfter = (email: string) =>
  (email.split('@')[0] ?? '').replace(/[^\p{L}\p{N}_.-]/gu, '').slice(0, 32)

function NewAccount({
  ticket,
  email,
  arrive,
}: {
  readonly ticket: string
  readonly email: string
  readonly arrive: Arrive
}) {
  const t = useT()
  const { data: terms, refetch } = useApiQuery('termsInForce', {})
  const inviteCode = useInvitedWith()
  const form = useForm<Name>({
    first: {
      userName: namedAfter(email),
      country: likelyCountry(navigator.languages),
      inviteCode,
      agreed: '',
    },
    check,
    send: async ({ userName, country, inviteCode }) => {
      const request = { ticket, userName: userName.trim(), country, ...sentInvite(inviteCode) }
      try {
        arrive(await callToSignIn('registerByGoogle', { ...request, accepted: readVersions(terms ?? []) }))
      } catch (failure) {
        if (failure instanceof CallFailure && failure.code === refusals.termsChanged) void refetch()
        throw failure
      }
    },
  })
  return (
    <PassFrame title={t('signin.google.new.title')} lead={t('signin.google.new.lead', { email })}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText
          form={form}
          name="userName"
          label={t('accounts.field.userName')}
          hint={t('accounts.field.userName.hint')}
          autoComplete="username"
          maxLength={32}
        />
        <CountryField form={form} />
        <InviteField form={form} />
        <ConsentField form={form} terms={terms ?? []} />
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {t('accounts.register.act')}
        </Button>
      </form>
    </PassFrame>
  )
}
