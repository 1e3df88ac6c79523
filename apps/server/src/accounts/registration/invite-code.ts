import { randomInt } from 'node:crypto'

// Without letters and digits that are easily confused.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Ten characters: with 32^10 codes, guessing one and drawing one twice are both practically impossible. */
export const newInviteCode = (): string =>
  Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
