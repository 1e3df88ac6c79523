import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeText } from '@candor/texts/code-text.ts'
import { translator } from '@candor/texts/server.ts'
import type { FastifyInstance } from 'fastify'
import type { ConsoleCookie } from '../../back-office/operators/register-ops.ts'
import type { Config } from '../config.ts'
import type { ShutdownStack } from '../shutdown-stack.ts'
import { StartError } from '../start-error.ts'
import { FairLine } from './files/fair-line.ts'
import { FileSender } from './files/file-sender.ts'
import { UploadDoor } from './files/upload-door.ts'
import { createMetrics, type Metrics, serveMetrics } from './observability/metrics.ts'
import { addProbes, type ReadinessOfRoles } from './observability/probes.ts'
import { readIndex, serveConsoleFiles, serveWebFiles } from './pages/web-files.ts'
import { registerCalls } from './register-calls.ts'
import { countResponses } from './responses/count-responses.ts'
import { type CodeText, createEnvelope, type Envelope } from './responses/envelope.ts'
import { onlyNetworks } from './security/only-networks.ts'
import { takePolicyReports } from './security/policy-reports.ts'
import { contentSecurityPolicy } from './security/security-headers.ts'
import type { ServedCalls, ServerOptions } from './server-options.ts'
import { OpenSockets } from './sockets/open-sockets.ts'
import { routeUpgrades, type UpgradeHandler } from './sockets/upgrades.ts'
import { createWebServer } from './web-server.ts'

const webDir = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
const consoleDir = fileURLToPath(new URL('../../../../console/dist', import.meta.url))

/** Sockets of a process, and what it has to reach to be ready. */
export interface ProcessSockets {
  readonly readiness: ReadinessOfRoles
  readonly sockets: Readonly<Record<string, UpgradeHandler>>
  /** The server ends only once its last socket has. */
  readonly closeSockets: () => void
}

/** Of twenty connections to the database; the others are for signed-in callers and for jobs. */
const visitorsLine = {
  ...{ atOnce: 8, atOnceOfOne: 4, atOnceOfRange: 6 },
  ...{ mostWaiting: 1_000, mostOfOne: 50, comeAgainMs: 1_000 },
}
/** Holds no connection while the other server responds. */
const elsewhereLine = {
  ...{ atOnce: 8, atOnceOfOne: 2, atOnceOfRange: 4 },
  ...{ mostWaiting: 200, mostOfOne: 20, comeAgainMs: 1_000 },
}

export interface Listening {
  readonly url: string
  readonly metricsUrl: string
  /** Public address of the console, without a slash at its end. */
  readonly consoleUrl: string
}

/** Serves calls, pages, sockets, probes and metrics. Requests and guesses are counted. */
export async function listen(options: ServerOptions, live: ProcessSockets): Promise<Listening> {
  const { config, log, closing, db, limits, calls } = options
  const metrics = createMetrics()
  options.measure(metrics.registry)
  const envelope = countResponses(createEnvelope(textOf), metrics.registry)
  const newServer = (publicUrl: string | null) =>
    createWebServer({
      envelope,
      log,
      policy: contentSecurityPolicy(readIndex(webDir)),
      consolePolicy: contentSecurityPolicy(readIndex(consoleDir)),
      addressBudget: limits.visitor,
      https: isHttps(publicUrl),
      trustProxy: config.trustProxy,
      observe: metrics.observeResponse,
    })
  const app = newServer(config.publicUrl)
  const ownConsole = ownConsoleOf(config)
  const consoleApp = ownConsole === null || calls === null ? app : newServer(ownConsole.url)
  if (ownConsole?.networks != null && consoleApp !== app) onlyNetworks(consoleApp, ownConsole.networks)
  const takeReports = takePolicyReports(metrics.registry, log)
  for (const server of new Set([app, consoleApp])) takeReports(server)
  addProbes(app, {
    pingDatabase: async () => void (await db.pool.query('SELECT 1')),
    ...live.readiness,
  })
  if (calls !== null) await registerCallsAndPages({ app, consoleApp, envelope }, options, calls)
  routeSockets(app, options, live.sockets)
  const metricsUrl = await listenForMetrics(metrics, config, closing)
  const url = await listenForCustomers(app, config, closing, live.closeSockets)
  const consoleUrl =
    ownConsole === null || consoleApp === app
      ? `${ownConsole?.url ?? config.publicUrl?.replace(/\/$/, '') ?? url}/console`
      : `${await listenApart(consoleApp, ownConsole, closing)}/console`
  return { url, metricsUrl, consoleUrl }
}

interface Servers {
  readonly app: FastifyInstance
  /** The same server, unless the console has an address of its own. */
  readonly consoleApp: FastifyInstance
  readonly envelope: Envelope
}

