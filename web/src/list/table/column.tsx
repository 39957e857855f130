import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/**
 * Where a value stands on a phone's card, from above:
 * - `title` names the row; `badge` stands at its right, before the menu;
 * - `subtitle` is the line below, with the `figure` at its right;
 * - `lead` is a strong line, `line` a plain one;
 * - every `note` follows the one before in small type;
 * - `labelled` values say what they are;
 * - `foot` closes the card.
 */
type Place =
  | 'title'
  | 'badge'
  | 'subtitle'
  | 'figure'
  | 'lead'
  | 'line'
  | 'note'
  | 'labelled'
  | 'foot'
  | 'hidden'

/** One value of a row: how it stands in a table and on a card. */
export interface Column<Row> {
  label: string
  /** Without content it is a dash in a table, and left out of a card. */
  cell: (row: Row) => ReactNode
  phone: Place
  /** What a card says instead of the cell. */
  card?: (row: Row) => ReactNode
  /** Said in a table instead of the dash. */
  none?: string
  /** Where the cell leads. */
  href?: (row: Row) => string | undefined
  /** How that link is called where the cell alone does not tell. */
  hrefName?: (row: Row) => string
  /** Numbers are compared digit under digit. */
  numeric?: boolean
  /** In rem, where the texts of a column ask for more or less than the others. */
  width?: number
  /** It never breaks in a table. */
  oneLine?: boolean
  /** It stays in sight at the right edge while the others pass below it. */
  sticky?: boolean
  /** A second line in the same column: what is read together stands together. */
  below?: Column<Row>
}

/** Two columns as one, the second below the first. */
export const stacked = <Row,>(above: Column<Row>, below: Column<Row>): Column<Row> => ({ ...above, below })

export const isNothing = (content: ReactNode) =>
  content === undefined || content === null || content === '' || content === false

interface LeadingProps<Row> {
  column: Pick<Column<Row>, 'href' | 'hrefName'>
  row: Row
  children: ReactNode
}

/** What is shown, as a link where it leads somewhere. */
export function Leading<Row>({ column: { href, hrefName }, row, children }: LeadingProps<Row>) {
  const to = href?.(row)
  if (to === undefined) return children
  return (
    <Link
      href={to}
      aria-label={hrefName?.(row)}
      className="text-link hover:underline max-md:block max-md:py-2"
    >
      {children}
    </Link>
  )
}

/** Says which row is selected, to the eye and to who listens. */
export function SelectedMark() {
  return (
    <>
      <Check aria-hidden="true" className="mr-1.5 -ml-1 inline size-4 text-notice" />
      <span className="sr-only">Seleccionado: </span>
    </>
  )
}
