/** Names of credentials, alone or within a longer name: `newPassword`, `resetToken`, `smsCode`. */
const credential =
  /password|token|secret|totp|otpauth|ticket|cookie|authori[sz]ation|verifier|recovery|passkey|api-?key|proof|signature|nonce|attestation|authenticatordata|clientdata|p256dh|code$/i
const personal =
  /phone|email|birth|cardnumber|guarantor|(?:first|last|full|legal|signed|display|account|user)name|companyaddress/i
/** Names that mean something else within a longer one: `keyId`, `auto`. A `qr` has a second factor. */
const secretNames: ReadonlySet<string> = new Set(['key', 'to', 'auth', 'qr'])
const hidden = '[hidden]'

const address = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu
const credentialsInUrl = /(?<=:\/\/)[^\s/@]+@/g

/** Sign-in codes are digits; those of markets and errors begin with a letter, and SQLSTATE has five characters. */
const isName = (code: unknown) =>
  typeof code === 'string' && (/^[A-Z][A-Z0-9_.-]*$/.test(code) || /^[0-9A-Z]{5}$/.test(code))

/** Checks for the text that a person signs in with; an account of the ledger is no text. */
const isSignInName = (name: string, value: unknown) => name === 'account' && typeof value === 'string'

const isSecret = (name: string, value: unknown): boolean =>
  isSignInName(name, value) ||
  ((secretNames.has(name) || personal.test(name) || credential.test(name)) &&
    !(/code$/i.test(name) && isName(value)))

/** Fields nested deeper than any of ours are left out. */
const deepest = 12

/** Returns the fields of a log line without credentials and personal data, at every depth. */
export function hideSecrets(fields: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value !== undefined && isSecret(name, value) ? hidden : hideIn(value, depth + 1),
    ]),
  )
}

function hideIn(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return hideAddresses(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return '[too deep]'
  if (value instanceof Error) return hideSecrets(describeError(value), depth)
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return '[bytes]'
  if (Array.isArray(value)) return value.map((one) => hideIn(one, depth + 1))
  return hideSecrets(value, depth)
}

/** A mail server repeats the recipient in its refusal, and a connection's address has its password. */
const hideAddresses = (text: string): string =>
  text.replace(credentialsInUrl, `${hidden}@`).replace(address, hidden)

/** Describes an error for the log. A database error's `detail` and `where` quote the row: they stay out. */
function describeError(error: Error): object {
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  return { type: error.name, message: error.message, stack: error.stack, code, constraint, table }
}
