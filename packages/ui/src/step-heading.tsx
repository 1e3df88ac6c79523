import { type ReactNode, useEffect, useRef } from 'react'

/** Heading of a step that took another's place: it takes the focus, so that the step is announced and read from its beginning. */
export function StepHeading({
  className,
  children,
}: {
  readonly className: string
  readonly children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h2>
  )
}
