import { classNames } from '@candor/ui/class-names.ts'

/** Looks of a button among the chart's tools, which may be on. */
export const toolClass = (on: boolean): string =>
  classNames(
    'tap inline-flex min-w-8 shrink-0 items-center justify-center whitespace-nowrap rounded-s px-2 font-medium text-12 transition-colors duration-150',
    on ? 'bg-sunken text-ink' : 'text-ink-3 hover:text-ink',
  )
