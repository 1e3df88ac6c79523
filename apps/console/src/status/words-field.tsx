import type { IncidentWords, Language } from '@candor/contract'
import { useState } from 'react'
import { languageNames, languageOrder } from '../content/languages.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { TextAreaField, TextField } from '../shell/text-field.tsx'

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
  return (
    <>
      <SelectField
        label="Language"
        hint="English is shown in every language you leave empty."
        options={languagesWith(text)}
        value={language}
        onChange={setLanguage}
      />
      {title !== null && (
        <TextField
          label={`Title, in ${name}`}
          required={language === 'en'}
          maxLength={120}
          value={title[language] ?? ''}
          onValue={(value) => onTitle?.({ ...title, [language]: value })}
        />
      )}
      <TextAreaField
        label={`Message, in ${name}`}
        hint="What is not working and for whom, what still works, and when you will post the next update."
        required={language === 'en'}
        rows={4}
        maxLength={2_000}
        value={text[language] ?? ''}
        onValue={(value) => onText({ ...text, [language]: value })}
      />
    </>
  )
}

/** Every language, marked where its text is typed already. */
const languagesWith = (text: Typed) =>
  languageOrder.map((value) => ({
    value,
    label: (text[value] ?? '').trim() === '' ? languageNames[value] : `${languageNames[value]} – filled in`,
  }))
