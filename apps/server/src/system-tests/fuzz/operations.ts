import { readFileSync } from 'node:fs'

/** The parts of JSON Schema that our API pages use. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

interface Parameter {
  readonly name?: string
  readonly in?: 'path' | 'query' | 'header'
  readonly schema?: Schema
}

/** One call as its OpenAPI page describes it. */
export interface Operation {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
}

interface Page {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

interface Described {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** The published pages of both APIs: the customers' and the operators'. */
export type ApiPage = 'openapi' | 'operators'

/** Every call of one of our published API pages. */
export function operationsOf(page: ApiPage): Operation[] {
  const file = new URL(`../../../../../docs/api/${page}.json`, import.meta.url)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Page
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody }]) => ({
      name: operationId,
      method: method === 'get' ? ('GET' as const) : ('POST' as const),
      path,
      parameters: parameters ?? [],
      body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
    })),
  )
}
