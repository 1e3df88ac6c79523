import { chooseLanguage, languages } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headerOf } from '../request-headers.ts'

/** Addresses that only programs call. They respond as the API does, to any client. */
const ofPrograms = /^\/(swx|ops|\.well-known)(\/|$)/

/** True when a browser opens the address as a page; programs and the parts of a page do not name HTML in `Accept`. */
export const isPageVisit = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/i.test(headers.accept ?? '') &&
  !ofPrograms.test(pathOf(url))

/** The page of this server that a lost visitor can go to; null in a process that serves none. */
export function homeOf(app: FastifyInstance, url: string): string | null {
  const known = ['/console', '/'].filter((path) => app.hasRoute({ method: 'GET', url: path }))
  const isConsole = /^\/console(\/|$)/.test(pathOf(url))
  return (isConsole ? known[0] : known.at(-1)) ?? null
}

/** Sends a small page in the visitor's language, with a link home. It needs no script. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, home: string): FastifyReply {
  return reply
    .code(404)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept, accept-language',
    })
    .send(writeNotFoundPage(headerOf(request.headers, 'accept-language'), home))
}

function writeNotFoundPage(acceptLanguage: string | undefined, home: string): string {
  const language = chooseLanguage(wishesIn(acceptLanguage ?? ''))
  const { tag, direction } = languages[language]
  const t = translator(language)
  const [brand, title] = [t('shell.brand'), t('shell.notFound.title')]
  return `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('shell.title', { page: title, brand })}</title><style>${css}</style></head><body><main>
<p class="brand">${brand}</p><h1>${title}</h1><p>${t('shell.notFound.text')}</p><a href="${home}">${t('shell.notFound.home')}</a></main></body></html>`
}

/** The languages of an `Accept-Language` header, best first. */
function wishesIn(header: string): string[] {
  const weighed = header.split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim())
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
    return { tag, weight: weight === undefined ? 1 : Number(weight) }
  })
  return weighed
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

const css = `:root{color-scheme:light dark;--g:#fbfaf7;--i:#14171a;--j:#4d545b;--a:#1f4fd8;--on:#fff}
@media(prefers-color-scheme:dark){:root{--g:#0e1216;--i:#e9edf1;--j:#a9b3bd;--a:#7aa2ff;--on:#0e1216}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--g);color:var(--i);font:16px/1.55 system-ui,sans-serif}
main{max-width:34rem;padding:2rem 1.25rem}h1{font-size:1.75rem;line-height:1.2;margin:0}p{margin:.75rem 0 1.5rem;color:var(--j)}
.brand{margin:0 0 1.5rem;font-weight:600;color:var(--i)}a{display:inline-block;padding:.65rem 1.25rem;border-radius:6px;background:var(--a);color:var(--on);text-decoration:none}`
