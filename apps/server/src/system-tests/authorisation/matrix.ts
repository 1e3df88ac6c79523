import { z } from 'zod'
import { uuids } from '../../platform/uuid.ts'
import type { CallResponse } from '../../testing/test-client.ts'

/** An id that no row has, of the form that every id has. */
export const absentId = '01890000-0000-7000-8000-000000000000'
/** A text that names no row, with characters that break out of a query into which it is pasted. */
export const malformedId = "1' OR '1'='1"

interface Field {
  readonly format?: unknown
  readonly properties?: Readonly<Record<string, Field>>
  readonly items?: Field
  readonly anyOf?: readonly Field[]
  readonly oneOf?: readonly Field[]
}

/** Paths of the fields of a call's input that name a row or a file, at any depth, also those that a module parses. */
export function idFieldsOf(input: z.ZodType): string[] {
  return [...new Set(idsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Field, []))]
}

function idsIn(field: Field, path: readonly string[]): string[] {
  if (field.format === 'uuid' || field.format === 'file-id') return [path.join('.')]
  const inner = [...(field.anyOf ?? []), ...(field.oneOf ?? []), ...(field.items ? [field.items] : [])]
  const named = Object.entries(field.properties ?? {})
  return [
    ...inner.flatMap((one) => idsIn(one, path)),
    ...named.flatMap(([name, one]) => idsIn(one, [...path, name])),
  ]
}

/** Responses by the owner of the row that the request named, in the order it is written; `absent` alone where a route names none. */
export type Cell = Readonly<Record<string, CallResponse>>
export interface Line {
  readonly route: string
  readonly cells: Readonly<Record<string, Cell>>
}

/** Removes from a response what differs from request to request. */
export const likeness = ({ status, text }: CallResponse): string =>
  `${status} ${text.replaceAll(uuids, 'id')}`

/** The codes of a cell; one where they are all the same. */
function written(cell: Cell): string {
  const codes = Object.values(cell).map(({ code }) => code ?? 'file')
  return new Set(codes).size === 1 ? String(codes[0]) : codes.join('/')
}

/** The table as it is checked in: a line a route, a column an actor. */
export const table = (head: string, actors: readonly string[], lines: readonly Line[]): string =>
  textTable(head, [
    ['route', ...actors],
    ...lines.map(({ route, cells }) => [route, ...actors.map((actor) => written(cells[actor] ?? {}))]),
  ])

/** Writes rows in columns of equal width, below a text. */
export function textTable(head: string, rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const text = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${head.trim()}\n\n${text.join('\n')}\n`
}

/** Checks that a missing row and another owner's row get the same response: empty, or a sentence per leak. */
export function leaks({ route, cells }: Line): string[] {
  return Object.entries(cells).flatMap(([actor, { another, absent }]) =>
    another === undefined || absent === undefined || likeness(another) === likeness(absent)
      ? []
      : [`${route} as ${actor}: ${likeness(another)} of another’s, ${likeness(absent)} of what is not there`],
  )
}

/** Lists responses with a server error: empty, or a sentence each. */
export const faults = ({ route, cells }: Line): string[] =>
  Object.entries(cells).flatMap(([actor, cell]) =>
    Object.entries(cell).flatMap(([situation, { status, text }]) =>
      status >= 500 ? [`${route} as ${actor}, ${situation}: ${status} ${text}`] : [],
    ),
  )
