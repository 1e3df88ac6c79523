import {
  type OpsCall,
  type OpsCallName,
  type OpsRoles,
  opsCalls,
  type ServiceScope,
  serviceScopeOf,
} from '@candor/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CredentialGate } from '../../platform/http/callers/credential-gate.ts'
import { PerRequest } from '../../platform/http/callers/per-request.ts'
import type { VisitorLines } from '../../platform/http/files/fair-line.ts'
import type { FileSender } from '../../platform/http/files/file-sender.ts'
import { sendFile } from '../../platform/http/files/send-file.ts'
import { FileInPieces, FileResponse } from '../../platform/http/handlers.ts'
import { isRecord, readInput } from '../../platform/http/input-issues.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { deviceOf, headerOf } from '../../platform/http/request-headers.ts'
import type { Envelope } from '../../platform/http/responses/envelope.ts'
import { addRateLimit } from '../../platform/http/responses/rate-limit-headers.ts'
import { lineCallerOf, networkOf } from '../../platform/limits/network-of.ts'
import type { Budget } from '../../platform/limits/request-budget.ts'
import { spend } from '../../platform/limits/spend.ts'
import type { Operator, OperatorOrService, Stranger } from './operator.ts'
import { type OpsHandlers, WithCookie } from './ops-handlers.ts'
import { type ServiceDoor, serviceHolderOf, serviceTokenIn } from './service-tokens/service-door.ts'

/** The console's cookie, by the address where operators reach it. */
export interface ConsoleCookie {
  /** A console at its own address has its own cookie, because browsers distinguish hosts and not ports. */
  readonly cookieName: 'candor_console' | 'candor_own_console'
  /** Operators reach the console over HTTPS, even if the last hop to this process does not use it. */
  readonly https: boolean
}

/** Options by which operators' calls are served. */
export interface OpsRouteOptions extends ConsoleCookie {
  readonly authenticate: (token: string) => Promise<Operator | 'ended' | 'forged'>
  readonly services: ServiceDoor
  readonly envelope: Envelope
  /** Number of requests for one operator, and for one network without a session; null disables the limit (tests). */
  readonly budgets: { readonly account: Budget; readonly visitor: Budget } | null
  /** Lines in which requests without a session take turns; null admits all at once (tests). */
  readonly visitors: VisitorLines | null
  /** Makes large files in turns; an operator has one at a time. */
  readonly files: FileSender
  /** Called after each change by an operator: shared responses are recomputed. */
  readonly changed: () => void
  readonly checkResults: boolean
}

/** One line of the operators' route table. */
export interface OpsRoute {
  readonly name: OpsCallName
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly roles: OpsRoles
  /** Scope that a service token needs for it; null: no token can make it. */
  readonly scope: ServiceScope | null
}

/** Header that a form or a link of another page cannot send. A script of another origin would need a preflight, which is always refused. */
export const consoleHeader = 'x-candor-console'

export const opsRouteTable: readonly OpsRoute[] = Object.entries(opsCalls).map(([name, call]) => ({
  name: name as OpsCallName,
  method: call.method,
  url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
  roles: call.roles,
  scope: serviceScopeOf(name as OpsCallName),
}))

type MountOptions = OpsRouteOptions & { readonly gate: CredentialGate }
type Who = OperatorOrService | Stranger
type AnyHandler = (input: unknown, who: Who) => Promise<unknown>

/** Mounts every operators' call; one that no module handles, or that names no role, fails the start. */
export function registerOps(app: FastifyInstance, handlers: OpsHandlers, options: OpsRouteOptions): void {
  const gate = new CredentialGate({
    budget: options.budgets?.visitor ?? null,
    visitors: options.visitors,
  })
  const mounting = { ...options, gate }
  for (const route of opsRouteTable) {
    const handle = handlers[route.name] as AnyHandler | undefined
    if (handle === undefined) throw new Error(`no handler for ${route.name}`)
    if (route.roles.length === 0) throw new Error(`${route.name} has no roles`)
    const { mostBytes } = opsCalls[route.name] as OpsCall
    app.route({
      method: route.method,
      url: route.url,
      ...(mostBytes === undefined ? {} : { bodyLimit: mostBytes }),
      config: { readsPath: true, ...(route.roles === 'visitor' ? {} : { countsCallers: true }) },
      ...mount(route, opsCalls[route.name], handle, mounting),
    })
  }
}

/** Returns the hooks of a call: its caller is identified and counted before its body is read. */
function mount(route: OpsRoute, call: OpsCall, handle: AnyHandler, options: MountOptions) {
  const inTurn = turnsOf(route, options)
  const changes = call.method === 'POST' && call.changesNothing !== true && route.roles !== 'visitor'
  const callers = new PerRequest<Who>()
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isForeign(request)) await options.gate.refuse(request, 'forged')
    callers.set(request, await whoOf(request, reply, route, options))
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const who = callers.of(request)
    const given = call.method === 'GET' ? request.query : request.body
    const input = readInput(call, { ...record(given), ...record(request.params) })
    const response = await inTurn(request, () => handle(input, who))
    if (changes) options.changed()
    return sendResponse({ request, reply, call }, response, options)
  }
  return { onRequest, handler }
}

