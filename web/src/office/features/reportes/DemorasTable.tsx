import type { DayRange } from '@flota/contract/core/calendar.ts'
import { formatDuracion } from '@flota/contract/core/fieldFormat.ts'
import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Demora, DemoraGrupo } from '@flota/contract/reports/reportes.ts'
import type { Column, TableRows } from '../../../list/table/column.tsx'
import { Table } from '../../../list/table/Table.tsx'
import { column } from '../../shared/columns.ts'

interface Props extends TableRows<Demora> {
  por: DemoraGrupo
  /** Days of the report. */
  range: Partial<DayRange>
  all: readonly Demora[]
}

interface DemoraRow extends Omit<Demora, 'viajes'> {
  id: null
  /** Null if a sum would count a trip more than once. */
  viajes: number | null
}

const words: Record<DemoraGrupo, { title: string; one: string; many: string }> = {
  cliente: { title: 'Cliente', one: 'cliente', many: 'clientes' },
  lugar: { title: 'Lugar', one: 'lugar', many: 'lugares' },
  causa: { title: 'Causa', one: 'causa', many: 'causas' },
}

export function DemorasTable({ por, range, all, rows, ...table }: Props) {
  const tripsHref = (clave: string) =>
    clave ? `/reportes?${new URLSearchParams({ vista: 'demoras', por, clave, ...range })}` : undefined
  return (
    <Table
      label={`Demoras por ${por}`}
      columns={columnsOf(por, tripsHref)}
      rows={rows?.map((row) => ({ ...row, id: null }))}
      keyOf={({ clave }) => clave}
      total={rows && totalOf(por, all)}
      {...table}
    />
  )
}

/** Says which trips the row leaves out. */
const nameWithDoubtful = ({ nombre, viajes_dudosos: n }: DemoraRow) => (
  <>
    {nombre}
    {n > 0 && (
      <span className="block text-sm font-normal text-muted">
        {formatInteger(n)} {n === 1 ? 'viaje' : 'viajes'} con hora dudosa
      </span>
    )}
  </>
)

/** Hours of two decimals are whole minutes. */
export const hoursText = (hours: number) => formatDuracion(Math.round(hours * 60))

const columnsOf = (
  por: DemoraGrupo,
  tripsHref: (clave: string) => string | undefined,
): (Column<DemoraRow> | false)[] => [
  column(words[por].title, 'title', 18, nameWithDoubtful, {
    href: ({ clave }) => tripsHref(clave),
    hrefName: ({ nombre }) => `${nombre}: ver sus viajes`,
  }),
  column('Viajes', 'badge', 6, ({ viajes }) => viajes !== null && formatInteger(viajes), {
    numeric: true,
    none: 'No se suma',
    card: ({ viajes }) => viajes !== null && `${formatInteger(viajes)} ${viajes === 1 ? 'viaje' : 'viajes'}`,
  }),
  {
    label: por === 'causa' ? 'Horas de incidente' : 'Horas de espera',
    phone: 'labelled',
    width: 9,
    cell: (line) => hoursText(line.horas),
    numeric: true,
  },
  por !== 'causa' && {
    label: 'Horas cobrables',
    phone: 'labelled',
    width: 9,
    numeric: true,
    cell: ({ cobrable_h }) => cobrable_h !== null && hoursText(cobrable_h),
  },
  por !== 'causa' && {
    label: 'Monto',
    phone: 'lead',
    width: 9,
    numeric: true,
    sticky: true,
    none: 'Sin tarifa',
    cell: ({ monto, sin_tarifa }) => monto !== null && !sin_tarifa && formatQuetzales(monto),
  },
]

/** Sums trips only by client: a trip has two places and may have several causes. */
function totalOf(por: DemoraGrupo, all: readonly Demora[]): DemoraRow {
  // Sums hundredths: binary fractions would round.
  const sum = (of: (row: Demora) => number | null) =>
    all.reduce((total, row) => total + Math.round((of(row) ?? 0) * 100), 0) / 100
  const sumHours = (of: (row: Demora) => number | null) =>
    all.reduce((total, row) => total + Math.round((of(row) ?? 0) * 60), 0) / 60
  const { one, many } = words[por]
  return {
    id: null,
    clave: '',
    nombre: `Total de ${all.length === 1 ? `1 ${one}` : `${formatInteger(all.length)} ${many}`}`,
    viajes: por === 'cliente' ? sum(({ viajes }) => viajes) : null,
    viajes_dudosos: por === 'cliente' ? sum(({ viajes_dudosos }) => viajes_dudosos) : 0,
    horas: sumHours((row) => row.horas),
    cobrable_h: sumHours(({ cobrable_h }) => cobrable_h),
    monto: sum(({ monto }) => monto),
    ...(all.every(({ sin_tarifa }) => sin_tarifa) && { sin_tarifa: true as const }),
  }
}
