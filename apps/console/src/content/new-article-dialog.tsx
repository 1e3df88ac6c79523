import type { ArticleInHand } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { TextArea } from '@candor/ui/text-area.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { types } from './languages.ts'
import { PlaceFields, placeOf, typedOf } from './place-fields.tsx'

type Kind = 'notice' | 'faq' | 'company' | 'policy' | 'other' | 'promotion'

const kinds: readonly {
  readonly value: Kind
  readonly label: string
  readonly type: ArticleInHand['type']
  readonly section: ArticleInHand['section']
}[] = [
  { value: 'notice', label: 'Notice', type: 3, section: 'notice' },
  { value: 'faq', label: 'Question and answer', type: 3, section: 'faq' },
  { value: 'promotion', label: types[4], type: 4, section: 'page' },
  { value: 'company', label: `Page: ${types[1]}`, type: 1, section: 'page' },
  { value: 'policy', label: `Page: ${types[2]}`, type: 2, section: 'page' },
  { value: 'other', label: `Page: ${types[3]}`, type: 3, section: 'page' },
]

/** Begins an article in English; its editor opens for the other languages. */
export function NewArticleDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useId()
  const [, go] = useLocation()
  const add = useOpsMutation('opsAddArticle')
  const [kind, setKind] = useState<Kind>('notice')
  const [text, setText] = useState({ id: '', title: '', description: '', body: '' })
  const [place, setPlace] = useState(() =>
    typedOf({ position: 0, image: null, publishedAt: new Date().toISOString() }),
  )
  const set = (part: Partial<typeof text>) => setText({ ...text, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = kinds.find(({ value }) => value === kind)
    if (chosen === undefined) return
    const { type, section } = chosen
    add.mutate({ ...text, type, section, ...placeOf(place) }, { onSuccess: () => go(`/content/${text.id}`) })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New article"
      wide
      footer={
        <Button form={form} type="submit" busy={add.isPending}>
          Add it
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <Field label="What it is">
          {(control) => (
            <Select {...control} label="What it is" options={kinds} value={kind} onChange={setKind} />
          )}
        </Field>
        <Field label="Name in addresses" hint="Small letters, figures and hyphens; it stays.">
          {(control) => (
            <TextInput
              {...control}
              required
              pattern="[a-z0-9\-]{1,64}"
              value={text.id}
              onChange={(event) => set({ id: event.target.value })}
            />
          )}
        </Field>
        <Field label="Title, in English">
          {(control) => (
            <TextInput
              {...control}
              required
              maxLength={200}
              value={text.title}
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label="What it says, in short">
          {(control) => (
            <TextArea
              {...control}
              required
              maxLength={2000}
              rows={2}
              value={text.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
        <Field label="Text, in English" hint="Markdown. The editor shows how it reads.">
          {(control) => (
            <TextArea
              {...control}
              required
              rows={6}
              className="font-mono"
              value={text.body}
              onChange={(event) => set({ body: event.target.value })}
            />
          )}
        </Field>
        <PlaceFields typed={place} onType={setPlace} />
        {add.error !== null && <Banner tone="bad">{sentenceOf(add.error)}</Banner>}
      </form>
    </Dialog>
  )
}
