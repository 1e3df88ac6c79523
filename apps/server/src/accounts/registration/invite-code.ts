import { randomInt } from 'node:crypto'

// Without the letters and digits that are taken for one another.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Ten characters: 32^10 of them, so that none is guessed and none comes twice. */
export const newInviteCode = (): string =>
  Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
