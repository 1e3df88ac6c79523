import { mostTagsOfOrder } from '@candor/rules/orders/tags/order-tags.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { ChosenTags } from '@candor/ui/controls/chosen-tags.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { addTags, type TagProblem } from './tag-form.ts'
import { useTagsInUse } from './use-tags.ts'

/** Tags that are being chosen. */
export function useTagsEditor(first: readonly string[]) {
  const used = useTagsInUse()
  const [tags, setTags] = useState(first)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<TagProblem | null>(null)
  const add = (text: string): readonly string[] | null => {
    const added = addTags(text, tags, used)
    setProblem(added.problem)
    if (added.tags === null) return null
    setTags(added.tags)
    setTyped('')
    return added.tags
  }
  return {
    ...{ tags, typed, problem, setProblem, add },
    unused: used.filter((tag) => !tags.includes(tag)),
    type: (text: string) => {
      setProblem(null)
      setTyped(text)
    },
    remove: (tag: string) => setTags(tags.filter((one) => one !== tag)),
    /** Returns the tags with what is still in the field; null where that is no tag. */
    finish: () => (typed.trim() === '' ? tags : add(typed)),
  }
}

/** Tags, typed or chosen among those in use. */
export function TagsEditor({ editor }: { readonly editor: ReturnType<typeof useTagsEditor> }) {
  const t = useT()
  const { tags, typed, problem, type, add, remove, unused } = editor
  return (
    <>
      <ChosenTags
        label={t('orders.tags.title')}
        none={t('orders.tags.none')}
        tags={tags}
        removeLabel={(tag) => t('orders.tags.remove', { tag })}
        onRemove={remove}
      />
      <NewTag
        typed={typed}
        error={problem === null ? null : t(problem.key, { count: problem.count })}
        onType={type}
        onAdd={() => add(typed)}
      />
      <Suggestions tags={unused} onChoose={add} />
    </>
  )
}

interface NewTagProps {
  readonly typed: string
  readonly error: string | null
  readonly onType: (text: string) => void
  readonly onAdd: () => void
}

function NewTag({ typed, error, onType, onAdd }: NewTagProps) {
  const t = useT()
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that ends a word of an input method is not meant for the form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onAdd()
  }
  return (
    <Field label={t('orders.tags.new')} error={error} hint={t('orders.tags.hint', { most: mostTagsOfOrder })}>
      {(control) => (
        <span className="flex gap-2">
          <TextInput
            {...control}
            autoFocus
            autoComplete="off"
            enterKeyHint="done"
            value={typed}
            maxLength={100}
            onChange={(event) => onType(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Button variant="secondary" className="h-11!" onClick={onAdd}>
            {t('orders.tags.add')}
          </Button>
        </span>
      )}
    </Field>
  )
}

function Suggestions({
  tags,
  onChoose,
}: {
  readonly tags: readonly string[]
  readonly onChoose: (tag: string) => void
}) {
  const t = useT()
  if (tags.length === 0) return null
  return (
    <section aria-label={t('orders.tags.used')} className="flex flex-col gap-1.5">
      <h3 className="font-medium text-14 text-ink">{t('orders.tags.used')}</h3>
      <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
        {tags.map((tag) => (
          <li key={tag} className="flex max-w-full">
            <button
              type="button"
              onClick={() => onChoose(tag)}
              className="tap inline-flex min-h-7 max-w-full items-center gap-1 rounded-s border border-hairline px-2 text-12 text-ink-2 hover:bg-sunken hover:text-ink"
            >
              <Plus aria-hidden className="size-3 shrink-0" />
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{tag}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
