import type { Translate } from '@candor/texts/translate.ts'

/** An age in words, in the largest unit that fits: "8 seconds", "3 minutes". */
export function ageText(t: Translate, ageMs: number): string {
  const seconds = Math.floor(ageMs / 1000)
  if (seconds < 60) return t('markets.seconds', { count: seconds })
  if (seconds < 3600) return t('markets.minutes', { count: Math.floor(seconds / 60) })
  return t('markets.hours', { count: Math.floor(seconds / 3600) })
}

/** Formats a moment briefly: the time today, day and time otherwise. */
export function momentText(iso: string, tag: string, nowMs: number): string {
  const at = new Date(iso)
  const sameDay = at.toDateString() === new Date(nowMs).toDateString()
  return new Intl.DateTimeFormat(
    tag,
    sameDay
      ? { hour: '2-digit', minute: '2-digit' }
      : { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  ).format(at)
}
