import type { CustomerShown } from '@candor/contract'
import { mostTags } from '@candor/contract/accounts/customers-ops.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { issuesOf, sentenceOf } from '../session/failure.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'

const tagIssues = { 'too-many': `A customer has at most ${mostTags} tags. Remove one first.` }

/** A customer's tags, and a field that suggests those in use. */
export function CustomerTags({ customer: { id, tags } }: { readonly customer: CustomerShown }) {
  const change = useOpsMutation('opsTagCustomer')
  const { data: inUse = [] } = useOps('opsCustomerTags', {})
  const [tag, setTag] = useState('')
  const listId = useId()
  const error =
    change.error === null ? null : (issuesOf(change.error, tagIssues)('tag') ?? sentenceOf(change.error))
  return (
    <Card>
      <h2 className="mb-3 font-semibold text-14 text-ink">Tags</h2>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ id, tag, on: true }, { onSuccess: () => setTag('') })
        }}
      >
        <Field label="Tag for colleagues" className="flex-1" error={error}>
          {(control) => (
            <TextInput
              {...control}
              required
              maxLength={30}
              autoComplete="off"
              list={listId}
              value={tag}
              onChange={(event) => setTag(event.target.value)}
            />
          )}
        </Field>
        <datalist id={listId}>
          {inUse
            .filter((one) => !tags.includes(one.tag))
            .map((one) => (
              <option key={one.tag} value={one.tag} />
            ))}
        </datalist>
        <Button type="submit" variant="secondary" busy={change.isPending}>
          Add tag
        </Button>
      </form>
      {tags.length > 0 && (
        <TagList
          tags={tags}
          busy={change.isPending}
          onRemove={(one) => change.mutate({ id, tag: one, on: false })}
        />
      )}
    </Card>
  )
}

function TagList({
  tags,
  busy,
  onRemove,
}: {
  readonly tags: readonly string[]
  readonly busy: boolean
  readonly onRemove: (tag: string) => void
}) {
  return (
    <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="inline-flex items-center rounded-s bg-sunken ps-2 text-14 text-ink-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">{tag}</span>
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            disabled={busy}
            onClick={() => onRemove(tag)}
            className="tap inline-flex w-8 items-center justify-center rounded-s hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
