import { ChevronDown } from 'lucide-react'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useRestoreFocus } from '../../ui/useRestoreFocus.ts'
import { focusableRowProps, rowOpensProps } from '../rowFocus.ts'
import { CellLink, type Column, isEmptyCell, SelectedMark, type TableShape } from './column.tsx'
import { PageCheckbox, RowCheckbox } from './RowCheckbox.tsx'

export function RowCards<Row>(props: TableShape<Row>) {
  const { label, rows, columns, expected, total, keyOf, nameOf, selected, menuOf, ticks, rowOpens } = props
  const [isSelecting, setSelecting] = useState(false)
  if (!rows)
    return (
      <>
        {ticks && <div className="h-13" />}
        <SkeletonCards count={expected} />
      </>
    )
  const card = (row: Row) => ({
    columns: columns.flatMap(withSecondLine),
    row,
    menu: !isSelecting && menuOf?.(row),
  })
  const boxOf = (row: Row) =>
    ticks &&
    isSelecting && (
      <RowCheckbox ticks={ticks} row={row} nameOf={nameOf} className="relative z-1 -ml-3 size-11" />
    )
  const toggleSelecting = () => {
    setSelecting(!isSelecting)
    ticks?.tick(ticks.chosen, false)
  }
  return (
    <>
      {ticks && (
        <div className="flex items-center px-3 py-1">
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
      <ul aria-label={label} className="divide-y divide-line border-t border-line">
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

/** A row of two lines; a button unfolds what they leave out. `phone` of each column gives its place. */
function Card<Row>({ columns, row, menu, box, attributes, ...look }: CardProps<Row>) {
  const { selected = false, ticked = false, className } = look
  const card = useRef<HTMLLIElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  useRestoreFocus(card)
  const slots = columns
    .map((column) => ({ ...column, content: (column.card ?? column.cell)(row) }))
    .filter(({ content }) => !isEmptyCell(content))
  const slot = (...places: Column<Row>['phone'][]) => slots.filter(({ phone }) => places.includes(phone))
  const badges = slot('badge')
  const figures = slot('figure')
  const leads = slot('lead')
  const facts = [...slot('subtitle'), ...leads, ...slot('line')]
  const second = [facts, slot('note'), slot('labelled').slice(0, 2)].find((each) => each.length > 0) ?? []
  const first = badges.length > 0 ? badges : figures
  // An amount beside a lead would leave the lead no room.
  const amounts = badges.length > 0 && leads.length === 0 ? figures : []
  const shown = [...first, ...second, ...amounts]
  const more = slot('figure', 'note', 'labelled', 'foot').filter((each) => !shown.includes(each))
  const name = slot('title')
  return (
    <li
      ref={card}
      {...attributes}
      className={cx('relative wrap-anywhere', (selected || ticked) && 'bg-notice-soft', className)}
    >
      <div className="flex min-h-15 items-center pr-1 pl-3">
        {box}
        <div className="min-w-0 flex-1 leading-5.5">
          <div className="flex min-w-0 items-center gap-2">
            <p className="min-w-0 flex-1 truncate font-bold [&_a]:block [&_a]:truncate [&_a]:py-0! [&_a]:after:absolute [&_a]:after:inset-x-0 [&_a]:after:top-0 [&_a]:after:h-15">
              {selected && <SelectedMark />}
              {name.map((column) => (
                <CellLink key={column.label} row={row} column={column}>
                  {column.content}
                </CellLink>
              ))}
            </p>
            <span className="max-w-3/4 shrink-0 overflow-x-clip text-sm font-semibold whitespace-nowrap *:py-0! *:leading-5! [&_button]:relative [&_button]:z-1 [&_button]:-my-3">
              {joinWithDots(first)}
            </span>
          </div>
          <div className="flex gap-2 text-sm">
            <div
              className={cx(
                'min-w-0 flex-1 text-muted',
                !open && 'h-5.5 truncate *:inline! [&_p]:truncate [&_svg]:inline [&_.rounded-full]:hidden',
              )}
            >
              {joinWithDots(second)}
            </div>
            {amounts.length > 0 && <strong className="shrink-0">{joinWithDots(amounts)}</strong>}
          </div>
        </div>
        {more.length > 0 && (
          <IconButton
            label={open ? 'Menos datos' : 'Más datos'}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="relative z-1 -mr-1 text-muted"
          >
            <ChevronDown className={cx(open && 'rotate-180')} />
          </IconButton>
        )}
        <span className="relative z-1 empty:hidden">{menu}</span>
      </div>
      {open && <CardDetails id={id} columns={more} />}
    </li>
  )
}

interface CardDetailsProps<Row> {
  id: string
  columns: readonly (Column<Row> & { content: ReactNode })[]
}

function CardDetails<Row>({ id, columns }: CardDetailsProps<Row>) {
  const labelled = columns.filter(({ phone }) => phone === 'labelled')
  return (
    <div id={id} className="relative z-1 grid gap-2 px-3 pb-3">
      {columns
        .filter((each) => !labelled.includes(each))
        .map(({ label, content }) => (
          <div key={label}>{content}</div>
        ))}
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
    </div>
  )
}

const joinWithDots = (parts: readonly { label: string; content: ReactNode }[]) =>
  parts.map(({ label, content }, index) => (
    <Fragment key={label}>
      {index > 0 && ' · '}
      {content}
    </Fragment>
  ))

function SkeletonCards({ count }: { count: number }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid h-15 content-center gap-2.5 px-3">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="w-4/5" />
        </div>
      ))}
    </div>
  )
}
