import { refusals } from '@candor/refusals'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field, PasswordInput } from '@candor/ui/controls/field.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { TextField } from '../shell/text-field.tsx'
import { CallFailure, sentenceOf } from './failure.ts'

/** Text of a refusal with this code, for its field. */
export const codeAt = (error: unknown, code: number): string | null =>
  error instanceof CallFailure && error.code === code ? sentenceOf(error) : null

const factorRefusals: readonly unknown[] = [refusals.passwordWrong, refusals.secondFactorRequired]

/** Returns the refusal to show below the fields; null for one of password or code, which is shown at its field. */
export const refusalBelow = (error: Error | null): Error | null =>
  error instanceof CallFailure && factorRefusals.includes(error.code) ? null : error

/** Form for an operator's proof of identity; a refusal that concerns none of its fields is shown below. */
export function CredentialForm({
  act,
  error,
  busy,
  onSubmit,
  children,
}: {
  readonly act: string
  readonly error: Error | null
  readonly busy: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const below = refusalBelow(error)
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {children}
      {below !== null && <Banner tone="bad">{sentenceOf(below)}</Banner>}
      <Button type="submit" busy={busy}>
        {act}
      </Button>
    </form>
  )
}

/** Password and second factor, as an operator proves who they are. */
export interface Factors {
  readonly password: string
  readonly totp: string
}
export const noFactors: Factors = { password: '', totp: '' }

/** The fields of both factors, each with its own refusal. */
export function FactorFields({
  passwordLabel,
  factors,
  error,
  onFactors,
}: {
  readonly passwordLabel: string
  readonly factors: Factors
  readonly error: Error | null
  readonly onFactors: (factors: Factors) => void
}) {
  return (
    <>
      <PasswordField
        label={passwordLabel}
        value={factors.password}
        error={codeAt(error, refusals.passwordWrong)}
        onValue={(password) => onFactors({ ...factors, password })}
      />
      <CodeField
        value={factors.totp}
        error={codeAt(error, refusals.secondFactorRequired)}
        onValue={(totp) => onFactors({ ...factors, totp })}
      />
    </>
  )
}

/** Form with the fields of both factors alone. */
export function FactorsForm({
  text,
  passwordLabel,
  act,
  error,
  busy,
  onFactors,
}: {
  readonly text?: string
  readonly passwordLabel: string
  readonly act: string
  readonly error: Error | null
  readonly busy: boolean
  readonly onFactors: (factors: Factors) => void
}) {
  const [factors, setFactors] = useState(noFactors)
  return (
    <CredentialForm act={act} error={error} busy={busy} onSubmit={() => onFactors(factors)}>
      {text !== undefined && <p className="text-14 text-ink-2">{text}</p>}
      <FactorFields passwordLabel={passwordLabel} factors={factors} error={error} onFactors={setFactors} />
    </CredentialForm>
  )
}

interface OfField {
  readonly value: string
  readonly error: string | null
  readonly onValue: (value: string) => void
}

export function PasswordField({
  label,
  hint,
  isNew = false,
  value,
  error,
  onValue,
}: OfField & { readonly label: string; readonly hint?: string; readonly isNew?: boolean }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          required
          autoComplete={isNew ? 'new-password' : 'current-password'}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  )
}

export function CodeField({
  label = 'Code from your authenticator app',
  value,
  error,
  onValue,
}: OfField & { readonly label?: string }) {
  return (
    <TextField
      label={label}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onValue={(code) => onValue(code.replaceAll(/\s/g, ''))}
      className="figures"
    />
  )
}
