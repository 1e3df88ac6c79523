/**
 * An address of the network without its last part: enough to tell one's own line from a stranger's, and no more. Where an address is in the
 * world we do not know, and do not guess.
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
