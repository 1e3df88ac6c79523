import type { ArticleInHand } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Switch } from '@candor/ui/choices.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { PlaceFields, placeOf, typedOf } from './place-fields.tsx'

/** Dialog for an article's position in its list, its picture and its date, or to hide it. */
export function PlaceDialog({
  article,
  onClose,
}: {
  readonly article: ArticleInHand
  readonly onClose: () => void
}) {
  const form = useId()
  const save = useOpsMutation('opsPlaceArticle')
  const [typed, setTyped] = useState(() => typedOf(article))
  const [withdrawn, setWithdrawn] = useState(article.withdrawnAt !== null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { id: article.id, ...placeOf(typed), withdrawn },
      {
        onSuccess: () => {
          toast('Saved.', 'good')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Place and time"
      footer={
        <Button form={form} type="submit" busy={save.isPending}>
          Save
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <PlaceFields typed={typed} onType={setTyped} />
        <div className="flex items-center justify-between gap-4">
          <span className="text-14 text-ink">Withdrawn: nobody can read it</span>
          <Switch label="Withdrawn" checked={withdrawn} onChange={setWithdrawn} />
        </div>
        {save.error !== null && <Banner tone="bad">{sentenceOf(save.error)}</Banner>}
      </form>
    </Dialog>
  )
}
