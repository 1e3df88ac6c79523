import { z } from 'zod'
import { call } from '../call.ts'
import { isoTime } from '../fields.ts'

/** Changes of an account that its owner is written about, each with a link that undoes it (ADR-192). */
export const undoableChanges = [
  'apiKey',
  'passkey',
  'secondFactor',
  'secondFactorOn',
  'recoveryCodes',
  'phone',
  'email',
  'google',
  'address',
  'card',
  'export',
] as const
export type UndoableChange = (typeof undoableChanges)[number]

const login = '/swx/customer/login'
const token = z.string().min(1).max(100)

export const undoingCalls = {
  readUndoing: call({
    method: 'POST',
    path: `${login}/readUndoing`,
    summary:
      'The change that a letter’s link would undo; 11004 once it was used, was voided by an earlier undo or has expired',
    access: 'visitor',
    input: z.object({ token }),
    result: z.object({ change: z.enum(undoableChanges), at: isoTime, until: isoTime }),
  }),
  undoChange: call({
    method: 'POST',
    path: `${login}/undoChange`,
    summary:
      'Undoes the change of a letter’s link, once, with later ones that followed from it, and ends every session of the account',
    access: 'visitor',
    input: z.object({ token }),
    result: z.object({ change: z.enum(undoableChanges) }),
  }),
} as const
