import { Button } from '@candor/ui/controls/button.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { type FormEvent, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { type LossName, type LossShown, readLoss } from './limit-terms.ts'
import { useSaveLimits } from './use-save-limits.ts'

/** Dialog to change one loss limit; shows when the change takes effect. */
export function LimitDialog({
  name,
  limit,
  onClose,
}: {
  readonly name: LossName
  readonly limit: LossShown
  readonly onClose: () => void
}) {
  const t = useT()
  const { save, busy } = useSaveLimits()
  const [typed, setTyped] = useState(limit.value?.replace(/\.?0+$/, '') ?? '')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = readLoss(typed)
    if (value === undefined) return setWrong(true)
    save({ [name]: value }, onClose)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`trust.${name}`)}
      footer={
        <Button type="submit" form="limit-form" full busy={busy}>
          {t('trust.save')}
        </Button>
      }
    >
      <form id="limit-form" noValidate onSubmit={submit}>
        <Field
          label={t('trust.amount')}
          error={wrong ? t('trust.amount.wrong') : null}
          hint={t('trust.amount.hint')}
        >
          {(control) => (
            <NumberInput
              {...control}
              autoFocus
              unit="USDT"
              value={typed}
              onValue={(text) => {
                setWrong(false)
                setTyped(text)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
