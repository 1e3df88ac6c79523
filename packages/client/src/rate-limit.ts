/** Budget of requests as the newest response states it. */
export interface RateLimit {
  /** Name of the budget: `apiKeys`, or `account` with a session. */
  readonly policy: string
  /** Requests that are possible at once. */
  readonly limit: number | null
  /** Requests left now, as an estimate: another program of the same customer may use them. */
  readonly remaining: number
  /** Time until the budget is full again; null where the response does not state it. */
  readonly resetMs: number | null
}

/** Reads `RateLimit` and `RateLimit-Policy`; null where the response has none. */
export function readRateLimit(headers: Headers): RateLimit | null {
  const state = readItem(headers.get('ratelimit'))
  const remaining = state?.parameters.get('r')
  if (state === null || remaining === undefined) return null
  const policy = readItem(headers.get('ratelimit-policy'))
  const reset = state.parameters.get('t')
  return {
    policy: state.name,
    limit: policy?.name === state.name ? (policy.parameters.get('q') ?? null) : null,
    remaining,
    resetMs: reset === undefined ? null : reset * 1_000,
  }
}

interface Item {
  readonly name: string
  readonly parameters: ReadonlyMap<string, number>
}

/** The first item of a structured field: `"name";r=17;t=1`. */
function readItem(text: string | null): Item | null {
  const [first, ...rest] = text?.split(',')[0]?.split(';') ?? []
  const name = /^\s*"([^"]*)"\s*$/.exec(first ?? '')?.[1]
  if (name === undefined) return null
  const parameters = new Map<string, number>()
  for (const one of rest) {
    const [, key, value] = /^\s*([a-z]\w*)=(\d+)\s*$/.exec(one) ?? []
    if (key !== undefined) parameters.set(key, Number(value))
  }
  return { name, parameters }
}
