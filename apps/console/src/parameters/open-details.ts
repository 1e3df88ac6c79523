import type { ParameterShown } from '@candor/contract'

/** The operator's own details that are not filled yet, in the order of the list. */
export const openDetails = (rows: readonly ParameterShown[]): readonly string[] =>
  rows.filter(({ key, value }) => key.startsWith('operator.') && value === '').map(({ key }) => key)

/** Words for a detail: `operator.licensedName` is “licensed name”. */
export const detailName = (key: string): string =>
  key.replace('operator.', '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
