import { type Call, type CallName, calls, isShutByCountry, type Language } from '@candor/contract'
import type { CountryStanding } from '@candor/rules'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import { lineCallerOf, networkOf } from '../limits/network-of.ts'
import type { AuthenticateKey } from './authenticate.ts'
import type { Caller, Visitor } from './caller.ts'
import { CredentialGate } from './callers/credential-gate.ts'
import {
  type CallerOfCountry,
  type CallerOptions,
  callerOf,
  type IdentifiedCaller,
} from './callers/identify-caller.ts'
import { PerRequest } from './callers/per-request.ts'
import type { VisitorLines } from './files/fair-line.ts'
import type { FileSender } from './files/file-sender.ts'
import { sendFile } from './files/send-file.ts'
import type { UploadDoor } from './files/upload-door.ts'
import { FileInPieces, FileResponse, type Handlers, type IdempotencyContext } from './handlers.ts'
import { idempotencyContextOf, keyOf } from './idempotency/idempotency-context.ts'
import { isRecord, listFieldsOf, readInput } from './input-issues.ts'
import { Refusal } from './refusal.ts'
import { isShared, madeOldBy } from './responses/cache-policies.ts'
import type { Envelope } from './responses/envelope.ts'
import { addRateLimit } from './responses/rate-limit-headers.ts'
import type { SharedResponses } from './responses/shared-responses.ts'
import { lineOf, spendDeclared, type VisitorBudgets } from './responses/visitor-costs.ts'
import { type Route, routeTable } from './route-table.ts'

/** Checks of a caller that other modules make. */
export interface CallerChecks {
  readonly authenticateKey: AuthenticateKey
  readonly recognizesKey: (key: string) => boolean
  /** Checks whether a customer's identity is approved. */
  readonly isVerified: (userId: string) => Promise<boolean>
  /**
   * Refuses with `freshProofRequired` unless this session recently proved its identity, or the call itself carries the proof; from
   * accounts.
   */
  readonly requireFreshProof: RequireFreshProof
  /** Rules for customers of a country; null: the country is not known. */
  readonly countryStanding: (country: string | null) => Promise<CountryStanding>
}

/** Options by which customers' calls are served. */
export interface CallRouteOptions extends CallerOptions, CallerChecks {
  readonly budgets: (NonNullable<CallerOptions['budgets']> & VisitorBudgets) | null
  readonly envelope: Envelope
  /** Public responses cached for all callers; null computes every response (tests with a fixed clock). */
  readonly shared: SharedResponses | null
  /** Queues for visitors' calls; null admits all of them at once (tests). */
  readonly visitors: VisitorLines | null
  readonly uploads: Pick<UploadDoor, 'read'>
  readonly files: FileSender
  /** Lets tests check every result against its schema, so that the contract is proven both ways. */
  readonly checkResults?: boolean
}

type MountOptions = CallRouteOptions & { readonly gate: CredentialGate }

/** Credentials that a call carries in addition to its own fields to prove the caller's identity. */
export interface GivenProof {
  readonly password?: string | undefined
  readonly totp?: string | undefined
}
export type RequireFreshProof = (caller: Caller, given: GivenProof) => Promise<void>

/** A call's handler: it receives only the result of parsing and authentication. */
type AnyHandler = (input: never, caller: never, idempotency: IdempotencyContext | null) => Promise<unknown>

/** Mounts every call of the contract; one without a handler fails the start. */
export function registerCalls(app: FastifyInstance, handlers: Handlers, options: CallRouteOptions): void {
  const orphans = routeTable.filter((route) => handlers[route.name] === undefined)
  if (orphans.length > 0) {
    throw new Error(`no handler for ${orphans.map((route) => route.name).join(', ')}`)
  }
  const gate = new CredentialGate({
    budget: options.budgets?.visitor ?? null,
    visitors: options.visitors,
  })
  const mounting = { ...options, gate }
  for (const route of routeTable) {
    const call: Call = calls[route.name]
    const handle: AnyHandler | undefined = handlers[route.name]
    if (handle === undefined) throw new Error(`no handler for ${route.name}`)
    const { method, url } = route
    const mounted = { method, url, config: configOf(route), ...mount(route, call, handle, mounting) }
    if (call.multipart === true) app.register(unread(mounted))
    else app.route(mounted)
  }
}

/** Calls that start or end a session, or pay out money: they are logged, like all that need a fresh proof. */
const letsSomebodyIn: ReadonlySet<CallName> = new Set([
  'register',
  'registerByGoogle',
  'login',
  'loginBySms',
  'loginByGoogle',
  'passkeyFinish',
  'proveIdentity',
  'logout',
  'forget',
  'repassword',
  'totpConfirm',
  'newPasskeyFinish',
  'removePasskey',
  'revokeApiKey',
  'undoChange',
  'freeze',
  'unfreeze',
  'confirmAddress',
  'withdrawal',
  'cancelWithdrawal',
  'closeAccount',
  'keepAccount',
])

const configOf = ({ name, access, proof }: Route): FastifyContextConfig => ({
  readsPath: true,
  ...(access === 'customer' ? { countsCallers: true as const } : {}),
  ...(proof === 'fresh' || letsSomebodyIn.has(name) ? { security: true as const } : {}),
})

/** Registers a route whose multipart body is not read before the sender is known. */
const unread = (route: RouteOptions) => async (app: FastifyInstance) => {
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null, undefined))
  app.route(route)
}

