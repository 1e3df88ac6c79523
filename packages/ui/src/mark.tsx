/** The mark: an open ring, and a level line out of it. */
export function Mark({ className }: { readonly className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g fill="none" strokeWidth="3.2" strokeLinecap="round" className="stroke-on-accent">
        <path d="M22.2 11.4a7.6 7.6 0 1 0 0 9.2" />
        <path d="M16 16h8.6" />
      </g>
    </svg>
  )
}