async function registerCallsAndPages(
  { app, consoleApp, envelope }: Servers,
  { config, authenticate, limits: budgets }: ServerOptions,
  { handlers, callers, ops, shared, pages, consolePages, figures }: ServedCalls,
): Promise<void> {
  const checkResults = config.checkResults === true
  const visitors = { calls: new FairLine(visitorsLine), elsewhere: new FairLine(elsewhereLine) }
  const files = new FileSender(join(config.dataDir, 'exports'))
  const uploadLimits = { budget: budgets.uploads, places: budgets.uploadPlaces }
  registerCalls(app, handlers, {
    ...{ authenticate, ...callers, envelope, budgets, shared, visitors, checkResults },
    uploads: new UploadDoor(join(config.dataDir, 'incoming'), figures.mostFileBytes, uploadLimits),
    files,
  })
  ops.register(consoleApp, ops.handlers, {
    ...{ authenticate: ops.authenticate, services: ops.services, envelope, budgets, visitors, checkResults },
    files,
    changed: () => shared.forget(),
    ...consoleCookieAt(config.publicUrl, config.console),
  })
  pages(app, visitors)
  consolePages(consoleApp)
  serveWebFiles(app, webDir, async () => ({
    sandbox: String(config.sandbox),
    'demo-grant': await figures.demoGrant(),
  }))
  serveConsoleFiles(consoleApp, consoleDir)
}

function routeSockets(
  app: FastifyInstance,
  { config, limits }: ServerOptions,
  sockets: ProcessSockets['sockets'],
): void {
  const { visitor, socketsOfNetwork: mostOfNetwork } = limits
  routeUpgrades(app.server, sockets, {
    places: new OpenSockets({ visitor, mostOfNetwork, trustProxy: config.trustProxy }),
    publicUrl: config.publicUrl,
  })
}

async function listenForMetrics(metrics: Metrics, config: Config, closing: ShutdownStack): Promise<string> {
  const { metricsHost: host, metricsPort: port } = config
  const served = await serveMetrics(metrics, { host, port }).catch(whyNot(host, port, 'metrics-'))
  closing.add('metrics', () => served.close())
  return served.url
}

async function listenForCustomers(
  app: FastifyInstance,
  { host, port }: Config,
  closing: ShutdownStack,
  closeSockets: () => void,
): Promise<string> {
  await app.listen({ port, host }).catch(whyNot(host, port, ''))
  closing.add('connections of customers', () => {
    closeSockets()
    return app.close()
  })
  return urlOf(app.server, host)
}

const isHttps = (url: string | null): boolean => url?.startsWith('https:') === true

/** The name of the console's cookie and the way it is sent, by the address where operators reach it. */
const consoleCookieAt = (publicUrl: string | null, own: Config['console']): ConsoleCookie =>
  own === null
    ? { cookieName: 'candor_console', https: isHttps(publicUrl) }
    : { cookieName: 'candor_own_console', https: isHttps(own.url) }

/** Refuses a console port in a sandbox, whose console must be where everyone who tries it out finds it. */
function ownConsoleOf({ console, sandbox }: Config): Config['console'] {
  if (console !== null && sandbox)
    throw new StartError('A sandbox has its console at /console: omit --console-port.')
  return console
}

/** Opens the console's own server; returns the address at which operators reach it. */
async function listenApart(
  app: FastifyInstance,
  { port, host, url }: NonNullable<Config['console']>,
  closing: ShutdownStack,
): Promise<string> {
  await app.listen({ port, host }).catch(whyNot(host, port, 'console-'))
  closing.add('connections of operators', () => app.close())
  return url ?? urlOf(app.server, host)
}

/** Converts a failure to listen to one sentence for the person who starts the process. */
const whyNot =
  (host: string, port: number, flag: 'metrics-' | 'console-' | '') =>
  (error: NodeJS.ErrnoException): never => {
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `Port ${port} of ${host} is taken by another process: stop that, or choose another with --${flag}port (0 takes any free one).`,
      EACCES: `Port ${port} is not open to this user: choose one above 1023 with --${flag}port.`,
      EADDRNOTAVAIL: `This machine has no address ${host}: choose another with --${flag}host.`,
      ENOTFOUND: `There is no host ${host}: choose another with --${flag}host.`,
      EAI_AGAIN: `There is no host ${host}: choose another with --${flag}host.`,
    }
    const sentence = reasons[error.code ?? '']
    throw sentence === undefined ? error : new StartError(sentence, { cause: error })
  }

const textOf: CodeText = (code, language, result) => codeText(translator(language), code, result)

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}
