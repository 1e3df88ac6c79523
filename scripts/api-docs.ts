// Writes docs/api from the contract: openapi.json, operators.json, asyncapi.json and websockets.md. With --check it only reports
// whether they are up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  accountHello,
  apiScopeOf,
  artworkMessage,
  type Call,
  type CallName,
  calls,
  depthMessage,
  depthSubscription,
  keyMessageTypes,
  priceEntry,
  priceSubscription,
} from '@candor/contract'
import { z } from 'zod'
import { accountTitles, asyncApi, closeCodes } from './asyncapi.ts'
import { opsApi } from './ops-docs.ts'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'api')

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const header = (name: string, description: string, schema: Json, required = false) => ({
  name,
  in: 'header',
  description,
  required,
  schema,
})

const sharedHeaders = {
  lang: header('lang', 'The language of `message`; English when missing.', {
    enum: ['en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh'],
  }),
  virtually: header('virtually', '`NO`: the demo account, also when missing. `YES`: the real one.', {
    enum: ['NO', 'YES'],
  }),
  idempotencyKey: header(
    'Idempotency-Key',
    'The same key with the same body returns the first response again; with another body 11003.',
    { type: 'string', format: 'uuid' },
    true,
  ),
}

const reference = (name: keyof typeof sharedHeaders) => ({ $ref: `#/components/parameters/${name}` })

function operationOf(name: string, call: Call): Json {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const fields = Object.entries(input.properties ?? {})
  const parameters = fields
    .filter(([field]) => call.method === 'GET' || names.includes(field))
    .map(([field, schema]) => ({
      name: field,
      in: names.includes(field) ? 'path' : 'query',
      required: names.includes(field) || (input.required ?? []).includes(field),
      schema,
    }))
  const headers = [reference('lang'), reference('virtually')]
  if (call.movesMoney === true) headers.push(reference('idempotencyKey'))
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[3] ?? 'other'],
    security: securityOf(name as CallName, call),
    parameters: [...headers, ...parameters],
    ...(call.method === 'POST'
      ? {
          requestBody: {
            content: { [call.multipart ? 'multipart/form-data' : 'application/json']: { schema: input } },
          },
        }
      : {}),
    responses: { 200: responseOf(call), ...failures(call) },
  }
}

/** A session's token, and for the calls that are open to them an API key with its scope. */
function securityOf(name: CallName, call: Call): Json[] {
  if (call.access !== 'customer') return []
  const scope = apiScopeOf(name)
  return [{ token: [] }, ...(scope === null ? [] : [{ apiKey: [scope] }])]
}

/** Every response of the application is HTTP 200: a success, or a refusal with its code. */
function responseOf(call: Call): Json {
  const success = {
    type: 'object',
    properties: {
      code: { const: call.success ?? 200 },
      result: schemaOf(call.result, 'output'),
      message: { type: ['string', 'null'] },
    },
    required: ['code', 'result', 'message'],
  }
  const schema = { anyOf: [success, { $ref: '#/components/schemas/Refusal' }] }
  return { description: 'A success, or a refusal with its code', content: { 'application/json': { schema } } }
}

function failures(call: Call): Json {
  const refusal = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } }
  return {
    ...(call.access === 'customer' ? { 401: { description: 'An unknown token', ...refusal } } : {}),
    404: { description: 'Not found: code 11004', ...refusal },
    429: { description: 'Too many requests: code 11002, with Retry-After', ...refusal },
    500: { description: 'A server error: code 11000, with a reference that is also in the log', ...refusal },
  }
}

function openApi(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: '1',
      description:
        'Every response is `{ code, result, message }`. Money and prices are decimal texts. Times are ISO 8601 in UTC. Generated from packages/contract.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token itself, no scheme word.',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description:
            'A key that the customer created in their settings. Its scope is `read`, or `trade`, which includes it.',
        },
      },
      parameters: sharedHeaders,
      schemas: {
        Refusal: {
          type: 'object',
          properties: {
            code: { type: 'integer', description: 'A code of the catalogue' },
            result: { type: ['object', 'null'] },
            message: { type: ['string', 'null'] },
          },
          required: ['code', 'result', 'message'],
        },
      },
    },
  }
}

const accountRows = (): string => {
  const byKey: ReadonlySet<string> = new Set(keyMessageTypes)
  return Object.entries(accountTitles)
    .map(([type, content]) => `| \`${type}\` | ${content} | ${byKey.has(type) ? 'yes' : 'no'} |`)
    .join('\n')
}

function webSockets(): string {
  const shown = (schema: z.ZodType) =>
    `\`\`\`json\n${JSON.stringify(schemaOf(schema, 'input'), null, 2)}\n\`\`\``
  return `# Websockets

Generated from packages/contract. [asyncapi.json](asyncapi.json) describes the same for programs, with every field of \`data\`.

## \`/websocket/message\`: prices, for everyone

On connect one text frame with an array of \`{ code, price, zdf }\` for every market; then frames with what changed, at most
five a second. An entry:

${shown(priceEntry)}

A client can subscribe to the full quotes of some markets (bid, ask, time, seq, source), and unsubscribe:

${shown(priceSubscription)}

## \`/websocket/account\`: changes of the customer's own account

The first message authenticates the client by the token of a session or by an API key of any scope; neither is ever in the URL.
\`virtually\` as in the header: \`NO\` demo, \`YES\` real.

${shown(accountHello)}

Then messages \`{ "type", "seq", "at", "data" }\`: \`seq\` counts up on this connection from 1, \`at\` is the server's time in epoch
milliseconds.

| type | data | by API key |
|---|---|---|
${accountRows()}

\`session\` has \`{ "state": "listening" }\` after the first message, \`{ "state": "alive" }\` every 30 seconds, and
\`{ "state": "ended" }\` before the connection closes for good. What changed before \`listening\`, or during an interruption, is sent to
nobody: read the lists after each connection.

| close code | meaning |
|---|---|
${Object.entries(closeCodes)
  .map(([code, meaning]) => `| ${code} | ${meaning} |`)
  .join('\n')}

## \`/websocket/artworks\`: bids and sales, for everyone

On connect, and every ten seconds, the server's time; each change of an artwork as it happens. The client sends nothing.

${shown(artworkMessage)}

${depthSocket(shown)}`
}

const depthSocket = (
  shown: (schema: z.ZodType) => string,
): string => `## \`/websocket/depth\`: order books and trades, for everyone

Order book and newest trades of the exchange that a market's quotes come from. For information only: orders are filled at the quote,
never from a book. A client subscribes to at most four markets at a time, and unsubscribes:

${shown(depthSubscription)}

Each market is answered with everything known at once (\`whole\`), then with what changed, at most four times a second. A level is
\`[price, volume]\`. \`state\` is \`none\` where the price comes from no exchange with a book, such as a simulated one.

${shown(depthMessage)}
`

const pages = {
  'openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`,
  'operators.json': `${JSON.stringify(opsApi(), null, 2)}\n`,
  'asyncapi.json': `${JSON.stringify(asyncApi(), null, 2)}\n`,
  'websockets.md': webSockets(),
}

const readOr = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const differing = Object.entries(pages).filter(([name, text]) => readOr(join(folder, name)) !== text)
if (process.argv.includes('--check')) {
  for (const [name] of differing) console.log(`docs/api/${name} is out of date: run npm run api-docs`)
  process.exitCode = differing.length > 0 ? 1 : 0
} else {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of differing) writeFileSync(join(folder, name), text)
  console.log(
    `docs/api: ${differing.length} of ${Object.keys(pages).length} pages written, ${Object.keys(calls).length} calls`,
  )
}
