import { uuids } from '../../platform/uuid.ts'
import type { Chance } from '../../simulator/surroundings/chance.ts'
import { inputs } from '../authorisation/customers-asks.ts'
import { opsInputs } from '../authorisation/operators-asks.ts'
import { figuresOf } from './extreme-figures.ts'
import { oddValues } from './odd-values.ts'
import type { Operation, Schema } from './operations.ts'

export interface OddRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** Valid requests of a call; an unusual one differs from them in a field or two. */
const wellKnown: Readonly<Record<string, object>> = { ...inputs, ...opsInputs }

const split = (texts: string): string[] => texts.split(' ')
const words = [
  ...split(
    'BTCUSDT EURUSD AAPL USDT BTC ETH ERC20 TRC20 DE 123456 a@b.example terms latest x 1 +49 15112345678',
  ),
  ...split('0x52908400098527886E0F7030069857D2E4169EE7 4111111111111111 harbour en'),
  ...['a long and plain phrase', '0'.repeat(64)],
]
const amounts = ['0.01', '0.001', '1', '10', '100', '1000', '2550', '0.000001', '50000']
const moments = ['2026-01-01T00:00:00Z', '2027-06-01T00:00:00Z', '2026-12-01T12:00:00.000Z']
const bodies = ['', '{', 'null', '[]', '"x"', '{"a":', '\0', '{"a":1}{', `"${'\\u0000'.repeat(9)}"`]
const methods = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'GET', 'POST']
const pathEnds = [
  '/',
  '//',
  '/..',
  '/%2e%2e/',
  '%00',
  '%zz',
  '%ff',
  ';x',
  '/x/y/z',
  '?',
  '?%',
  '?a[]=1&a[]=2',
]
/** Number of rows that are remembered. */
const mostKnown = 400

/** Makes requests as the calls want them, about rows that are there; with something odd in many of them. */
export class RequestMaker {
  private readonly chance: Chance
  /** Ids of rows and texts of 64 hexadecimal digits from responses. */
  private readonly known = { ids: ['01890000-0000-7000-8000-000000000000'], hashes: ['0'.repeat(64)] }

  constructor(chance: Chance) {
    this.chance = chance
  }

  /** Stores the ids of a response, so that later requests use them too. */
  learn(text: string): void {
    const excerpt = text.slice(0, 4_000)
    this.keep(this.known.ids, excerpt.match(uuids) ?? [])
    this.keep(this.known.hashes, excerpt.match(/\b[0-9a-f]{64}\b/g) ?? [])
  }

  private keep(list: string[], found: readonly string[]): void {
    for (const one of found) {
      if (list.length < mostKnown) list.push(one)
      else list[this.chance.whole(0, mostKnown - 1)] = one
    }
  }

  /** A request of this call, as its page would have it or nearly. */
  of(operation: Operation): OddRequest {
    const { name, method, body } = operation
    const base = this.chance.happens(0.5) ? this.nearlyKnown(operation) : null
    const filled = base === null ? this.body(body) : JSON.stringify(base)
    const request = {
      operation: name,
      method,
      path: this.path(operation, base),
      body: method === 'GET' ? null : filled,
      headers: this.headers(),
    }
    return this.chance.happens(0.01) ? this.bent(request) : request
  }

