import { Table, type TableProps } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { CsvButton } from './csv/csv-button.tsx'

interface ListCardProps<Row> extends Omit<TableProps<Row>, 'label'> {
  readonly title: string
  /** Shown for an empty list: a sentence, or a picture with text. */
  readonly none: ReactNode
  readonly csv?: { readonly name: string; readonly rows: () => readonly (readonly string[])[] }
}

/** A list under its title, or the reason why it is empty. */
export function ListCard<Row>({ title, none, csv, ...table }: ListCardProps<Row>) {
  return (
    <Card flush>
      <SectionHead
        title={title}
        action={csv !== undefined && <CsvButton {...csv} />}
        className="px-5 pt-4 pb-2"
      />
      {table.rows.length > 0 && <Table label={title} {...table} />}
      {table.rows.length === 0 && (typeof none === 'string' ? <None text={none} /> : none)}
    </Card>
  )
}

const None = ({ text }: { readonly text: string }) => <p className="px-5 pb-4 text-14 text-ink-2">{text}</p>
