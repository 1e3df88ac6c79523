import { Button } from '@candor/ui/controls/button.tsx'
import { Download } from 'lucide-react'
import { saveCsv } from './csv.ts'

/** The list that is shown, as a file. */
export function CsvButton({
  name,
  rows,
}: {
  readonly name: string
  readonly rows: () => readonly (readonly string[])[]
}) {
  return (
    <Button
      variant="secondary"
      size="s"
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => saveCsv(name, rows())}
    >
      CSV
    </Button>
  )
}
