import { csvCell } from '@candor/rules'
import { FileInPieces } from '../handlers.ts'

/** RFC 4180 lines, with a mark so that spreadsheets read UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string => `\uFEFF${csvLines(rows)}`

/** Further lines of a file that `csvOf` began. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`

type Rows = readonly (readonly string[])[]

/** A list of any length as a file for spreadsheets: each page is written as it is read. */
export const csvFile = (fileName: string, header: readonly string[], pages: AsyncIterable<Rows>) =>
  new FileInPieces('lists', { contentType: 'text/csv; charset=utf-8', fileName }, csvPieces(header, pages))

async function* csvPieces(header: readonly string[], pages: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield csvOf([header])
  for await (const rows of pages) if (rows.length > 0) yield csvLines(rows)
}
