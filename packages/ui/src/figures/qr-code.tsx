import { useMemo } from 'react'
import { encode } from 'uqr'

/**
 * A text as a QR code, dark on light in both themes, because scanners expect that. It is the default export, so that it is
 * loaded only where one is shown.
 */
export default function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => squaresOf(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-s border border-hairline bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

/** One square for each dark module, with the quiet zone of four modules that the standard requires. */
function squaresOf(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
