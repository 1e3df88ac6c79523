import * as refusals from './by-name.ts'

export { refusals }

export type RefusalName = keyof typeof refusals
export type RefusalCode = (typeof refusals)[RefusalName]

/** Finds the name of a code that came over a wire or from a call's declaration. Throws on one that does not exist. */
export function refusalName(code: number): RefusalName {
  for (const [name, known] of Object.entries(refusals)) if (known === code) return name as RefusalName
  throw new Error(`there is no refusal ${code}`)
}
