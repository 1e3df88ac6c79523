import { expect, test } from 'vitest'
import { allowedOf } from './otlp-tracing.ts'
import { tracedQuery } from './trace-statements.ts'
import { errorTypeOf, inOwnTrace, type SpanAttributes, type Tracing } from './tracing.ts'

/** Tracing that writes down what starts and ends. */
function writingTracing() {
  const lines: string[] = []
  const tracing: Tracing = {
    start: (name) => {
      lines.push(`start ${name}`)
      return {
        within: (work) => work(),
        end: (attributes = {}) => void lines.push(`end ${name} ${attributes['error.type'] ?? 'well'}`),
      }
    },
    stop: async () => undefined,
  }
  return { lines, tracing }
}

const refused = Object.assign(new Error('duplicate key (email)=(ana@candor.example)'), { code: '23505' })

test('I16.16: an attribute that is not listed is left out, whatever its code meant', () => {
  const given = { 'http.route': '/swx', 'url.query': 'token=abc' } as SpanAttributes
  expect(allowedOf(given)).toEqual({ 'http.route': '/swx' })
})

test('I16.16: a failure is named by its code, never by its message', () => {
  expect(errorTypeOf(refused)).toBe('23505')
  expect(errorTypeOf(Object.assign(new Error(''), { code: 'ana@candor.example' }))).toBe('error')
  expect(errorTypeOf('ana')).toBe('error')
})

test('I16.16: a statement is timed to its result, by promise and by callback, and its failure reaches the caller', async () => {
  const { lines, tracing } = writingTracing()
  const byPromise = tracedQuery(tracing, async (text) => {
    if (text === 'update x') throw refused
    return text
  })
  expect(await byPromise('select 1 from a')).toBe('select 1 from a')
  await expect(byPromise('update x')).rejects.toBe(refused)
  const byCallback = tracedQuery(tracing, (...given) => {
    const done = given.at(-1) as (error: Error | null, result: unknown) => void
    done(given[1] === 'fail' ? refused : null, given[1])
    return undefined
  })
  const results: unknown[] = []
  byCallback('select 1 from b', 'well', (error: unknown, result: unknown) => results.push(error, result))
  byCallback('select 1 from c', 'fail', (error: unknown) => results.push(error))
  expect(results).toEqual([null, 'well', refused])
  expect(lines.filter((line) => line.startsWith('end'))).toEqual([
    'end SELECT a well',
    'end UPDATE x 23505',
    'end SELECT b well',
    'end SELECT c 23505',
  ])
})

test('I16.16: without tracing, work runs as it is', async () => {
  expect(await inOwnTrace('engine commit', {}, async () => 7)).toBe(7)
})