interface ResponseContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly call: OpsCall
}

/** Sends a handler's response: a file, or its result with the cookie that it may set. */
function sendResponse({ request, reply, call }: ResponseContext, response: unknown, options: MountOptions) {
  if (response instanceof FileResponse) return sendFile(reply, response)
  if (response instanceof FileInPieces)
    return options.files.send(reply, response, request.who ?? networkOf(request.ip))
  if (!(response instanceof WithCookie)) return sendResult(reply, call, response, options)
  reply.header('set-cookie', cookieOf(options, response.token, request))
  return sendResult(reply, call, response.result, options)
}

function sendResult(
  reply: FastifyReply,
  call: OpsCall,
  result: unknown,
  options: OpsRouteOptions,
): FastifyReply {
  if (options.checkResults) call.result.parse(result)
  reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(options.envelope.success(200, result, 'en'))
}

/** Calls that wait for the provider of single sign-on. */
const waitElsewhere: ReadonlySet<OpsCallName> = new Set(['opsSsoStart', 'opsSsoFinish'])

/** Makes a request without a session wait for its turn among all visitors. */
function turnsOf({ name, roles }: OpsRoute, { visitors }: OpsRouteOptions) {
  if (roles !== 'visitor' || visitors === null)
    return <T>(_request: FastifyRequest, work: () => Promise<T>) => work()
  const line = waitElsewhere.has(name) ? visitors.elsewhere : visitors.calls
  return <T>({ ip }: FastifyRequest, work: () => Promise<T>) => line.run(lineCallerOf(ip), work)
}

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** The cookie alone does not prove which page made the request. No browser adds a service token by itself. */
function isForeign(request: FastifyRequest): boolean {
  const { method, headers } = request
  const site = headerOf(headers, 'sec-fetch-site')
  const foreign = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (foreign || method !== 'POST') return foreign
  return headerOf(headers, consoleHeader) === undefined && serviceTokenIn(request) === null
}

async function whoOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, roles, scope }: OpsRoute,
  options: MountOptions,
): Promise<Who> {
  if (roles === 'visitor') return { address: request.ip, device: deviceOf(request.headers) }
  const token = serviceTokenIn(request)
  if (token !== null) {
    const { caller, standing } = await serviceHolderOf(request, token, { name, scope }, options)
    addRateLimit(reply, standing)
    return caller
  }
  const operator = await operatorOf(request, options)
  if (!roles.includes(operator.role)) throw new Refusal('roleNotAllowed')
  return operator
}

async function operatorOf(request: FastifyRequest, options: MountOptions): Promise<Operator> {
  const operator = await holderOf(request, options)
  request.who = operator.id
  if (options.budgets !== null) await spend(options.budgets.account, operator.id)
  return operator
}

/** Returns the operator of the cookie. A customer's token is not valid here. */
function holderOf(request: FastifyRequest, options: MountOptions): Promise<Operator> {
  const token = tokenIn(headerOf(request.headers, 'cookie') ?? '', cookieNameFor(options, request))
  if (token === null) return options.gate.refuse(request, 'ended')
  // A forged token costs no query.
  const credential = { text: token, recognized: true }
  return options.gate.holderOf(request, credential, () => options.authenticate(token))
}

function tokenIn(cookies: string, cookieName: string): string | null {
  const own = cookies.split(';').map((one) => one.trim().split('='))
  return own.find(([name]) => name === cookieName)?.[1] ?? null
}

const isSecure = ({ https }: ConsoleCookie, { protocol }: FastifyRequest) => https || protocol === 'https'

/** Browsers accept a cookie with this prefix only over HTTPS and only for this host, so no neighbouring host can set it. */
const cookieNameFor = (cookie: ConsoleCookie, request: FastifyRequest): string =>
  isSecure(cookie, request) ? `__Host-${cookie.cookieName}` : cookie.cookieName

/** Never sent to a script, nor from another site's page; only over HTTPS where there is HTTPS, and elsewhere only to `/ops`. */
function cookieOf(cookie: ConsoleCookie, token: string | null, request: FastifyRequest): string {
  // The prefix demands the path of the whole host.
  const where = isSecure(cookie, request) ? 'Path=/; Secure' : 'Path=/ops'
  const lasts = token === null ? '; Max-Age=0' : ''
  return `${cookieNameFor(cookie, request)}=${token ?? ''}; ${where}; HttpOnly; SameSite=Strict${lasts}`
}
