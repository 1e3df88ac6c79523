import type { CalendarWords } from '@candor/ui/date-input.tsx'
import { useT } from '../session/language.ts'

/** What a calendar says, in the reader's language. */
export function useCalendarWords(): CalendarWords {
  const t = useT()
  return {
    previousMonth: t('orders.calendar.previous'),
    nextMonth: t('orders.calendar.next'),
    time: t('orders.calendar.time'),
  }
}