  private path({ path, parameters }: Operation, base: Record<string, unknown> | null): string {
    const query = new URLSearchParams()
    let filled = path
    for (const { name, in: where, schema } of parameters) {
      if (name === undefined || schema === undefined || where === 'header') continue
      const value = wellFormed(textOf(base?.[name] ?? this.value(schema)))
      if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value) || '%20')
      else if (this.chance.happens(0.6)) query.set(name, value)
    }
    return `${filled}?${query}`
  }

  /** Another method, or a path that is none. */
  private bent(request: OddRequest): OddRequest {
    const { chance } = this
    if (chance.happens(0.5)) return { ...request, path: `${request.path}${chance.pick(pathEnds)}` }
    const method = chance.pick(methods)
    return { ...request, method, body: ['GET', 'HEAD'].includes(method) ? null : request.body }
  }

  /** A valid request of the call, with one figure far beyond what is sensible or with something odd in it; null: none is known. */
  private nearlyKnown(operation: Operation): Record<string, unknown> | null {
    const known = wellKnown[operation.name]
    const figures = figuresOf(operation)
    if (known === undefined || figures.length === 0 || this.chance.happens(0.5)) return this.changed(known)
    const { field, extremes } = this.chance.pick(figures)
    return { ...structuredClone(known), [field]: this.chance.pick(extremes) }
  }

  /** A request that is known to pass the first checks, with something odd in one of its fields now and then. */
  private changed(known: object | undefined): Record<string, unknown> | null {
    if (known === undefined) return null
    const changed: Record<string, unknown> = structuredClone(known) as Record<string, unknown>
    const fields = Object.keys(changed)
    while (fields.length > 0 && this.chance.happens(0.6)) {
      const field = this.chance.pick(fields)
      if (this.chance.happens(0.15)) delete changed[field]
      else changed[field] = this.chance.happens(0.8) ? this.odd() : this.likeFound()
    }
    return changed
  }

  private likeFound(): string {
    return this.chance.pick([...words, ...amounts, this.chance.pick(this.known.ids)])
  }

  private body(schema: Schema | null): string {
    if (this.chance.happens(0.02)) return this.chance.pick(bodies)
    const value = this.chance.happens(0.03) || schema === null ? this.odd() : this.fitting(schema)
    return JSON.stringify(value) ?? 'null'
  }

  private headers(): Record<string, string> {
    const { chance } = this
    return {
      'content-type': chance.happens(0.98)
        ? 'application/json'
        : chance.pick(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x']),
      virtually: chance.pick(['NO', 'YES', 'NO', 'YES', 'maybe']),
      lang: chance.pick(['en', 'ar', 'zh', 'xx', '../en', '']),
      'idempotency-key': chance.happens(0.9)
        ? `key-${chance.whole(0, 1_000_000_000)}`
        : chance.pick(['', 'x', 'k'.repeat(300)]),
      'x-candor-console': chance.happens(0.98) ? '1' : '',
    }
  }

  private value(schema: Schema): unknown {
    return this.chance.happens(0.2) ? this.odd() : this.fitting(schema)
  }

  private odd(): unknown {
    return this.chance.pick(oddValues)
  }

  private fitting(schema: Schema): unknown {
    const { chance } = this
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined && choices.length > 0) return this.fitting(chance.pick(choices))
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return chance.pick(schema.enum)
    const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
    return this.ofType[type ?? '']?.(schema) ?? this.odd()
  }

  private readonly ofType: Readonly<Record<string, (schema: Schema) => unknown>> = {
    object: (schema) => this.object(schema),
    array: ({ items }) => Array.from({ length: this.chance.whole(0, 3) }, () => this.value(items ?? {})),
    boolean: () => this.chance.happens(0.5),
    integer: (schema) => this.number(schema),
    number: (schema) => this.number(schema),
    string: (schema) => this.text(schema),
  }

  private number({ minimum = 0, maximum = 100 }: Schema): number {
    return this.chance.pick([1, 2, 7, 20, 60, minimum, Math.min(maximum, 1_000_000)])
  }

  private object({ properties = {}, required = [] }: Schema): Record<string, unknown> {
    const fields = Object.entries(properties).filter(([name]) =>
      this.chance.happens(required.includes(name) ? 0.97 : 0.5),
    )
    return Object.fromEntries(fields.map(([name, schema]) => [name, this.value(schema)]))
  }

  private text({ format, pattern, maxLength }: Schema): string {
    const { chance } = this
    if (format === 'uuid') return chance.pick(this.known.ids)
    if (format === 'decimal') return chance.pick(amounts)
    if (format === 'date-time') return chance.pick(moments)
    if (format === 'date') return '2026-01-01'
    if (pattern?.includes('[0-9a-f]{64}') === true) return chance.pick(this.known.hashes)
    if (pattern?.includes('\\d{6}') === true) return '123456'
    if (pattern?.includes('[A-Z]{2}') === true) return 'FR'
    if (maxLength !== undefined && chance.happens(0.05)) return 'm'.repeat(maxLength + chance.whole(0, 1))
    return chance.happens(0.1) ? chance.pick(this.known.ids) : chance.pick(words)
  }
}

/** A query and a path hold texts only. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 4_000)

/** Half a pair of surrogates cannot be written into a URL: it is replaced as a reader would. */
export const wellFormed = (text: string): string => Buffer.from(text).toString()
