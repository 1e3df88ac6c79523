import type { ArticleInHand } from '@candor/contract'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { FormDialog } from '../shell/form-dialog.tsx'
import { TextAreaField, TextField } from '../shell/text-field.tsx'
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

const emptyText = { id: '', title: '', description: '', body: '' }
type EnglishText = typeof emptyText

/** Begins an article in English; its editor opens for the other languages. */
export function NewArticleDialog({ onClose }: { readonly onClose: () => void }) {
  const [, go] = useLocation()
  const add = useOpsMutation('opsAddArticle')
  const [kind, setKind] = useState<Kind>('notice')
  const [text, setText] = useState(emptyText)
  const [place, setPlace] = useState(() =>
    typedOf({ position: 0, image: null, publishedAt: new Date().toISOString() }),
  )
  const submit = () => {
    const chosen = kinds.find(({ value }) => value === kind)
    if (chosen === undefined) return
    const { type, section } = chosen
    add.mutate({ ...text, type, section, ...placeOf(place) }, { onSuccess: () => go(`/content/${text.id}`) })
  }
  return (
    <FormDialog
      title="New article"
      act="Create article"
      busy={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField label="Type" options={kinds} value={kind} onChange={setKind} />
      <EnglishFields text={text} onText={setText} />
      <PlaceFields typed={place} onType={setPlace} />
    </FormDialog>
  )
}

function EnglishFields({
  text,
  onText,
}: {
  readonly text: EnglishText
  readonly onText: (text: EnglishText) => void
}) {
  const field = (name: keyof EnglishText) => ({
    value: text[name],
    onValue: (value: string) => onText({ ...text, [name]: value }),
  })
  return (
    <>
      <TextField
        label="Name in URLs"
        hint="Lower-case letters, digits and hyphens. Cannot be changed later."
        pattern="[a-z0-9\-]{1,64}"
        {...field('id')}
      />
      <TextField label="Title, in English" maxLength={200} {...field('title')} />
      <TextAreaField label="Summary, in English" maxLength={2000} rows={2} {...field('description')} />
      <TextAreaField
        label="Text, in English"
        hint="Markdown. The editor shows a preview."
        rows={6}
        className="font-mono"
        {...field('body')}
      />
    </>
  )
}
