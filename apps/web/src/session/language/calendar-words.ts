import type { CalendarWords } from '@candor/ui/controls/date-input.tsx'
import { useT } from './language.ts'

/** Words of a calendar, in the reader's language. */
export function useCalendarWords(): CalendarWords {
  const t = useT()
  return {
    previousMonth: t('orders.calendar.previous'),
    nextMonth: t('orders.calendar.next'),
    time: t('orders.calendar.time'),
  }
}
