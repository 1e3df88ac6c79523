import type { CustomerShown } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadOps } from '../session/call-ops.ts'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'

const formats = [
  { value: 'pdf', label: 'PDF' },
  { value: 'csv', label: 'CSV' },
] as const

/** Years (UTC) since the customer's account was opened, newest first. */
function yearsOf({ createdAt }: CustomerShown): string[] {
  const [first, last] = [new Date(createdAt).getUTCFullYear(), new Date().getUTCFullYear()]
  return Array.from({ length: last - first + 1 }, (_, at) => String(last - at))
}

/** The customer's tax statement of a year, as the customer can make it. */
export function TaxStatementDialog({
  customer,
  onClose,
}: {
  readonly customer: CustomerShown
  readonly onClose: () => void
}) {
  const years = yearsOf(customer)
  const [year, setYear] = useState(years[0] ?? '')
  const [format, setFormat] = useState<'pdf' | 'csv'>('pdf')
  const download = useMutation({
    mutationFn: () =>
      downloadOps('opsTaxStatement', { id: customer.id, year, format }, `tax-statement-${year}.${format}`),
  })
  return (
    <FormDialog
      narrow
      title={`Tax statement of ${customer.userName}`}
      act="Download"
      busy={download.isPending}
      error={download.error}
      onSubmit={() => download.mutate(undefined, { onSuccess: closeWith('Downloaded.', onClose) })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        What was booked in the real account in a calendar year (UTC), in the customer’s language. It is not
        tax advice. The audit log records that you made it.
      </p>
      <Field label="Year">
        {(control) => (
          <Select
            {...control}
            options={years.map((value) => ({ value, label: value }))}
            value={year}
            onChange={setYear}
          />
        )}
      </Field>
      <SegmentedControl label="Format" choices={formats} value={format} onChange={setFormat} />
    </FormDialog>
  )
}
