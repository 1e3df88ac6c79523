import type { Arrangement } from '../workspace.ts'
import type { Preset } from './presets.ts'

/** Lines and areas within a frame of 20 by 16. */
const arrangementLines: Readonly<Record<Arrangement, string>> = {
  one: '',
  columns: 'M10 1v14',
  rows: 'M1 8h18',
  large: 'M12.5 1v14M12.5 8h6.5',
  four: 'M10 1v14M1 8h18',
}

const presetLines: Readonly<Record<Preset, string>> = {
  trade: 'M5.5 1v14M14 1v14M5.5 10.5h8.5',
  book: 'M4.5 1v14M10.5 1v14M15 1v14M11.8 4h2M11.8 6.5h2M11.8 9h2M11.8 11.5h2',
  charts: 'M14 1v14M7.5 1v11M1 6.5h13M1 12h13',
  watch: 'M11.5 1v14M11.5 10.5h7.5M3.5 5h5M3.5 8h5M3.5 11h5',
}

function Picture({ lines }: { readonly lines: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 16"
      className="mirrored h-5 w-6 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    >
      <rect x="1" y="1" width="18" height="14" rx="1.5" />
      <path d={lines} />
    </svg>
  )
}

/** A small picture of how charts are placed. */
export const ArrangementPicture = ({ arrangement }: { readonly arrangement: Arrangement }) => (
  <Picture lines={arrangementLines[arrangement]} />
)

/** A small picture of the panels of a preset. */
export const PresetPicture = ({ preset }: { readonly preset: Preset }) => (
  <Picture lines={presetLines[preset]} />
)
