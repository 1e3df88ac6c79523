import { Button } from '@candor/ui/controls/button.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { detailName } from './open-details.ts'

/** Lists the operator's details that legal pages, mails and the footer still lack. */
export function OpenDetailsCard({
  keys,
  onOpen,
}: {
  readonly keys: readonly string[]
  readonly onOpen: (key: string) => void
}) {
  if (keys.length === 0) return null
  return (
    <Card>
      <h2 className="font-semibold text-16 text-ink">Operator details to fill in: {keys.length}</h2>
      <p className="mt-1 text-14 text-ink-2">
        Legal pages, agreements, emails and the footer use them in every language. Until a detail is filled
        in, articles show a marked gap.
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {keys.map((key) => (
          <li key={key}>
            <Button variant="quiet" size="s" onClick={() => onOpen(key)}>
              {detailName(key)}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
