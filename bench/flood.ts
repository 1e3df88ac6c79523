import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { type RunningServer, startServer } from '../e2e/running-server.ts'
import type { BenchResult } from './result.ts'
import { Client, figures, line, load, type Person, paced, people, type Visit } from './visitors.ts'

const login = '/swx/customer/login'
const index = '/swx/customer/index'
const password = 'a long and plain phrase'
const market: Visit = { method: 'GET', path: `${index}/getMarketInfo/BTCUSDT` }
const signIn: Visit = { method: 'POST', path: `${login}/login`, body: { account: 'onlooker', password } }

/** The refusals that cost the server most: of tokens, invitations, passwords, codes and passkeys. */
const bogus = (at: number): Visit => {
  const kinds: readonly Visit[] = [
    {
      method: 'POST',
      path: `${login}/forget`,
      body: { resetToken: `made-up-${at}`.padEnd(43, 'x'), password },
    },
    {
      method: 'POST',
      path: '/ops/join',
      body: { token: `made-up-${at}`.padEnd(43, 'x'), password, totp: '123456' },
      headers: { 'x-candor-console': '1' },
    },
    { method: 'POST', path: `${login}/login`, body: { account: 'customer', password: `guess ${at}` } },
    { method: 'POST', path: `${login}/login`, body: { account: `nobody${at}`, password } },
    {
      method: 'POST',
      path: `${login}/sendCode`,
      body: { email: `nobody${at}@candor.example`, purpose: 'forget' },
    },
    { method: 'POST', path: `${login}/readUndoing`, body: { token: `made-up-${at}`.padEnd(43, 'x') } },
  ]
  return kinds[at % kinds.length] ?? market
}

const words = ['fee', 'withdrawal', 'margin', 'loan', 'proof', 'card', 'tax', 'address', 'price', 'terms']
const search = (at: number): Visit => ({
  method: 'GET',
  path: `${index}/searchContents?q=${words[at % words.length]}%20${words[Math.floor(at / words.length) % words.length]}`,
})

/** As many networks as one provider's customer may have. */
const networksOfRange = 65_536

/** The same from another /64 of one /48 each time, as the attacker's proxy states it. */
const scattered = (at: number): Visit => {
  const visit = bogus(at)
  const network = ((at * 7_919) % networksOfRange).toString(16)
  return { ...visit, headers: { ...visit.headers, 'x-forwarded-for': `2001:db8:7:${network}::1` } }
}

/** Floods the real server from one address, then from many networks of one range, and measures the effect on others. */
export async function run(): Promise<readonly BenchResult[]> {
  const dataDir = temporaryDataDir('candor-bench-flood-')
  const server = await startServer({
    dataDir,
    flags: ['--sandbox', '--host', '127.0.0.1', '--trust-proxy', people.attacker],
  })
  await server.hear(/the simulated past is written/)
  const clients = (Object.keys(people) as Person[]).map((person) => new Client(server.url, person))
  const [attacker, customer, onlooker] = clients
  try {
    if (attacker === undefined || customer === undefined || onlooker === undefined)
      throw new Error('three people')
    for (const name of ['customer', 'onlooker']) await signUp(onlooker, server, name)
    return [
      await searched(attacker, customer, onlooker),
      await flooded(attacker, customer, onlooker, oneAddress),
      await flooded(attacker, customer, onlooker, manyNetworks),
    ]
  } finally {
    for (const client of clients) client.close()
    await server.dispose()
  }
}

async function signUp(client: Client, server: RunningServer, userName: string): Promise<void> {
  const email = `${userName}@candor.example`
  await client.call({ method: 'POST', path: `${login}/sendCode`, body: { email, purpose: 'register' } })
  const code = await server.mailedCode(email)
  const body = { userName, email, password, code, country: 'DE' }
  const { body: text } = await client.call({ method: 'POST', path: `${login}/register`, body })
  if (!text.includes('"token"')) throw new Error(`sign-up answered ${text}`)
}

const searchMs = 10_000

async function searched(attacker: Client, customer: Client, onlooker: Client): Promise<BenchResult> {
  const quiet = await paced(onlooker, () => market, 50, 3_000)
  const [searches, markets, others] = await Promise.all([
    paced(attacker, search, 5, searchMs),
    paced(onlooker, () => market, 50, searchMs),
    paced(customer, () => ({ method: 'GET', path: `${index}/listContents/en/1` }), 100, searchMs),
  ])
  const noticed = [...markets, ...others]
  return {
    name: 'search, 200 requests a second: p95 of other visitors’ requests',
    ratio: figures(noticed).p95 / Math.max(1, figures(quiet).p95),
    goal: 'p95 ≤ 100 ms',
    reached: figures(noticed).p95 <= 100 && searches.every(({ status }) => status === 200),
    details: [
      line('markets before it', quiet),
      line('searches', searches),
      line('markets meanwhile', markets),
      line('articles meanwhile', others),
      load(),
    ],
  }
}

const floodMs = 3_000

interface Flood {
  readonly from: string
  readonly calls: number
  readonly call: (at: number) => Visit
}
const oneAddress: Flood = { from: 'one address', calls: 600, call: bogus }
/** More than the visitors' line has places. */
const manyNetworks: Flood = { from: 'many networks of one /48', calls: 3_000, call: scattered }

async function flooded(
  attacker: Client,
  customer: Client,
  onlooker: Client,
  { from, calls, call }: Flood,
): Promise<BenchResult> {
  const [flood, markets, signIns] = await Promise.all([
    paced(attacker, call, floodMs / calls, floodMs),
    paced(customer, () => market, 50, floodMs),
    paced(onlooker, () => signIn, 500, floodMs),
  ])
  const reached =
    figures(signIns).most < 2_000 &&
    figures(markets).p95 < 300 &&
    signIns.every(({ status }) => status === 200)
  return {
    name: `flood, ${calls} bogus calls in 3 s from ${from}: another customer’s sign-in`,
    ratio: null,
    goal: 'sign-in < 2 s, markets p95 < 300 ms',
    reached,
    details: [
      line('bogus calls', flood),
      line('sign-ins of another customer', signIns),
      line('markets meanwhile', markets),
      load(),
    ],
  }
}
