/** A call that gave no result: the server's refusal in plain words, or a failed connection. */
export class CallFailure extends Error {
  readonly code: number | 'network'
  readonly details: unknown

  constructor(code: number | 'network', message: string, details: unknown = null) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** The sentence for a person; a field that was refused is named. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof CallFailure)) return 'Something went wrong on this page. Reload it and try again.'
  const { issues } = (error.details ?? {}) as { readonly issues?: readonly { readonly path: string }[] }
  const fields = [...new Set(issues?.map(({ path }) => path).filter((path) => path !== '') ?? [])]
  return fields.length === 0 ? error.message : `${error.message} (${fields.join(', ')})`
}

/** Assigns the server's issues to the fields, in plain words. Issues of no listed field are shown below as a whole. */
export function issuesOf(error: unknown, words: Readonly<Record<string, string>>) {
  const { issues = [] } = (error instanceof CallFailure ? (error.details ?? {}) : {}) as {
    issues?: readonly { path: string; code: string }[]
  }
  return (field: string): string | null => {
    const found = issues.find(({ path }) => path === field)
    return found === undefined ? null : (words[found.code] ?? sentenceOf(error))
  }
}
