import { Fragment, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useRestoreFocus } from '../../ui/useRestoreFocus.ts'
import { focusableRowProps, rowOpensProps } from '../rowFocus.ts'
import { CellLink, type Column, isEmptyCell, SelectedMark, type TableShape } from './column.tsx'
import { PageCheckbox, RowCheckbox } from './RowCheckbox.tsx'

export function RowCards<Row>(props: TableShape<Row>) {
  const { label, rows, columns, expected, total, keyOf, nameOf, selected, menuOf, ticks, rowOpens } = props
  const [isSelecting, setSelecting] = useState(false)
  if (!rows) return <SkeletonCards count={expected} />
  const card = (row: Row) => ({
    columns: columns.flatMap(withSecondLine),
    row,
    menu: !isSelecting && menuOf?.(row),
  })
  const boxOf = (row: Row) =>
    ticks &&
    isSelecting && (
      <RowCheckbox ticks={ticks} row={row} nameOf={nameOf} className="-my-2 -mr-2 -ml-3 size-11" />
    )
  const toggleSelecting = () => {
    setSelecting(!isSelecting)
    ticks?.tick(ticks.chosen, false)
  }
  return (
    <>
      {ticks && (
        <div className="flex items-center px-3 pt-3">
          {isSelecting && (
            <PageCheckbox ticks={ticks} rows={rows}>
              Toda la página
            </PageCheckbox>
          )}
          <Button onClick={toggleSelecting} className="ml-auto">
            {isSelecting ? 'Terminar' : 'Elegir'}
          </Button>
        </div>
      )}
      <ul aria-label={label} className="grid gap-3 p-3">
        {rows.map((row) => (
          <Card
            key={keyOf(row)}
            {...card(row)}
            box={boxOf(row)}
            attributes={{ ...focusableRowProps, ...(rowOpens && rowOpensProps) }}
            selected={keyOf(row) === selected}
            ticked={ticks?.has(row)}
          />
        ))}
        {total && <Card {...card(total)} menu={null} className="bg-sunken" />}
      </ul>
    </>
  )
}

const withSecondLine = <Row,>(column: Column<Row>): Column<Row>[] => [
  column,
  ...(column.below ? withSecondLine(column.below) : []),
]

interface CardProps<Row> {
  /** Includes the columns of second lines. */
  columns: readonly Column<Row>[]
  row: Row
  menu: ReactNode
  box?: ReactNode
  /** Undefined for the totals, which are no row. */
  attributes?: typeof focusableRowProps & Partial<typeof rowOpensProps>
  selected?: boolean
  ticked?: boolean | undefined
  className?: string
}

/** One row; `phone` of each column gives its place. */
function Card<Row>({ columns, row, menu, box, attributes, ...look }: CardProps<Row>) {
  const { selected = false, ticked = false, className } = look
  const card = useRef<HTMLLIElement>(null)
  useRestoreFocus(card)
  const slot = (place: Column<Row>['phone']) =>
    columns
      .filter(({ phone }) => phone === place)
      .map((column) => ({ ...column, content: (column.card ?? column.cell)(row) }))
      .filter(({ content }) => !isEmptyCell(content))
  const subtitle = slot('subtitle')
  const figure = slot('figure')
  const notes = slot('note')
  const labelled = slot('labelled')
  return (
    <li
      ref={card}
      {...attributes}
      className={cx(
        'grid gap-2 rounded-ui border p-3 pl-4 wrap-anywhere',
        selected || ticked ? 'border-notice bg-notice-soft' : 'border-line',
        className,
      )}
    >
      <div className="flex items-center justify-between gap-2">
        {box}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <p className="min-w-24 flex-1 text-lg font-bold">
            {selected && <SelectedMark />}
            {slot('title').map((column) => (
              <CellLink key={column.label} row={row} column={column}>
                {column.content}
              </CellLink>
            ))}
          </p>
          {slot('badge').map(({ label, content }) => (
            <Fragment key={label}>{content}</Fragment>
          ))}
        </div>
        {menu}
      </div>
      {subtitle.length + figure.length > 0 && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>{joinWithDots(subtitle)}</span>
          <strong>{joinWithDots(figure)}</strong>
        </p>
      )}
      {slot('lead').map(({ label, content }) => (
        <p key={label} className="font-semibold">
          {content}
        </p>
      ))}
      {slot('line').map(({ label, content }) => (
        <p key={label}>{content}</p>
      ))}
      {notes.length > 0 && <p className="text-sm text-muted">{joinWithDots(notes)}</p>}
      {labelled.length > 0 && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
          {labelled.map(({ label, content }) => (
            <div key={label} className="min-w-0 last:odd:col-span-2">
              <dt className="text-sm text-muted">{label}</dt>
              <dd>{content}</dd>
            </div>
          ))}
        </dl>
      )}
      {slot('foot').map(({ label, content }) => (
        <div key={label}>{content}</div>
      ))}
    </li>
  )
}

/** Inline blocks: a line breaks between the parts first. */
const joinWithDots = (parts: readonly { label: string; content: ReactNode }[]) =>
  parts.map(({ label, content }, index) => (
    <Fragment key={label}>
      {index > 0 && ' · '}
      <span className="inline-block">{content}</span>
    </Fragment>
  ))

function SkeletonCards({ count }: { count: number }) {
  return (
    <div className="grid gap-3 p-3">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid h-46 content-start gap-5 rounded-ui border border-line p-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      ))}
    </div>
  )
}
