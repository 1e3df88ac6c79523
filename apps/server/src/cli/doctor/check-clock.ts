import { protocolsOf } from '../../market-data/feeds/live/live-feed.ts'
import { liveSettingsFrom } from '../../market-data/feeds/live/live-settings.ts'
import { type Check, type DoctorContext, type Finding, failure, ok, reasonOf, warning } from './finding.ts'

/** Times in HTTP are in whole seconds, and an answer takes a moment. */
const unsureMs = 2_000
/** Authenticator codes are of half a minute. */
const wrongMs = 15_000

/**
 * Compares this machine's clock with the `Date` of an HTTP answer: of a source of prices, a chain node or a sign-in provider, otherwise of
 * the public address. Asks nobody that is not set.
 */
export const clockCheck: Check = {
  name: 'clock',
  title: 'Clock',
  run: async (context) => {
    const reasons: string[] = []
    for (const url of comparableUrls(context)) {
      const found = await compareWith(url, context.signal).catch((error: unknown) => reasonOf(error))
      if (typeof found === 'number') return [judge(found, new URL(url).host)]
      reasons.push(`${new URL(url).host}: ${found}`)
    }
    return [
      warning(
        reasons.length === 0
          ? 'Nothing is set that this clock could be compared with. Let the machine keep its time (timedatectl).'
          : `No answer has a time that this clock could be compared with (${reasons.join('; ')}).`,
      ),
    ]
  },
}

function comparableUrls({ config, env }: DoctorContext): string[] {
  const isLive = config.feed === 'live' || config.feed === 'auto'
  const feeds = isLive ? protocolsOf(liveSettingsFrom(env)).map(({ url }) => url.replace(/^ws/, 'http')) : []
  const others = [config.evmRpcUrl, config.esploraUrl, config.singleSignOn?.issuer, config.publicUrl]
  const given = [...feeds, ...others].flatMap((url) => (url == null ? [] : [new URL(url).origin]))
  return [...new Set(given)].slice(0, 3)
}

/** Returns by how much this clock is ahead, in ms, or why it cannot be said. */
async function compareWith(url: string, signal: AbortSignal): Promise<number | string> {
  const before = Date.now()
  const response = await fetch(url, { method: 'HEAD', signal, redirect: 'manual' })
  const at = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(at)) return 'no Date header'
  // The middle of the second, and of the time that the answer took.
  return (before + Date.now()) / 2 - (at + 500)
}

function judge(aheadMs: number, host: string): Finding {
  const seconds = Math.abs(aheadMs / 1_000).toFixed(1)
  const compared = `compared with the time of ${host}`
  if (Math.abs(aheadMs) <= unsureMs) return ok(`This clock is right, ${compared}.`)
  const sentence = `This clock is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}, ${compared}: let the machine keep its time (timedatectl set-ntp true).`
  return Math.abs(aheadMs) > wrongMs ? failure(sentence) : warning(sentence)
}