/** Returns the hooks of a call: its caller is identified and counted before its body is read. */
function mount(route: Route, call: Call, handle: AnyHandler, options: MountOptions) {
  const inputOf = inputReader(call, options)
  const send = sender(route, call, options)
  const callers = new PerRequest<IdentifiedCaller>()
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const identified = await callerOf(request, route, options)
    callers.set(request, identified)
    addRateLimit(reply, identified.standing)
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller, frozen, country } = callers.of(request)
    refuseDemo(call, caller)
    await refuseUnverified(call, caller, options)
    const key = route.movesMoney ? keyOf(request.headers) : null
    const input = readInput(call, await inputOf(request, caller))
    if (frozen && route.whileFrozen !== 'open') throw new Refusal('accountFrozen')
    await refuseCountry(route, { caller, country }, input, options)
    await refuseUnproven(route, caller, input, options)
    const idempotency = idempotencyOf(key, route, caller, input)
    await spendDeclared(route, request.ip, options.budgets)
    const make = () => handle(input as never, caller as never, idempotency)
    return send({ request, reply, input, language: caller.language }, make)
  }
  return { onRequest, handler }
}

interface ResponseContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly input: unknown
  readonly language: Language
}

/** Sends the handler's result: for this caller, or cached for every caller with the same request. */
function sender(
  route: Route,
  call: Call,
  { shared, visitors, envelope, files, checkResults }: CallRouteOptions,
) {
  const old = madeOldBy(route.name)
  const lifetimeMs = lifetimeMsOf(route)
  const write = (result: unknown, language: Language) => {
    if (checkResults === true) call.result.parse(result)
    return envelope.success(call.success ?? 200, result, language)
  }
  const line = lineOf(route, visitors)
  return async ({ request, reply, input, language }: ResponseContext, handle: () => Promise<unknown>) => {
    const make = () => (line === null ? handle() : line.run(lineCallerOf(request.ip), handle))
    if (lifetimeMs !== null && shared !== null) {
      const wanted = { key: JSON.stringify([language, input]), lifetimeMs }
      const prepared = await shared.get(route.name, wanted, async () => write(await make(), language))
      addHeaders(reply, call)
      return prepared.send(request, reply, ['lang'])
    }
    const result = await make()
    request.who ??= signedInAs(result)
    if (old.length > 0) shared?.forget(old)
    if (result instanceof FileResponse) return sendFile(reply, result)
    if (result instanceof FileInPieces) return files.send(reply, result, request.who ?? networkOf(request.ip))
    addHeaders(reply, call)
    return reply.send(write(result, language))
  }
}

/** Id of the customer whom a call signed in; null where it signed in no customer. */
const signedInAs = (result: unknown): string | null => {
  const { id } = record(record(result).user)
  return typeof id === 'string' ? id : null
}

/** Lifetime of a response shared by all callers with the same request; null: it is made for each. */
const lifetimeMsOf = ({ cachePolicy }: Route): number | null =>
  isShared(cachePolicy) ? cachePolicy.lifetimeMs : null

function addHeaders(reply: FastifyReply, { cacheSeconds }: Call): void {
  reply.header('content-type', 'application/json; charset=utf-8')
  // The message of a response is in the caller's language.
  if (cacheSeconds !== undefined)
    reply.header('cache-control', `public, max-age=${cacheSeconds}`).header('vary', 'lang')
}

const idempotencyOf = (key: string | null, route: Route, caller: Caller | Visitor, input: unknown) =>
  key === null ? null : idempotencyContextOf(key, route.name, caller.mode, input)

function refuseDemo(call: Call, caller: Caller | Visitor): void {
  if (call.realOnly === true && caller.mode === 'demo') throw new Refusal('realAccountRequired')
}

async function refuseUnverified(
  call: Call,
  { userId }: Caller | Visitor,
  options: CallRouteOptions,
): Promise<void> {
  if (call.verifiedOnly !== true) return
  if (userId === null || !(await options.isVerified(userId))) throw new Refusal('identityRequired')
}

/** Refuses with `unavailable` (`country`) what is new with real money, where the customer's country is closed or not known; the result names it. */
async function refuseCountry(
  { name }: Route,
  { caller, country }: CallerOfCountry,
  input: unknown,
  options: CallRouteOptions,
): Promise<void> {
  if (caller.userId === null || caller.mode === 'demo' || !isShutByCountry(name, record(input))) return
  if ((await options.countryStanding(country)) !== 'open')
    throw new Refusal('unavailable', { reason: 'country', country })
}

async function refuseUnproven(
  route: Route,
  caller: Caller | Visitor,
  input: unknown,
  options: CallRouteOptions,
): Promise<void> {
  if (route.proof !== 'fresh' || caller.userId === null) return
  const { password, totp } = record(input)
  await options.requireFreshProof(caller, {
    password: typeof password === 'string' ? password : undefined,
    totp: typeof totp === 'string' ? totp : undefined,
  })
}

type InputReader = (request: FastifyRequest, caller: Caller | Visitor) => unknown

function inputReader(call: Call, { uploads }: CallRouteOptions): InputReader {
  if (call.multipart === true) {
    return (request, { userId }) =>
      userId !== null && request.headers['content-type']?.startsWith('multipart/form-data') === true
        ? uploads.read(request, userId)
        : (request.body ?? {})
  }
  if (call.method === 'POST') return (request) => request.body ?? {}
  const lists = listFieldsOf(call.input)
  return (request) => {
    const input: Record<string, unknown> = { ...record(request.query), ...record(request.params) }
    for (const field of lists) {
      const value = input[field]
      if (value !== undefined && !Array.isArray(value)) input[field] = [value]
    }
    return input
  }
}

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
