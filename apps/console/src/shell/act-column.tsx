import type { Column } from '@candor/ui/figures/table.tsx'
import type { ReactNode } from 'react'

/** Last column of a table: the buttons of a row, under a title for screen readers only. */
export const actColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: 'act',
  title: <span className="sr-only">Actions</span>,
  end: true,
  cell,
})
