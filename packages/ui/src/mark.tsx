/** The mark: a ring left open, and the point it opens to. */
export function Mark({ className }: { readonly className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M20.6 10.1a7.5 7.5 0 1 0 0 11.8"
        fill="none"
        strokeWidth="3.4"
        strokeLinecap="round"
        className="stroke-on-accent"
      />
      <circle cx="23" cy="16" r="2.1" className="fill-on-accent" />
    </svg>
  )
}
