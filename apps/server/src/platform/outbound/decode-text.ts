/** An XML declaration is in the first bytes, in ASCII in every encoding that is read here. */
const declarationBytes = 200

/**
 * Decodes a text by its byte order mark, else by the charset of its content type, else by its XML declaration, else as UTF-8. Null: the
 * encoding is unknown.
 */
export function decodeText(bytes: Buffer, contentType: string | null): string | null {
  const label = markOf(bytes) ?? charsetOf(contentType) ?? declaredIn(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return null
  }
}

function markOf(bytes: Buffer): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

const charsetOf = (contentType: string | null): string | null =>
  /;\s*charset=["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null

const declaredIn = (bytes: Buffer): string | null =>
  /^\s*<\?xml[^>]{0,100}?\sencoding=["']([\w.:-]{1,40})["']/i.exec(
    bytes.subarray(0, declarationBytes).toString('latin1'),
  )?.[1] ?? null
