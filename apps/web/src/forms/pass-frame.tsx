import { Banner } from '@candor/ui/feedback.tsx'
import type { ReactNode } from 'react'

/** Frame of sign-up, sign-in and recovery: one column, with a second one on wide screens. */
export function PassFrame({
  title,
  lead,
  aside,
  children,
}: {
  readonly title: string
  readonly lead: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="mx-auto flex w-full max-w-page flex-1 justify-center gap-16 px-4 py-8 md:px-6 md:py-14">
      <div className="w-full max-w-form">
        <h1 className="font-semibold text-28 text-ink">{title}</h1>
        <p className="mt-2 max-w-line text-16 text-ink-2">{lead}</p>
        <div className="mt-8">{children}</div>
      </div>
      {aside !== undefined && <div className="hidden w-80 shrink-0 pt-2 lg:block">{aside}</div>}
    </div>
  )
}

/** An error of the whole form, above its button. */
export function FormFailure({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <div role="alert">
      <Banner tone="bad">{text}</Banner>
    </div>
  )
}
