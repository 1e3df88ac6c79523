// The operators' API as an OpenAPI document, with the same envelope as the customers'.
import { type OpsCall, type OpsCallName, opsCalls, serviceScopeOf } from '@candor/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function operationOf(name: string, call: OpsCall): Json {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const fields = Object.entries(input.properties ?? {})
  const parameters = fields
    .filter(([field]) => call.method === 'GET' || inPath.includes(field))
    .map(([field, schema]) => ({
      name: field,
      in: inPath.includes(field) ? 'path' : 'query',
      required: inPath.includes(field) || (input.required ?? []).includes(field),
      schema,
    }))
  const scope = serviceScopeOf(name as OpsCallName)
  const roles = callersOf(call, scope)
  const response = {
    type: 'object',
    properties: {
      code: { type: 'integer', description: '200, or a code of the catalogue' },
      result: schemaOf(call.result, 'output'),
      message: { type: ['string', 'null'] },
    },
    required: ['code', 'result', 'message'],
  }
  return {
    operationId: name,
    summary: call.summary,
    description: roles,
    tags: [call.path.split('/')[2] ?? 'other'],
    security: [
      ...(call.roles === 'visitor' ? [] : [{ session: [] }]),
      ...(scope === null ? [] : [{ serviceToken: [scope] }]),
    ],
    parameters:
      call.method === 'POST' ? [{ $ref: '#/components/parameters/console' }, ...parameters] : parameters,
    ...(call.method === 'POST'
      ? { requestBody: { content: { 'application/json': { schema: withoutPath(input, inPath) } } } }
      : {}),
    responses: { 200: { description: roles, content: { 'application/json': { schema: response } } } },
  }
}

function callersOf({ roles }: OpsCall, scope: string | null): string {
  if (roles === 'visitor') return 'Anyone: no session is needed.'
  const service = scope === null ? '' : ` Service tokens: ${scope}.`
  return `Roles: ${roles.join(', ')}.${service}`
}

function withoutPath(
  input: { properties?: Record<string, Json>; required?: string[] },
  inPath: string[],
): Json {
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(([field]) => !inPath.includes(field)),
  )
  return { ...input, properties, required: (input.required ?? []).filter((field) => !inPath.includes(field)) }
}

/** The whole page, generated from packages/contract. */
export function opsApi(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, call] of Object.entries(opsCalls) as [string, OpsCall][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor, operators',
      version: '1',
      description:
        'Never reachable with a customer’s token. Refusals: 11005 another role, 11006 changed since it was shown, 11007 not claimed by this operator, 11008 a second person is needed, 11009 sign-in, 11056 (HTTP 403) and 11057 (HTTP 401) service tokens. Generated from packages/contract.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'candor_console' },
        serviceToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of another system, with the scope named; it needs no X-Candor-Console.',
        },
      },
      parameters: {
        console: {
          name: 'X-Candor-Console',
          in: 'header',
          required: true,
          description: 'Any value: a page of another origin cannot send it.',
          schema: { type: 'string' },
        },
      },
    },
  }
}
