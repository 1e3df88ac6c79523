/** A random UUID; `crypto.randomUUID` is missing on pages without TLS, where a sandbox may well be looked at. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * One thing a person means to do once. The key stays the same while the same request is tried again because no answer
 * came; it is another once an answer came, or once they ask for something else.
 */
export interface Intent {
  keyFor(input: unknown): string
  answered(): void
}

export function createIntent(makeKey: () => string = newKey): Intent {
  let open: { body: string; key: string } | null = null
  return {
    keyFor(input) {
      const body = JSON.stringify(input)
      if (open?.body !== body) open = { body, key: makeKey() }
      return open.key
    },
    answered() {
      open = null
    },
  }
}
