/** A plain letter in a ring: identifies the button without using a trade mark. */
export function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className="size-4.5" fill="none" stroke="currentColor">
      <circle cx="10" cy="10" r="8.5" strokeWidth="1.5" />
      <path d="M13.4 7.6A4 4 0 1 0 14 10h-3.6" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  )
}
