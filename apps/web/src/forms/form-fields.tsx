import { classNames } from '@candor/ui/class-names.ts'
import { Field, PasswordInput, TextInput } from '@candor/ui/controls/field.tsx'
import type { ReactNode } from 'react'
import { callServer } from '../session/calls/call-server.ts'
import { useT } from '../session/language/language.ts'
import { CodeField } from './code-field.tsx'
import { passwordStrength } from './password-strength.ts'
import type { Form } from './use-form.ts'

interface OfForm<Name extends string> {
  readonly form: Form<Name>
  readonly name: Name
  readonly label: string
  readonly hint?: ReactNode
}

/** A text field of a form, wired to it. */
export function FormText<Name extends string>({
  form,
  name,
  label,
  hint,
  ...rest
}: OfForm<Name> & {
  readonly autoComplete?: string
  readonly inputMode?: 'email' | 'numeric' | 'text'
  readonly maxLength?: number
  readonly autoFocus?: boolean
  readonly dir?: 'ltr'
}) {
  return (
    <Field label={label} hint={hint} error={form.problem(name)}>
      {(control) => (
        <TextInput
          {...control}
          {...rest}
          name={name}
          autoCapitalize="none"
          spellCheck={false}
          value={form.values[name]}
          onChange={(event) => form.set(name, event.currentTarget.value)}
          onBlur={() => form.leave(name)}
        />
      )}
    </Field>
  )
}

export function FormPassword<Name extends string>({
  form,
  name,
  label,
  hint,
  isNew = false,
  aside,
}: OfForm<Name> & { readonly isNew?: boolean; readonly aside?: ReactNode }) {
  const text = form.values[name]
  return (
    <div>
      <Field label={label} error={form.problem(name)} hint={hint} aside={aside}>
        {(control) => (
          <PasswordInput
            {...control}
            name={name}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            value={text}
            onChange={(event) => form.set(name, event.currentTarget.value)}
            onBlur={() => form.leave(name)}
          />
        )}
      </Field>
      {isNew && text !== '' && <StrengthBar text={text} />}
    </div>
  )
}

const tones = { weak: 'bg-bad', fair: 'bg-warn', good: 'bg-good', strong: 'bg-good' } as const
const words = {
  weak: 'accounts.strength.weak',
  fair: 'accounts.strength.fair',
  good: 'accounts.strength.good',
  strong: 'accounts.strength.strong',
} as const
const steps = { weak: 1, fair: 2, good: 3, strong: 4 } as const

function StrengthBar({ text }: { readonly text: string }) {
  const t = useT()
  const { strength } = passwordStrength(text)
  return (
    <div className="mt-2 flex items-center gap-3">
      <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classNames(
              'h-1 rounded-full transition-colors duration-150',
              step <= steps[strength] ? tones[strength] : 'bg-hairline',
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="min-w-24 text-end text-12 text-ink-2">
        <span className="sr-only">{t('accounts.strength.label')}: </span>
        {t(words[strength])}
      </p>
    </div>
  )
}

/** Input for the code from an e-mail, with the button that sends it. */
export function FormCode<Name extends string>({
  form,
  name,
  emailName,
  purpose,
}: {
  readonly form: Form<Name>
  readonly name: Name
  readonly emailName: Name
  readonly purpose: 'register' | 'forget' | 'security'
}) {
  const t = useT()
  return (
    <CodeField
      form={form}
      name={name}
      label={t('accounts.field.code')}
      hint={t('accounts.field.code.hint')}
      sentText={(minutes) => t('accounts.code.sent', { minutes })}
      sendCode={() =>
        form.isRight(emailName)
          ? callServer('sendCode', { email: form.values[emailName].trim(), purpose })
          : null
      }
    />
  )
}

/** The code of the customer's authenticator app. */
export function FormTotp<Name extends string>({ form }: { readonly form: Form<Name | 'totp'> }) {
  const t = useT()
  return (
    <FormText
      form={form}
      name="totp"
      label={t('accounts.field.totp')}
      hint={t('accounts.field.totp.hint')}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={6}
      dir="ltr"
    />
  )
}
