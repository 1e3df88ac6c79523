type Schema = Readonly<Record<string, unknown>>

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** Parts of the OpenAPI document that the page reads. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Shown extends Operation {
  readonly path: string
  readonly method: string
}

const groups: readonly (readonly [title: string, holds: (operation: Shown) => boolean])[] = [
  ['Read: with a key of scope “read” or “trade”', (one) => scopeOf(one) === 'read'],
  ['Trade: with a key of scope “trade”', (one) => scopeOf(one) === 'trade'],
  ['For everybody: without a key', ({ security }) => security.length === 0],
  [
    'With a session only: no key can make these calls',
    (one) => one.security.length > 0 && scopeOf(one) === null,
  ],
]

const scopeOf = ({ security }: Operation): string | null =>
  security.flatMap((one) => one.apiKey ?? [])[0] ?? null

/** A readable page of the API: plain HTML in one file, so that it needs no script and reads on any device. */
export function writeDocsPage({ info, paths }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Shown => ({ ...operation, path, method })),
  )
  const sections = groups.map(([title, holds], at) => {
    const own = operations.filter(holds)
    return `<section id="g${at}"><h2>${inHtml(title)} <small>${own.length}</small></h2>${own.map(operationHtml).join('')}</section>`
  })
  const contents = groups.map(([title], at) => `<li><a href="#g${at}">${inHtml(title)}</a></li>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(info.title)} API</title><style>${css}</style></head><body><main>
<h1>${inHtml(info.title)} API</h1><p>${inHtml(info.description)}</p>
<p>Machine-readable: <a href="/docs/openapi.json">openapi.json</a> (OpenAPI 3.1), and <a href="/docs/asyncapi.json">asyncapi.json</a> (AsyncAPI 3.0) for the WebSockets with prices and account events.</p>
<h2>Getting started</h2><ol><li>Create a key in your account settings. It can read, or read and trade; no key can withdraw or change the account.</li>
<li>Send it as <code>X-Api-Key</code>. Limit: twenty requests at once, then five a second; beyond it HTTP 429 with <code>Retry-After</code>.</li>
<li><code>virtually: NO</code> is the demo account, <code>YES</code> the real one. Without it: demo.</li>
<li>Calls that move money need an <code>Idempotency-Key</code> (a UUID): the same key with the same body returns the first response again.</li>
<li>Check <code>code</code>, not the HTTP status: 200 or 20001 to 20005 is a success, everything else a refusal with its reason in <code>message</code>.</li></ol>
<h2>Contents</h2><ul>${contents.join('')}</ul>${sections.join('')}</main></body></html>`
}

function operationHtml(operation: Shown): string {
  const { path, method, operationId, summary } = operation
  const example = exampleOf(operation)
  return `<details id="${inHtml(operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${inHtml(path)}</code><span>${inHtml(summary)}</span></summary>
${fieldsHtml(fieldsOf(operation))}<h4>curl</h4><pre tabindex="0">${inHtml(curlOf(operation, example))}</pre>
<h4>TypeScript</h4><pre tabindex="0">${inHtml(typescriptOf(operation, example))}</pre></details>`
}

interface ApiField {
  readonly name: string
  readonly where: string
  readonly required: boolean
  readonly schema: Schema
}

function fieldsOf({ parameters, requestBody }: Operation): ApiField[] {
  const named = parameters.flatMap(({ name, in: where, required, schema }) =>
    name === undefined
      ? []
      : [{ name, where: where ?? 'query', required: required === true, schema: schema ?? {} }],
  )
  const [body] = Object.values(requestBody?.content ?? {})
  const properties = Object.entries((body?.schema.properties ?? {}) as Record<string, Schema>)
  const needed = (body?.schema.required ?? []) as readonly string[]
  return [
    ...named,
    ...properties.map(([name, schema]) => ({ name, where: 'body', required: needed.includes(name), schema })),
  ]
}

function fieldsHtml(fields: readonly ApiField[]): string {
  if (fields.length === 0) return '<p>No fields.</p>'
  const rows = fields.map(
    ({ name, where, required, schema }) =>
      `<tr><td><code>${inHtml(name)}</code></td><td>${inHtml(typeOf(schema))}</td><td>${where}${required ? ', required' : ''}</td></tr>`,
  )
  return `<table><tr><th>Field</th><th>Type</th><th>Where</th></tr>${rows.join('')}</table>`
}

function typeOf(schema: Schema): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' · ')
  if (schema.const !== undefined) return String(schema.const)
  if (Array.isArray(schema.anyOf))
    return [...new Set(schema.anyOf.map((one: Schema) => typeOf(one)))].join(' or ')
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any')
  return schema.format === undefined ? type : `${type} (${String(schema.format)})`
}

