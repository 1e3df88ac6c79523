import * as refusals from './by-name.ts'

export { refusals }

export type RefusalName = keyof typeof refusals
export type RefusalCode = (typeof refusals)[RefusalName]

/** Finds the name of a code from the wire or from a call's declaration. Throws on an unknown one. */
export function refusalName(code: number): RefusalName {
  for (const [name, known] of Object.entries(refusals)) if (known === code) return name as RefusalName
  throw new Error(`there is no refusal ${code}`)
}
