import type { CustomerShown } from '@candor/contract'
import { mostTagsOfCustomer } from '@candor/rules/accounts/customer-tags.ts'
import { longestTag } from '@candor/rules/tag.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { ChosenTags } from '@candor/ui/controls/chosen-tags.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useId, useState } from 'react'
import { issuesOf, sentenceOf } from '../session/failure.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'

const tagIssues = {
  too_many: `A customer has at most ${mostTagsOfCustomer} tags. Remove one first.`,
  too_big: `At most ${longestTag} characters.`,
  too_small: 'Enter a tag.',
  invalid_format: 'Letters, digits and punctuation, without a comma.',
}

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
              maxLength={longestTag}
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
      <div className="mt-3">
        <ChosenTags
          label="Tags"
          none="No tags."
          tags={tags}
          removeLabel={(one) => `Remove tag ${one}`}
          onRemove={(one) => change.mutate({ id, tag: one, on: false })}
        />
      </div>
    </Card>
  )
}
