/** Lists where texts appear that no page or server module names, by the beginning of their keys. */
export const notes: Readonly<Record<string, string>> = {
  'shell.unavailable.':
    'On the order ticket, where a market or a product cannot be traded now, with the reason.',
  'kyc.refused.': 'At a picture that is not taken, and where a call with a file is refused.',
  'codes.':
    'Where a call is refused: below the form that was sent, or as a short message at the edge of the page.',
}

/** Returns the note for a key. */
export const noteOf = (key: string): string | null =>
  Object.entries(notes).find(([start]) => key.startsWith(start))?.[1] ?? null
