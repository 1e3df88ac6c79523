import type { Artwork } from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import type { Translate } from '@candor/texts/translate.ts'
import { useServerNow } from '../live/server-time.ts'
import { momentText } from '../markets/ages.ts'
import { useWords } from '../session/language/language.ts'
import { waitParts } from '../smart/plans/plan-exit.ts'

/** Formats days and hours, hours and minutes, or in the last hour minutes and seconds. */
export function timeLeft(t: Translate, untilMs: number, nowMs: number): string | null {
  const left = untilMs - nowMs
  if (left <= 0) return null
  if (left < hourMs) {
    const seconds = Math.ceil(left / 1_000)
    const two = (value: number) => String(value).padStart(2, '0')
    return `\u2066${two(Math.floor(seconds / 60))}:${two(seconds % 60)}\u2069`
  }
  const { days, hours, minutes } = waitParts(untilMs, nowMs)
  return days > 0 ? t('smart.wait.days', { days, hours }) : t('smart.wait.hours', { hours, minutes })
}

/** Time until a sale ends or starts; updated each second in the last hour, each half minute before. */
export function RemainingTime({
  artwork: { status, saleStartsAt, saleEndsAt },
  className,
}: {
  readonly artwork: Pick<Artwork, 'status' | 'saleStartsAt' | 'saleEndsAt'>
  readonly className?: string
}) {
  const { t, tag } = useWords()
  const until = status === 'upcoming' ? saleStartsAt : status === 'open' ? saleEndsAt : null
  const near = until !== null && Date.parse(until) - Date.now() < 2 * hourMs
  const now = useServerNow(near ? 1_000 : 30_000)
  if (until === null) return null
  const time = timeLeft(t, Date.parse(until), now)
  const words =
    time === null
      ? t('nft.time.closing')
      : t(status === 'upcoming' ? 'nft.time.starts' : 'nft.time.ends', { time })
  return (
    <time dateTime={until} title={momentText(until, tag, now)} className={className}>
      <span className="figures whitespace-normal!">{words}</span>
    </time>
  )
}
