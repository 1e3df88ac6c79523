import { type ReactNode, useEffect, useRef } from 'react'

/** Heading of a step that replaces another: it takes the focus, so that screen readers announce the step and read it from its beginning. */
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
