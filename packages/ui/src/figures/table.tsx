import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Figures are aligned at the end of the line. */
  readonly end?: boolean
  readonly className?: string
}

/** A column without its key, which is its name in a record of columns. */
export type NamedColumn<Row> = Omit<Column<Row>, 'key'>

/** The columns of these names, in their order. */
export const pickColumns = <Row, Name extends string>(
  columns: Readonly<Record<Name, NamedColumn<Row>>>,
  names: readonly Name[],
): Column<Row>[] => names.map((name) => ({ ...columns[name], key: name }))

export interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly onRow?: (row: Row) => void
  /** The same row as a card on narrow screens: two lines, the number at the end. */
  readonly card?: (row: Row) => ReactNode
  /** Heading of the rows that begin with this one, such as their day; written where it differs from the row before. */
  readonly groupOf?: ((row: Row) => string) | undefined
  readonly className?: string
}

/** The headings of rows by their place; the other rows have none. */
const headingOf = <Row,>({ rows, groupOf }: Pick<TableProps<Row>, 'rows' | 'groupOf'>, at: number) => {
  const [row, before] = [rows[at], rows[at - 1]]
  if (groupOf === undefined || row === undefined) return null
  const heading = groupOf(row)
  return before !== undefined && groupOf(before) === heading ? null : heading
}

/** Rows of figures: a ruled table on wide screens, cards on narrow ones. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onRow, card, className } = props
  return (
    <>
      {/* Positioned, so that parts for screen readers only are clipped with the rest instead of widening the page. */}
      <div
        className={classNames('relative overflow-x-auto', card !== undefined && 'max-md:hidden', className)}
      >
        <table aria-label={label} className="w-full border-collapse text-14">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={classNames(
                    'border-hairline border-b px-3 py-2 align-bottom font-medium text-12 text-ink-3 first:ps-5 last:pe-5',
                    column.end === true ? 'text-end' : 'text-start',
                  )}
                >
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <Fragment key={rowKey(row)}>
                <GroupRow heading={headingOf(props, at)} span={columns.length} />
                <TableRow row={row} columns={columns} onRow={onRow} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {card !== undefined && (
        <ul aria-label={label} className="divide-y divide-hairline md:hidden">
          {rows.map((row, at) => {
            const heading = headingOf(props, at)
            return (
              <li key={rowKey(row)}>
                {heading !== null && (
                  <p className="bg-sunken px-4 py-1.5 font-medium text-12 text-ink-2">{heading}</p>
                )}
                <div className="px-4 py-3">{card(row)}</div>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function GroupRow({ heading, span }: { readonly heading: string | null; readonly span: number }) {
  if (heading === null) return null
  return (
    <tr className="border-hairline border-b bg-sunken">
      <th scope="colgroup" colSpan={span} className="px-5 py-1.5 text-start font-medium text-12 text-ink-2">
        {heading}
      </th>
    </tr>
  )
}

/** A press of a control within the row, or of a panel that it opened, is the control's. */
const isOfControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('button, a, label, [popover]') !== null

/** A press anywhere on the row opens it, and so does Enter on the row itself: its buttons and links have their own. */
const openedBy = (open: () => void) => ({
  tabIndex: 0,
  onClick: (event: MouseEvent) => {
    if (!isOfControl(event)) open()
  },
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) open()
  },
})

function TableRow<Row>({
  row,
  columns,
  onRow,
}: Pick<TableProps<Row>, 'columns'> & {
  readonly row: Row
  readonly onRow: TableProps<Row>['onRow'] | undefined
}) {
  return (
    <tr
      {...(onRow === undefined ? {} : openedBy(() => onRow(row)))}
      className={classNames(
        'border-hairline border-b last:border-b-0',
        onRow !== undefined &&
          'cursor-pointer hover:bg-sunken/60 focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-[-2px]',
      )}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          className={classNames(
            'px-3 py-2.5 first:ps-5 last:pe-5',
            column.end === true && 'text-end',
            column.className,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** The two lines of a card: what and how much, then details. */
export function CardLines({
  title,
  value,
  detail,
  state,
}: {
  readonly title: ReactNode
  readonly value: ReactNode
  readonly detail?: ReactNode
  readonly state?: ReactNode
}) {
  return (
    <div className="flex flex-col gap-0.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words font-medium text-14 text-ink">{title}</span>
        <span className="text-14 text-ink">{value}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-12 text-ink-3">
        <span className="min-w-0">{detail}</span>
        <span className="ms-auto">{state}</span>
      </div>
    </div>
  )
}
