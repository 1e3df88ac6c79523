import { absentId } from './matrix.ts'

const market = { symbol: 'BTCUSDT' }
const bars = { ...market, resolution: '60', from: '0', to: '4000000000' }

export interface PageRequest {
  /** Text in place of the parameter of the address. */
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request to each route of a web server that is in neither API, by method and address. A route that is added has to be tried here too. */
export const pageRequests: Readonly<Record<string, PageRequest>> = {
  'GET /': {},
  'GET /.well-known/candor-heads.json': {},
  'GET /.well-known/candor-installation': {},
  'GET /.well-known/candor-keys.json': {},
  'GET /api/loginCallback/google': { query: { code: 'x', state: 'x', error: 'x' } },
  'GET /art/:file': { path: `${absentId}.jpg` },
  'GET /console': {},
  'GET /console/sign-in': { query: { code: 'x', state: 'x', error: 'x' } },
  'GET /docs': {},
  'GET /docs/asyncapi.json': {},
  'GET /docs/openapi.json': {},
  'GET /index.html': {},
  'GET /healthz': {},
  'GET /logos/:file': { path: 'BTCUSDT.svg' },
  'GET /readyz': {},
  'GET /udf/*': { path: 'nothing' },
  'GET /udf/config': {},
  'GET /udf/history': { query: { ...bars, countback: '5' } },
  'GET /udf/marks': { query: bars },
  'GET /udf/quotes': { query: { symbols: 'BTCUSDT' } },
  'GET /udf/search': { query: { query: 'eur', type: 'forex', exchange: 'Candor', limit: '5' } },
  'GET /udf/symbols': { query: market },
  'GET /udf/time': {},
  'GET /udf/timescale_marks': { query: bars },
  'POST /csp-reports': { body: '[]' },
}
