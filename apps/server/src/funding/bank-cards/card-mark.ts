import { createHmac } from 'node:crypto'

/** Returns the keyed hash of a card's number, by which two accounts with one card are found. */
export const cardMark = (key: Buffer, number: string): Buffer =>
  createHmac('sha256', key).update(`card ${number}`).digest()
