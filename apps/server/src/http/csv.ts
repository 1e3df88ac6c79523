/** RFC 4180 lines, with a mark so that spreadsheets read UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string => `\uFEFF${csvLines(rows)}`

/** Further lines of a file that `csvOf` began. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

const plainNumber = /^-?\d+(\.\d+)?$/

/** A text that a spreadsheet would run as a formula gets an apostrophe in front; plain numbers, also negative ones, stay numbers. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
