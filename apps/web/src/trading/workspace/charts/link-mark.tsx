import type { LinkGroup } from '../workspace.ts'

/** Each group has a colour, a shape and a letter: it is known without its colour. */
const marks: Readonly<Record<LinkGroup, readonly [color: string, shape: string, baseline: number]>> = {
  a: ['--accent', 'M10 1.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17z', 13.6],
  b: [
    '--orange',
    'M2.5 4a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-12a1.5 1.5 0 0 1-1.5-1.5z',
    13.6,
  ],
  c: ['--teal', 'M10 1l9.5 17h-19z', 16],
  d: ['--vermilion', 'M10 0l10 10l-10 10l-10-10z', 13.6],
}

/** The mark of a link group; a dashed ring for none. */
export function LinkMark({ group }: { readonly group: LinkGroup | null }) {
  if (group === null)
    return (
      <svg aria-hidden viewBox="0 0 20 20" className="size-4 shrink-0 text-hairline-strong">
        <circle
          cx="10"
          cy="10"
          r="7.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="3.2 2.7"
        />
      </svg>
    )
  const [color, shape, baseline] = marks[group]
  return (
    <svg aria-hidden viewBox="0 0 20 20" className="size-4 shrink-0">
      <path d={shape} style={{ fill: `var(${color})` }} />
      <text
        x="10"
        y={baseline}
        textAnchor="middle"
        fontSize="10.5"
        fontWeight="700"
        style={{ fill: 'var(--surface)' }}
      >
        {group.toUpperCase()}
      </text>
    </svg>
  )
}
