import type { Language } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { languageNames, languageOrder } from '../content/languages.ts'
import { downloadOps } from '../session/call-ops.ts'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import type { ReportPeriod } from './report-period.ts'

const formats = [
  { value: 'pdf', label: 'PDF' },
  { value: 'camt053', label: 'camt.053' },
] as const

interface ReportFilesDialogProps {
  readonly period: ReportPeriod
  /** The days, as files are named by them. */
  readonly name: string
  readonly onClose: () => void
}

/** The report of the days as a PDF in a language, or the operator's accounts as camt.053. */
export function ReportFilesDialog({ period, name, onClose }: ReportFilesDialogProps) {
  const [format, setFormat] = useState<'pdf' | 'camt053'>('pdf')
  const [language, setLanguage] = useState<Language>('en')
  const file = format === 'pdf' ? `money-report-${name}.pdf` : `camt.053-${name}.xml`
  const download = useMutation({
    mutationFn: () => downloadOps('opsMoneyReportFile', { ...period, format, language }, file),
  })
  return (
    <FormDialog
      narrow
      title="Report as a file"
      act="Download"
      busy={download.isPending}
      error={download.error}
      onSubmit={() => download.mutate(undefined, { onSuccess: closeWith('Downloaded.', onClose) })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Real money only, in days of UTC. The audit log records that you made it.
      </p>
      <SegmentedControl label="Format" choices={formats} value={format} onChange={setFormat} />
      {format === 'pdf' ? (
        <Field label="Language">
          {(control) => (
            <Select
              {...control}
              options={languageOrder.map((value) => ({ value, label: languageNames[value] }))}
              value={language}
              onChange={(value) => setLanguage(value as Language)}
            />
          )}
        </Field>
      ) : (
        <p className="text-14 text-ink-2">
          ISO 20022 camt.053.001.08. Coins have no ISO 4217 code: amounts are in the coin’s smallest unit with
          the currency XXX. The structure is tested; the file is not checked against the official schema.
        </p>
      )}
    </FormDialog>
  )
}
