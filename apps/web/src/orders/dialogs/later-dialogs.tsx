import { type ComponentType, Suspense } from 'react'
import { withTexts } from '../../session/language/shown-language.ts'
import { laterPart } from '../../shell/later-part.ts'

type Dialogs = typeof import('./all-dialogs.tsx')

const load = withTexts(() => import('./all-dialogs.tsx'), 'trade')

/** A dialog of the part that a page with orders fetches once it rests: a visitor without an order needs none of them. */
function laterDialog<Props extends object>(pick: (dialogs: Dialogs) => ComponentType<Props>) {
  const Later = laterPart(async () => ({ default: pick(await load()) }))
  return function LaterDialog(props: Props) {
    return (
      <Suspense>
        <Later {...props} />
      </Suspense>
    )
  }
}

export const DeedDialog = laterDialog((dialogs) => dialogs.DeedDialog)
export const EditDialog = laterDialog((dialogs) => dialogs.EditDialog)
export const TagsDialog = laterDialog((dialogs) => dialogs.TagsDialog)
export const NextTagsDialog = laterDialog((dialogs) => dialogs.NextTagsDialog)
export const CancelAllDialog = laterDialog((dialogs) => dialogs.CancelAllDialog)
