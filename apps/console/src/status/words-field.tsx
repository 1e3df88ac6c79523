import type { IncidentWords, Language } from '@candor/contract'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { TextArea } from '@candor/ui/text-area.tsx'
import { useState } from 'react'
import { languageNames, languageOrder } from '../content/languages.ts'

/** Typed texts by language; empty ones are left out. */
export type Typed = Readonly<Partial<Record<Language, string>>>

/** Null while the English text is missing. */
export function wordsOf(typed: Typed): IncidentWords | null {
  const { en = '', ...others } = typed
  if (en.trim() === '') return null
  const written = Object.entries(others).filter(([, text]) => text.trim() !== '')
  return { ...Object.fromEntries(written), en }
}

/** Inputs for one text in ten languages, one of them visible. */
export function WordsFields({
  title,
  text,
  onTitle,
  onText,
}: {
  /** Null where no title is needed. */
  readonly title: Typed | null
  readonly text: Typed
  readonly onTitle?: (title: Typed) => void
  readonly onText: (text: Typed) => void
}) {
  const [language, setLanguage] = useState<Language>('en')
  const name = languageNames[language]
  const written = (one: Language) => (text[one] ?? '').trim() !== ''
  return (
    <>
      <Field label="Language" hint="Customers read English where theirs is not written.">
        {(control) => (
          <Select
            {...control}
            label="Language"
            options={languageOrder.map((value) => ({
              value,
              label: written(value) ? `${languageNames[value]} – written` : languageNames[value],
            }))}
            value={language}
            onChange={setLanguage}
          />
        )}
      </Field>
      {title !== null && (
        <Field label={`Title, in ${name}`}>
          {(control) => (
            <TextInput
              {...control}
              required={language === 'en'}
              maxLength={120}
              value={title[language] ?? ''}
              onChange={(event) => onTitle?.({ ...title, [language]: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label={`What customers read, in ${name}`}
        hint="What does not work, for whom, what does, and when you will say more."
      >
        {(control) => (
          <TextArea
            {...control}
            required={language === 'en'}
            rows={4}
            maxLength={2_000}
            value={text[language] ?? ''}
            onChange={(event) => onText({ ...text, [language]: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
