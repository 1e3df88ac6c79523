const plainNumber = /^-?\d+(\.\d+)?$/
/** A first sign that spreadsheets take for the beginning of a formula, also in its full-width form. */
const beginsFormula = /^[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/

/** A cell of a CSV file (RFC 4180): a text that a spreadsheet would run as a formula gets an apostrophe in front; plain numbers, also negative ones, stay numbers. */
export function csvCell(text: string): string {
  const safe = beginsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
