import type { CaseShown, ShownSection } from '@candor/contract'
import { useMe } from '../session/me.ts'

/** Evidence on pictures: shown to who holds the case, and each view is written down. */
export function CaseImages({
  shown,
  images,
}: {
  readonly shown: CaseShown
  readonly images: ShownSection['images']
}) {
  const me = useMe()
  if (shown.claimedBy?.id !== me.id)
    return (
      <p className="mt-3 rounded-s bg-sunken px-3 py-2 text-14 text-ink-2">
        Claim the case to view {images.length === 1 ? 'the picture' : `the ${images.length} pictures`}. Each
        view is recorded in the audit log.
      </p>
    )
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-2">
      {images.map(({ fileId, label }) => {
        const address = `/ops/case/${shown.kind}/${shown.id}/image/${fileId}`
        return (
          <figure key={fileId} className="min-w-0">
            <img
              src={address}
              alt={label}
              className="max-h-[28rem] w-full rounded-s border border-hairline bg-sunken object-contain"
            />
            <figcaption className="mt-1 text-12 text-ink-3">{label}</figcaption>
          </figure>
        )
      })}
    </div>
  )
}
