import { dayRangeOf } from '@flota/contract/core/calendar.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { periodoText } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { useToday } from '../../../api/useToday.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { ListExport } from '../export/ExportControls.tsx'
import { IvaWord } from '../IvaWord.tsx'
import { LoadingLines } from '../LoadingLines.tsx'
import { RutasTab } from './RutasTab.tsx'

/** Trips of a client by month, with their sum; without permission for reports all of them. */
export function ClienteRutasTab({ cliente_id }: { cliente_id: number }) {
  const seesReports = usePermission()(calls['GET /api/reportes'])
  return seesReports ? <RutasByMonth cliente_id={cliente_id} /> : <RutasTab name="clientes" id={cliente_id} />
}

function RutasByMonth({ cliente_id }: { cliente_id: number }) {
  const months = useEndpoint('GET /api/reportes', { query: { filtro: 'mes', cliente_id } })
  const hoy = useToday()
  const rows = months.data?.data
  if (!rows || hoy === undefined)
    return (
      <>
        <LoadError title="Error al cargar los meses" query={months} />
        {!months.error && (
          <LoadingLines
            label="Cargando rutas…"
            widths={['w-1/3', 'w-2/3', 'w-2/3', 'w-2/3']}
            className="gap-5 py-2"
          />
        )}
      </>
    )
  return <LoadedMonths cliente_id={cliente_id} months={newestFirst(rows)} thisMonth={hoy.slice(0, 7)} />
}

const newestFirst = (rows: readonly ReporteRow[]) =>
  rows.toSorted((a, b) => b.periodo.localeCompare(a.periodo))

const tripsText = (count: number) => `${formatInteger(count)} ${count === 1 ? 'viaje' : 'viajes'}`

interface LoadedMonthsProps {
  cliente_id: number
  /** Months with trips. */
  months: readonly ReporteRow[]
  thisMonth: string
}

function LoadedMonths({ cliente_id, months, thisMonth }: LoadedMonthsProps) {
  const isKnown = (month: string) => months.some(({ periodo }) => periodo === month)
  const [chosen, setChosen] = useState(() => (isKnown(thisMonth) ? thisMonth : (months[0]?.periodo ?? '')))
  const month = isKnown(chosen) ? chosen : ''
  const days = month === '' || months.length === 1 ? undefined : dayRangeOf(month)
  const shown = months.filter(({ periodo }) => month === '' || periodo === month)
  const sum = shown.reduce((cents, { ingresos_totales: amount }) => cents + Math.round(amount * 100), 0)
  const trips = shown.reduce((count, { total_rutas: more }) => count + more, 0)
  return (
    <>
      {months.length > 0 && (
        <div className="mb-4 flex flex-wrap items-end gap-x-5 gap-y-3">
          <div className="w-56 max-md:w-full">
            <SelectField
              label="Mes"
              value={month}
              words={[
                ['', 'Todos los meses'],
                ...months.map(({ periodo }) => [periodo, periodoText(periodo)] as const),
              ]}
              onChange={setChosen}
            />
          </div>
          <output className="grow pb-1.5">
            <strong className="text-2xl font-bold tabular-nums">{formatQuetzales(sum / 100)}</strong>
            <span className="ml-2 text-muted">
              <IvaWord /> · {tripsText(trips)}
            </span>
          </output>
          <ListExport
            call={{ line: 'GET /api/rutas/exportar', query: { cliente_id, ...days } }}
            access={calls['GET /api/reportes/exportar']}
            disabled={false}
          />
        </div>
      )}
      <RutasTab name="clientes" id={cliente_id} days={days} noExport />
    </>
  )
}
