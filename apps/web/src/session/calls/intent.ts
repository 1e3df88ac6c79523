/** Makes a random UUID; `crypto.randomUUID` is missing on pages without TLS, on which a sandbox may be opened. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * One action that a person means to do once. The key stays the same while the same request is retried without a response; it
 * changes after a response, or for another request.
 */
export interface Intent {
  keyFor(input: unknown): string
  complete(): void
}

export function createIntent(makeKey: () => string = newKey): Intent {
  let open: { body: string; key: string } | null = null
  return {
    keyFor(input) {
      const body = JSON.stringify(input)
      if (open?.body !== body) open = { body, key: makeKey() }
      return open.key
    },
    complete() {
      open = null
    },
  }
}
