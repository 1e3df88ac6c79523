import { calls } from '@candor/contract'
import { type Price, parsePrice } from '@candor/money'
import { refusals } from '@candor/refusals'
import { z } from 'zod'

/** The calls a script may make: all that open, change and close contracts. */
export const scriptedCalls = [
  'buyContract',
  'editContract',
  'closeContract',
  'closeAllContracts',
  'reverseContract',
  'cancelContract',
] as const
export type ScriptedCallName = (typeof scriptedCalls)[number]

export interface ScriptedCall {
  /** The recorded clock, epoch ms. */
  readonly at: number
  readonly as: string
  readonly ref: string
  readonly call: ScriptedCallName
  readonly body: Readonly<Record<string, unknown>>
  /** The price the customer was shown, from which a `maxSlippage` counts (a preview's promise, without its five seconds). */
  readonly quoted: Price | null
}

const line = z.object({
  at: z.number().int(),
  as: z.string().min(1).max(100),
  ref: z.string().min(1).max(200).optional(),
  call: z.enum(scriptedCalls),
  body: z.record(z.string(), z.unknown()),
  quoted: z
    .string()
    .refine((text) => parsePrice(text) !== null, 'no price')
    .optional(),
})

/** Parses a script in the order of its clock; lines of the same moment keep theirs. Throws naming the invalid line. */
export function readScript(text: string): ScriptedCall[] {
  const script = text
    .split('\n')
    .flatMap((one, index) => (one.trim() === '' ? [] : [readLine(one, index + 1)]))
  return script.sort((a, b) => a.at - b.at)
}

function readLine(text: string, number: number): ScriptedCall {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ScriptError(`line ${number} of the orders is not JSON`)
  }
  const read = line.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ScriptError(`line ${number} of the orders: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { ref = `line ${number}`, quoted, ...rest } = read.data
  return { ...rest, ref, quoted: quoted === undefined ? null : parsePrice(quoted) }
}

/** The script cannot be carried out as written. */
export class ScriptError extends Error {}

const inputs = {
  buyContract: calls.buyContract.input,
  editContract: calls.editContract.input,
  closeContract: calls.closeContract.input,
  closeAllContracts: calls.closeAllContracts.input,
  reverseContract: calls.reverseContract.input,
  cancelContract: calls.cancelContract.input,
} as const

/** The body as its call's schema reads it; null when it does not. */
export function readBody<N extends ScriptedCallName>(
  name: N,
  body: unknown,
): z.output<(typeof inputs)[N]> | { readonly wrong: string } {
  const read = inputs[name].safeParse(body)
  if (read.success) return read.data as z.output<(typeof inputs)[N]>
  return { wrong: String(read.error.issues[0]?.path[0] ?? '') }
}

/** The code a wrong field is refused with (calls page). */
export function codeOfField(name: ScriptedCallName, field: string): number {
  const code = calls[name].fieldCodes?.[field]
  if (code === undefined) return refusals.invalidInput
  return typeof code === 'number' ? code : code.wrong
}