/** A value of the right shape for each field that must be sent. */
function exampleOf(operation: Operation): { readonly [where: string]: Readonly<Record<string, unknown>> } {
  const found: Record<string, Record<string, unknown>> = { path: {}, query: {}, body: {} }
  // A ticket without its two exits must confirm that.
  for (const { name, where, required, schema } of fieldsOf(operation))
    if (required || name === 'protected')
      found[where] = { ...found[where], [name]: knownOf(operation, name) ?? sampleOf(schema) }
  return found
}

const known: Readonly<Record<string, unknown>> = {
  code: 'BTCUSDT',
  lots: '0.01',
  leverage: 2,
  protected: false,
  amount: '10',
  periodSeconds: 60,
  language: 'en',
  type: 1,
  date: 'latest',
  id: 'ID',
  orderId: 'ID',
}

/** A market's code in calls about markets; elsewhere `code` is a mailed code or a friend's. */
const knownOf = ({ tags }: Operation, name: string): unknown =>
  name === 'code' && !tags.includes('order') && !tags.includes('index') ? undefined : known[name]

function sampleOf(schema: Schema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.anyOf)) return sampleOf((schema.anyOf[0] ?? {}) as Schema)
  if (schema.type === 'boolean') return false
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'array') return []
  return schema.type === 'object' ? {} : '…'
}

function addressOf({ path }: Shown, example: ReturnType<typeof exampleOf>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(example.path?.[name] ?? name))
  const query = Object.entries(example.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

const movesMoney = ({ parameters }: Operation) =>
  parameters.some(({ $ref }) => $ref?.endsWith('/idempotencyKey') === true)

function headersOf(operation: Shown): [string, string][] {
  const { security, method } = operation
  return [
    ...(security.length === 0
      ? []
      : [
          (scopeOf(operation) === null ? ['Authorization', 'YOUR TOKEN'] : ['X-Api-Key', 'YOUR KEY']) as [
            string,
            string,
          ],
        ]),
    ...(security.length === 0 ? [] : ([['virtually', 'NO']] as [string, string][])),
    ...(method === 'post' ? ([['content-type', 'application/json']] as [string, string][]) : []),
  ]
}

function curlOf(operation: Shown, example: ReturnType<typeof exampleOf>): string {
  const headers = headersOf(operation)
  if (movesMoney(operation)) headers.push(['Idempotency-Key', '$(uuidgen)'])
  const lines = [
    `curl "$HOST${addressOf(operation, example)}"`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(operation.method === 'post' ? [`-d '${JSON.stringify(example.body)}'`] : []),
  ]
  return lines.join(' \\\n  ')
}

function typescriptOf(operation: Shown, example: ReturnType<typeof exampleOf>): string {
  const headers = headersOf(operation).map(([name, value]) => `    '${name}': '${value}',`)
  if (movesMoney(operation)) headers.push(`    'Idempotency-Key': crypto.randomUUID(),`)
  const post = operation.method === 'post'
  return [
    `const response = await fetch(\`\${host}${addressOf(operation, example)}\`, {`,
    ...(post ? [`  method: 'POST',`] : []),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(post ? [`  body: JSON.stringify(${JSON.stringify(example.body)}),`] : []),
    '})',
    'const { code, result, message } = await response.json()',
  ].join('\n')
}

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const css = `:root{color-scheme:light dark;--g:#fbfaf7;--s:#fff;--k:#f3f1eb;--h:#e4e0d6;--i:#14171a;--j:#4d545b;--a:#1f4fd8}
@media(prefers-color-scheme:dark){:root{--g:#0e1216;--s:#151a20;--k:#0a0d11;--h:#262e37;--i:#e9edf1;--j:#a9b3bd;--a:#7aa2ff}}
*{box-sizing:border-box}body{margin:0;background:var(--g);color:var(--i);font:16px/1.55 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2.5rem 1rem 5rem}h1{font-size:1.75rem;margin:0}h2{font-size:1.25rem;margin:2.5rem 0 .75rem}
h2 small{color:var(--j);font-weight:400}h4{margin:1rem 0 .25rem;font-size:.75rem;color:var(--j)}a{color:var(--a)}p,li{max-width:68ch}
details{background:var(--s);border:1px solid var(--h);border-radius:6px;margin:.5rem 0;padding:0 1rem}details[open]{padding-bottom:1rem}
summary{padding:.65rem 0;cursor:pointer;overflow-wrap:anywhere}summary b{font-size:.75rem;color:var(--a)}summary span{display:block;color:var(--j);font-size:.875rem}
code,pre{font-family:ui-monospace,monospace;font-size:.8125rem}pre{background:var(--k);border-radius:6px;padding:.75rem;margin:0;overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.875rem}th{font-size:.75rem;color:var(--j);text-align:start}
td,th{padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--h);text-align:start;vertical-align:top;overflow-wrap:anywhere}`
