import type { ArticleInHand } from '@candor/contract'
import { Switch } from '@candor/ui/controls/switch.tsx'
import { useState } from 'react'
import { useOpsMutation } from '../session/use-ops.ts'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { PlaceFields, placeOf, typedOf } from './place-fields.tsx'

/** Dialog for an article's position in its list, its picture and its date, or to hide it. */
export function PlaceDialog({
  article,
  onClose,
}: {
  readonly article: ArticleInHand
  readonly onClose: () => void
}) {
  const save = useOpsMutation('opsPlaceArticle')
  const [typed, setTyped] = useState(() => typedOf(article))
  const [withdrawn, setWithdrawn] = useState(article.withdrawnAt !== null)
  const submit = () =>
    save.mutate({ id: article.id, ...placeOf(typed), withdrawn }, { onSuccess: closeWith('Saved.', onClose) })
  return (
    <FormDialog
      narrow
      title="Position and date"
      act="Save"
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlaceFields typed={typed} onType={setTyped} />
      <div className="flex items-center justify-between gap-4">
        <span className="text-14 text-ink">Withdrawn: no one can read it</span>
        <Switch label="Withdrawn" checked={withdrawn} onChange={setWithdrawn} />
      </div>
    </FormDialog>
  )
}
