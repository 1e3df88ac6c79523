import type { FieldCode, RefusalCode } from '@candor/contract'
import { refusalName, refusals } from '@candor/refusals'
import { z } from 'zod'
import { isUuid } from '../uuid.ts'
import { Refusal } from './refusal.ts'

export interface InputIssue {
  readonly path: string
  readonly code: string
}

/** A body that fails its schema: the catalogue's code for the first failing field, or `invalidInput` (calls page, Conventions). */
export interface InputRefusal {
  readonly code: RefusalCode
  readonly issues: readonly InputIssue[]
}

type Issue = z.core.$ZodIssue

const manyIssues = 20

/** Part of a call's declaration that reading its input needs, for any kind of caller. */
interface Declared {
  readonly input: z.ZodType
  readonly fieldCodes?: Readonly<Record<string, FieldCode>>
}

/** The fields of a call as its schema gives them; throws the refusal of what is wrong. */
export function readInput(call: Declared, given: unknown): unknown {
  if (isTooDeep(given)) throw new Refusal('invalidInput', { issues: [{ path: '', code: 'too_deep' }] })
  const parsed = call.input.safeParse(given)
  if (!parsed.success) {
    const { code, issues } = explainInput(call, given, parsed.error)
    throw new Refusal(refusalName(code), { issues })
  }
  const path = pathOfUnstorable(parsed.data)
  if (path !== null)
    throw new Refusal('invalidInput', { issues: [{ path: path.join('.'), code: 'invalid' }] })
  if (namesNoRow(call.input, parsed.data)) throw new Refusal('notFound')
  return parsed.data
}

/** Checks whether a field that names a row has a value that can name none. */
function namesNoRow(schema: z.ZodType, data: unknown): boolean {
  if (!isRecord(data)) return false
  return rowFieldsOf(schema).some((field) => {
    const given = data[field]
    const ids = Array.isArray(given) ? given : [given ?? null]
    return ids.some((id) => id !== null && !isUuid(id))
  })
}

const rowFields = new WeakMap<z.ZodType, readonly string[]>()

/** The fields that name rows, of all alternatives. */
export function rowFieldsOf(schema: z.ZodType): readonly string[] {
  const known = rowFields.get(schema)
  if (known !== undefined) return known
  const found =
    schema instanceof z.ZodUnion
      ? schema.options.flatMap((option) => rowFieldsOf(option as z.ZodType))
      : schema instanceof z.ZodObject
        ? Object.keys(schema.shape).filter((name) => isRowId(schema.shape[name] as z.ZodType))
        : []
  rowFields.set(schema, found)
  return found
}

function isRowId(field: z.ZodType): boolean {
  if (field.meta()?.format === 'uuid') return true
  if (field instanceof z.ZodArray) return isRowId(field.element as z.ZodType)
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable) {
    return isRowId(field.unwrap() as z.ZodType)
  }
  return false
}

/** The NUL character, and half of a pair of surrogates. */
const unstorable = /[\0\p{Cs}]/u

/** Returns the path of a text, or of a field name, that the database cannot store; null: there is none. */
function pathOfUnstorable(value: unknown): string[] | null {
  if (typeof value === 'string') return unstorable.test(value) ? [] : null
  if (!Array.isArray(value) && !isRecord(value)) return null
  for (const [key, inner] of Object.entries(value)) {
    if (unstorable.test(key)) return []
    const path = pathOfUnstorable(inner)
    if (path !== null) return [key, ...path]
  }
  return null
}

const deepest = 16

/**
 * Checks whether lists and records lie deeper in each other than is accepted: a schema that follows them would run out of stack. Looks no
 * deeper than that itself.
 */
function isTooDeep(given: unknown, levelsLeft = deepest): boolean {
  if (!Array.isArray(given) && !isRecord(given)) return false
  if (levelsLeft < 0) return true
  return Object.values(given).some((value) => isTooDeep(value, levelsLeft - 1))
}

export function explainInput(call: Declared, input: unknown, error: z.ZodError): InputRefusal {
  const given = isRecord(input) ? input : {}
  const { fields, issues } = branchOf(call.input, given, error.issues)
  const failing = new Set(issues.map((issue) => String(issue.path[0] ?? '')))
  const first = fields.find((field) => failing.has(field))
  const fieldCode = first === undefined ? undefined : call.fieldCodes?.[first]
  return {
    code:
      fieldCode === undefined
        ? refusals.invalidInput
        : codeFor(fieldCode, first === undefined ? undefined : given[first]),
    issues: issues.slice(0, manyIssues).map(toInputIssue),
  }
}

function codeFor(fieldCode: FieldCode, value: unknown): RefusalCode {
  if (typeof fieldCode === 'number') return fieldCode
  return isMissing(value) ? fieldCode.missing : fieldCode.wrong
}

const isMissing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function toInputIssue(issue: Issue): InputIssue {
  const custom = issue.code === 'custom' ? issue.message : issue.code
  return { path: issue.path.map(String).join('.'), code: custom }
}

/** Of a call with alternatives, the one the caller meant: the one naming most of the fields that were given, else the last. */
function branchOf(schema: z.ZodType, given: Record<string, unknown>, issues: readonly Issue[]) {
  const union = issues[0]
  if (!(schema instanceof z.ZodUnion) || union?.code !== 'invalid_union') {
    return { fields: fieldsOf(schema), issues }
  }
  const branches = schema.options.map((option, at) => ({
    fields: fieldsOf(option as z.ZodType),
    issues: (union.errors[at] ?? []) as readonly Issue[],
  }))
  const named = (branch: { fields: readonly string[] }) =>
    branch.fields.filter((field) => field in given).length
  const [meant] = [...branches]
    .reverse()
    .sort((a, b) => named(b) - named(a) || a.issues.length - b.issues.length)
  return meant ?? { fields: [], issues }
}

/** The declared fields, in their order. */
export function fieldsOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion) {
    return [...new Set(schema.options.flatMap((option) => fieldsOf(option as z.ZodType)))]
  }
  return []
}

/** Lists the fields whose schema is a list: a list with one element in a query arrives as a single value and must be wrapped. */
export function listFieldsOf(schema: z.ZodType): readonly string[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape)
    .filter(([, field]) => isList(field as z.ZodType))
    .map(([name]) => name)
}

function isList(field: z.ZodType): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable) {
    return isList(field.unwrap() as z.ZodType)
  }
  return field instanceof z.ZodArray
}

/** Recognises records. A file's bytes are not one: each of its two million would be checked as a field. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
