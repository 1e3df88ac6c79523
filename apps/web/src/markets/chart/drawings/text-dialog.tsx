import { savedChartLimits } from '@candor/rules/markets/saved-chart.ts'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useT } from '../../../session/language/language.ts'

/** Asks for the words of a text on the chart. */
export function TextDialog({
  text,
  onSave,
  onClose,
}: {
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}) {
  const t = useT()
  const formId = useId()
  const [typed, setTyped] = useState(text)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onSave(typed.trim())
  }
  return (
    <ConfirmDialog
      title={t('chart.tool.text')}
      onClose={onClose}
      cancelLabel={t('chart.draw.cancel')}
      confirm={{ label: t('chart.draw.saveText'), busy: false, form: formId, disabled: typed.trim() === '' }}
    >
      <form id={formId} onSubmit={save}>
        <Field label={t('chart.draw.text')}>
          {(control) => (
            <TextInput
              {...control}
              autoFocus
              maxLength={savedChartLimits.textLength}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </ConfirmDialog>
  )
}
