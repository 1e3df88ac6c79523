import { Button } from '@candor/ui/controls/button.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { failureText } from '../session/calls/failure.ts'
import { useT } from '../session/language/language.ts'
import type { Form } from './use-form.ts'

const resendAfterSeconds = 60

type SendCode = () => Promise<{ readonly expiresIn: number }> | null

/** Input for a six-digit code, with the button that sends it. */
export function CodeField<Name extends string>({
  form,
  name,
  label,
  hint,
  sentText,
  sendCode,
}: {
  readonly form: Form<Name>
  readonly name: Name
  readonly label: string
  readonly hint: string
  readonly sentText: (minutes: number) => ReactNode
  /** Sends one; null where a field before it is not right yet. */
  readonly sendCode: SendCode
}) {
  const t = useT()
  const sending = useCodeSending(sendCode)
  const problem = form.problem(name) ?? (sending.failure === null ? null : failureText(t, sending.failure))
  const note = sending.minutes === null ? hint : sentText(sending.minutes)
  return (
    <Field label={label} error={problem} hint={<span aria-live="polite">{note}</span>}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            name={name}
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={form.values[name]}
            onChange={(event) => form.set(name, event.currentTarget.value.replace(/\D/g, ''))}
            onBlur={() => form.leave(name)}
            className="figures tracking-[0.2em]"
          />
          <SendButton sending={sending} />
        </div>
      )}
    </Field>
  )
}

/** Sending of codes: how long the last one is valid, or why it was not sent, and the wait until the next. */
function useCodeSending(sendCode: SendCode) {
  const [wait, setWait] = useState(0)
  const [busy, setBusy] = useState(false)
  const [minutes, setMinutes] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])
  const send = () => {
    const sending = sendCode()
    if (sending === null) return
    setBusy(true)
    setFailure(null)
    sending
      .then(({ expiresIn }) => {
        setMinutes(Math.max(1, Math.round(expiresIn / 60)))
        setWait(resendAfterSeconds)
      }, setFailure)
      .finally(() => setBusy(false))
  }
  return { wait, busy, minutes, failure, send }
}

function SendButton({
  sending: { wait, busy, minutes, failure, send },
}: {
  readonly sending: ReturnType<typeof useCodeSending>
}) {
  const t = useT()
  const again = minutes !== null || failure !== null
  return (
    <Button variant="secondary" busy={busy} disabled={wait > 0} onClick={send} className="h-11 shrink-0">
      {wait > 0
        ? t('accounts.code.wait', { seconds: wait })
        : t(again ? 'accounts.code.again' : 'accounts.code.send')}
    </Button>
  )
}
