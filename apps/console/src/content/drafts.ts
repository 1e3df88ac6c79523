import type { Language } from '@candor/contract'

export interface Text {
  readonly title: string
  readonly description: string
  readonly body: string
}

const nameOf = (id: string, language: Language): string => `draft ${id} ${language}`

/** Stores the unpublished text on this device, so that a closed tab loses nothing. */
export function keepDraft(id: string, language: Language, { title, description, body }: Text): void {
  try {
    localStorage.setItem(nameOf(id, language), JSON.stringify({ title, description, body }))
  } catch {
    // A browser without storage: the text stays in the page.
  }
}

export function readDraft(id: string, language: Language): Text | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(nameOf(id, language)) ?? 'null')
    return isText(draft) ? draft : null
  } catch {
    return null
  }
}

export function dropDraft(id: string, language: Language): void {
  try {
    localStorage.removeItem(nameOf(id, language))
  } catch {
    // Nothing was stored.
  }
}

const isText = (draft: unknown): draft is Text =>
  typeof draft === 'object' &&
  draft !== null &&
  (['title', 'description', 'body'] as const).every(
    (part) => typeof (draft as Record<string, unknown>)[part] === 'string',
  )
