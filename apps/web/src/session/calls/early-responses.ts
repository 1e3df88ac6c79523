import type { LanguageCode } from '@candor/texts/languages.ts'
import { readStored } from '../browser-storage.ts'
import { firstCalls } from './first-calls.ts'

export interface CallRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type Question = readonly [method: 'GET' | 'POST', url: string]

const user = '/swx/customer/user'
const { listMarketByType, statistics } = firstCalls

/** First calls of each page. A signed-in customer's page also loads the customer. */
const ofPages: Readonly<Record<string, readonly Question[]>> = {
  '/': [listMarketByType, statistics],
  '/market': [listMarketByType],
}
const ofCustomers: Readonly<Record<string, readonly Question[]>> = {
  '/profile': [
    ['GET', `${user}/accountWorth`],
    ['GET', `${user}/worthHistory?range=month`],
    ['GET', `${user}/limits`],
  ],
}
const whoIsIt: Question = ['POST', `${user}/getUserInfo`]

/** An early response that is not used within this time is outdated. */
const validMs = 10_000

const responses = new Map<string, Promise<Response>>()

/** A request is the same only with the same headers: user, account, language. */
const nameOf = ([method, url]: Question, headers: Readonly<Record<string, string>>): string =>
  [method, url, headers.lang, headers.virtually, headers.Authorization].join(' ')

/** Headers of every request (specification §7): language, token, and the account mode. */
export const headersFor = (
  language: LanguageCode,
  mode: 'demo' | 'real',
  token: string | null,
): Record<string, string> => ({
  lang: language,
  virtually: mode === 'demo' ? 'NO' : 'YES',
  ...(token === null ? {} : { Authorization: token }),
})

/** Sends the page's first calls while the program is still loading. */
export function sendEarly(path: string, language: LanguageCode): void {
  const token = readStored('isLogin') === 'true' ? readStored('token') : null
  const mode = (readStored('virtualStatus') ?? '1') === '1' ? 'demo' : 'real'
  const headers = headersFor(language, mode, token)
  const own = token === null ? [] : [whoIsIt, ...(ofCustomers[path] ?? [])]
  for (const question of [...(ofPages[path] ?? []), ...own]) {
    const [method, url] = question
    const response = fetch(url, requestFor(method, headers, {}))
    // A later call of the same kind reports the failure.
    response.catch(() => undefined)
    responses.set(nameOf(question, headers), response)
  }
  setTimeout(() => responses.clear(), validMs)
}

/** Request to send: a POST carries its fields as JSON. */
export function requestFor(
  method: 'GET' | 'POST',
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>>,
): CallRequest {
  if (method === 'GET') return { method, headers }
  return { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }
}

/** Takes the early response, once; the same call later is sent again. */
export function takeEarly(
  url: string,
  { method, headers, body }: CallRequest,
): Promise<Response> | undefined {
  if (body !== undefined && body !== '{}') return undefined
  const name = nameOf([method, url], headers)
  const response = responses.get(name)
  responses.delete(name)
  return response
}
