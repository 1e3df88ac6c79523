/**
 * Returns a network address without its last part: enough to recognise one's own connection, and no more. The product does not
 * know or guess where an address is located.
 */
export function hiddenAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (/^\d+(\.\d+){3}$/.test(plain)) return plain.replace(/\d+$/, '*')
  const [first = '', second = '', third = ''] = plain.split(':')
  return [first, second, third]
    .filter((part) => part !== '')
    .join(':')
    .concat(':*')
}
