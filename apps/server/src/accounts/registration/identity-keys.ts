/** The one form in which two user names or addresses are compared: compatible characters made one, case folded. */
export const compared = (text: string): string => text.trim().normalize('NFKC').toLowerCase()

const dotsDoNotMatter = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the mailbox an address delivers to, as far as its form shows: what follows a `+` is a label of the same mailbox, and
 * Gmail ignores dots. Used only to compare whether two addresses may belong to one person, never to send.
 */
export function mailboxOf(email: string): string {
  const key = compared(email)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  const [name = ''] = key.slice(0, at).split('+')
  if (!dotsDoNotMatter.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
