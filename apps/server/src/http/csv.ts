import { csvCell } from '@candor/rules'

/** RFC 4180 lines, with a mark so that spreadsheets read UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string => `\uFEFF${csvLines(rows)}`

/** Further lines of a file that `csvOf` began. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
