import type { CustomerShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'

/** Notes for colleagues, which cannot be deleted. */
export function CustomerNotes({ customer }: { readonly customer: CustomerShown }) {
  const add = useOpsMutation('opsNote')
  const [text, setText] = useState('')
  return (
    <Card className="lg:col-span-2">
      <h2 className="mb-3 font-semibold text-14 text-ink">Notes</h2>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate({ id: customer.id, text }, { onSuccess: () => setText('') })
        }}
      >
        <Field
          label="Note for colleagues"
          className="flex-1"
          error={add.error === null ? null : sentenceOf(add.error)}
        >
          {(control) => (
            <TextInput {...control} required value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        <Button type="submit" variant="secondary" busy={add.isPending}>
          Add note
        </Button>
      </form>
      <ul className="mt-2 divide-y divide-hairline">
        {customer.notes.map((note) => (
          <li key={note.id} className="py-2 text-14 text-ink">
            <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note.text}</span>
            <span className="block text-12 text-ink-3">{`${note.by}, ${momentOf(note.at)}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
