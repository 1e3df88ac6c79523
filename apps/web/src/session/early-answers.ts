import type { LanguageCode } from '@candor/texts/languages.ts'
import { readStored } from './browser-storage.ts'
import { firstCalls } from './first-calls.ts'

export interface CallRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type Question = readonly [method: 'GET' | 'POST', url: string]

const user = '/swx/customer/user'
const { listMarketByType, statistics } = firstCalls

/** What a page asks first. A signed-in customer's asks who that is as well. */
const ofPages: Readonly<Record<string, readonly Question[]>> = {
  '/': [listMarketByType, statistics],
  '/market': [listMarketByType],
}
const ofCustomers: Readonly<Record<string, readonly Question[]>> = {
  '/profile': [
    ['GET', `${user}/equityHistory?days=30`],
    ['GET', `${user}/limits`],
  ],
}
const whoIsIt: Question = ['POST', `${user}/getUserInfo`]

/** Asked early and not yet wanted, an answer soon says what was, not what is. */
const keptMs = 10_000

const asked = new Map<string, Promise<Response>>()

/** A question is the same only with the same headers: whose it is, which account, which language. */
const nameOf = ([method, url]: Question, headers: Readonly<Record<string, string>>): string =>
  [method, url, headers.lang, headers.virtually, headers.Authorization].join(' ')

/** The headers of every request (specification §7): language, token, and the mode as the product computes it. */
export const headersFor = (
  language: LanguageCode,
  mode: 'demo' | 'real',
  token: string | null,
): Record<string, string> => ({
  lang: language,
  virtually: mode === 'demo' ? 'NO' : 'YES',
  ...(token === null ? {} : { Authorization: token }),
})

/** Asks what the page will ask first while the program that asks it is still on its way. */
export function askEarly(path: string, language: LanguageCode): void {
  const token = readStored('isLogin') === 'true' ? readStored('token') : null
  const mode = (readStored('virtualStatus') ?? '1') === '1' ? 'demo' : 'real'
  const headers = headersFor(language, mode, token)
  const own = token === null ? [] : [whoIsIt, ...(ofCustomers[path] ?? [])]
  for (const question of [...(ofPages[path] ?? []), ...own]) {
    const [method, url] = question
    const answer = fetch(url, requestFor(method, headers, {}))
    // Whoever asks again hears of the failure.
    answer.catch(() => undefined)
    asked.set(nameOf(question, headers), answer)
  }
  setTimeout(() => asked.clear(), keptMs)
}

/** What is sent: a POST carries its fields as JSON. */
export function requestFor(
  method: 'GET' | 'POST',
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>>,
): CallRequest {
  if (method === 'GET') return { method, headers }
  return { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }
}

/** The answer that was asked for early, once: the same question later is a new one. */
export function takeEarly(
  url: string,
  { method, headers, body }: CallRequest,
): Promise<Response> | undefined {
  if (body !== undefined && body !== '{}') return undefined
  const name = nameOf([method, url], headers)
  const answer = asked.get(name)
  asked.delete(name)
  return answer
}
