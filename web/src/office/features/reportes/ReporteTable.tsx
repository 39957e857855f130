import { formatInteger } from '@flota/contract/core/format.ts'
import {
  formatFigure,
  periodoText,
  reporteFigures,
  sumTotales,
  type Totales,
} from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import type { Column } from '../../../list/table/column.tsx'
import { Table } from '../../../list/table/Table.tsx'
import { estadoLook } from '../../../trip/EstadoBadge.tsx'
import { cx } from '../../../ui/cx.ts'
import { column } from '../../shared/columns.ts'
import { useIvaWord } from '../../shared/IvaWord.tsx'

interface Props {
  rows: readonly ReporteRow[] | undefined
  /** All rows, for the totals. */
  all: readonly ReporteRow[]
  /** Link to a period's trips. */
  hrefOf?: (periodo: string) => string
  stale?: boolean
  expected?: number
}

interface ReporteLine extends Totales {
  id: number
  text: string
  /** Undefined for the totals. */
  periodo?: string
}

export function ReporteTable({ rows, all, hrefOf, stale = false, expected = 0 }: Props) {
  const total: ReporteLine = {
    id: 0,
    text: `Total de ${all.length === 1 ? '1 periodo' : `${formatInteger(all.length)} periodos`}`,
    ...sumTotales(all),
  }
  return (
    <Table
      label="Reporte Histórico"
      columns={columnsFor(hrefOf, useIvaWord())}
      rows={rows?.map((row, index) => ({ ...row, id: index + 1, text: periodoText(row.periodo) }))}
      total={rows && total}
      expected={expected}
      stale={stale}
    />
  )
}

type Cifra = (typeof reporteFigures)[number]

const columnsFor = (hrefOf: Props['hrefOf'], iva: string): Column<ReporteLine>[] => [
  column('Periodo', 'title', 12, ({ text }) => text, {
    href: ({ periodo }) => periodo && hrefOf?.(periodo),
    hrefName: ({ text }) => `${text}: ver sus viajes`,
  }),
  ...reporteFigures.map((cifra) => ({
    label: cifra.kind === 'money' ? `${cifra.columnTitle} ${iva}` : cifra.columnTitle,
    numeric: true,
    cell: (line: ReporteLine) => formatFigure(cifra, line),
    ...placeOf(cifra),
  })),
]

/** Returns a figure's column width and its place on a card. */
function placeOf(cifra: Cifra): Pick<Column<ReporteLine>, 'phone' | 'width' | 'sticky' | 'card'> {
  if (cifra.key === 'total_rutas') return { phone: 'badge', width: 9, card: rutasText }
  if (cifra.kind === 'money') return { phone: 'lead', width: 11, sticky: true }
  return { phone: 'note', width: 8, card: (line) => <Count cifra={cifra} of={line} /> }
}

const rutasText = ({ total_rutas }: ReporteLine) =>
  `${formatInteger(total_rutas)} ${total_rutas === 1 ? 'ruta' : 'rutas'}`

function Count({ cifra, of }: { cifra: Cifra; of: ReporteLine }) {
  const { Icon } = estadoLook(cifra.estado ?? '')
  return (
    <span className={cx('whitespace-nowrap', of[cifra.key] > 0 && 'text-ink')}>
      <Icon aria-hidden="true" className="mr-1 inline size-4" />
      {cifra.columnTitle} <strong>{formatFigure(cifra, of)}</strong>
    </span>
  )
}
