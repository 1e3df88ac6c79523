import { useState } from 'react'
import { useT } from '../session/language/language.ts'
import { type Check, checkCode } from './account-problems.ts'
import { FormText } from './form-fields.tsx'
import type { Form } from './use-form.ts'

const isRecoveryCode = (text: string): boolean => /^[a-z0-9]{5}[-\s]?[a-z0-9]{5}$/i.test(text.trim())

/** Six digits of the authenticator app, or one of the recovery codes. */
export const checkSecondFactor: Check = (text) => {
  if (!/[a-z]/i.test(text)) return checkCode(text)
  return isRecoveryCode(text) ? null : { key: 'signin.recovery.problem' }
}

/** The code of the customer's authenticator app, or, for who lost it, a recovery code. */
export function SecondFactorField<Name extends string>({
  form,
  autoFocus = false,
}: {
  readonly form: Form<Name | 'totp'>
  readonly autoFocus?: boolean
}) {
  const t = useT()
  const [byRecovery, setByRecovery] = useState(false)
  return (
    <div>
      <FormText
        key={byRecovery ? 'recovery' : 'app'}
        form={form}
        name="totp"
        label={t(byRecovery ? 'signin.recovery.field' : 'accounts.field.totp')}
        hint={t(byRecovery ? 'signin.recovery.field.hint' : 'accounts.field.totp.hint')}
        autoComplete={byRecovery ? 'off' : 'one-time-code'}
        inputMode={byRecovery ? 'text' : 'numeric'}
        maxLength={byRecovery ? 24 : 6}
        dir="ltr"
        autoFocus={autoFocus || byRecovery}
      />
      <button
        type="button"
        className="mt-1 min-h-8 font-medium text-14 text-accent underline-offset-4 hover:underline"
        onClick={() => {
          form.set('totp', '')
          setByRecovery(!byRecovery)
        }}
      >
        {t(byRecovery ? 'signin.recovery.useApp' : 'signin.recovery.use')}
      </button>
    </div>
  )
}
