import { createHmac } from 'node:crypto'
import { type IdentityForm, readDocumentNumber } from '@candor/rules'

/** Things that show that two checks may be of one person, in the order of their weight. */
export const markKinds = ['document', 'person', 'address', 'phone'] as const
export type MarkKind = (typeof markKinds)[number]

/** Keyed hashes of what identifies a person. Null: the form does not have it. */
export interface PersonMarks extends Readonly<Record<MarkKind, Buffer | null>> {
  /** Of each word of the name, by which operators find the person. */
  readonly names: readonly Buffer[]
}

export const noMarks: PersonMarks = { document: null, person: null, address: null, phone: null, names: [] }

/**
 * Computes the marks of a form. `key` is a secret of the installation: numbers of documents and phones are few enough to be
 * tried one by one against a plain hash.
 */
export function marksOf(key: Buffer, form: IdentityForm): PersonMarks {
  const mark = (kind: MarkKind, parts: readonly (string | null)[]) => markOf(key, kind, parts)
  const number = form.documentNumber === null ? null : readDocumentNumber(form.documentNumber)
  return {
    document: mark('document', [form.country, form.documentType, number]),
    person: mark('person', [form.birthdate, nameWords(form)]),
    address: mark('address', [form.country, lettersOf(form.address)]),
    phone: phoneMark(key, form.phone),
    names: nameMarks(key, [...wordsOfName(form), ...writtenAsOne(form)]),
  }
}

/** Marks words of a name that somebody searches for: the person's `names` have all of them. */
export const searchedNames = (key: Buffer, words: string): readonly Buffer[] =>
  nameMarks(key, plainWords(words))

const nameMarks = (key: Buffer, words: readonly string[]): readonly Buffer[] =>
  [...new Set(words)].flatMap((word) => markOf(key, 'name', [word]) ?? [])

/** Marks a number in the form of `readDocumentNumber`. */
export const documentMark = (key: Buffer, country: string, kind: string, number: string): Buffer | null =>
  markOf(key, 'document', [country, kind, number])

/** Reads the digits of a phone number without the 00 or + before its international prefix; empty where there are none. */
export const phoneDigits = (phone: string | null): string =>
  phone?.replaceAll(/\D/g, '').replace(/^00/, '') ?? ''

/** Marks a phone number; a number with and without its international prefix are two. */
export const phoneMark = (key: Buffer, phone: string | null): Buffer | null =>
  markOf(key, 'phone', [phoneDigits(phone)])

const markOf = (key: Buffer, kind: MarkKind | 'name', parts: readonly (string | null)[]): Buffer | null =>
  parts.some((part) => part === null || part === '')
    ? null
    : createHmac('sha256', key)
        .update(JSON.stringify([kind, ...parts]))
        .digest()

/** The words of a name without accents and capitals, in one order: some write the family name first. */
const nameWords = (form: IdentityForm): string => wordsOfName(form).sort().join(' ')

const wordsOfName = ({ firstName, lastName }: IdentityForm): string[] =>
  plainWords(`${firstName ?? ''} ${lastName ?? ''}`)

/** The whole name without spaces, as Chinese, Japanese and Korean names are written; some write the family name last. */
const writtenAsOne = ({ firstName, lastName }: IdentityForm): string[] => {
  const [first, last] = [lettersOf(firstName), lettersOf(lastName)]
  return [last + first, first + last]
}

const lettersOf = (text: string | null): string => plainWords(text ?? '').join('')

const plainWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
