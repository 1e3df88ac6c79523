import { Card } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'

/** Card with the properties of one thing, in up to four columns. */
export const DetailsCard = ({ children }: { readonly children: ReactNode }) => (
  <Card>
    <dl className="m-0 grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">{children}</dl>
  </Card>
)

const spanClasses = { 1: '', 2: 'sm:col-span-2', 3: 'sm:col-span-2 xl:col-span-3' } as const

/** One property, across so many of the four columns. */
export function Detail({
  label,
  span = 1,
  children,
}: {
  readonly label: string
  readonly span?: keyof typeof spanClasses
  readonly children: ReactNode
}) {
  return (
    <div className={spanClasses[span]}>
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="m-0 text-14 text-ink">{children}</dd>
    </div>
  )
}
