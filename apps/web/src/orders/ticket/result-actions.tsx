import { Button, buttonClass } from '@candor/ui/controls/button.tsx'

/** Links to the records of what a ticket bought, and the button that begins the next one. */
export function ResultActions({
  links,
  againLabel,
  onAgain,
}: {
  readonly links: readonly { readonly path: string; readonly label: string }[]
  readonly againLabel: string
  readonly onAgain: () => void
}) {
  return (
    <div className="flex flex-col gap-2">
      {links.map(({ path, label }) => (
        <a key={path} href={path} className={buttonClass('secondary', 'm', true)}>
          {label}
        </a>
      ))}
      <Button full onClick={onAgain}>
        {againLabel}
      </Button>
    </div>
  )
}
