import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import { type CurrentTime, lateMinutesOf } from '@flota/contract/trips/retraso.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { Link } from 'wouter'
import type { AnswerOf } from '../../../api/call.ts'
import { useNow } from '../../../api/useToday.ts'
import { Table } from '../../../list/table/Table.tsx'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { viajeColumns } from '../../../trip/office/viajeColumns.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { rutasOfDayHref } from './rutasHref.ts'

export type DiaReciente = AnswerOf<'GET /api/rutas/recientes'>['data']['rutasPorFecha'][number]

/** Covers a usual day; the routes list has the rest. */
const maxListedTrips = 100

interface Props {
  hoy: string | undefined
  /** Undefined while loading. */
  dia: DiaReciente | undefined
}

export function ViajesTable({ hoy, dia }: Props) {
  const ahora = useNow()
  const inOrder = dia && sortByUrgency(dia.rutas, ahora)
  const left = (inOrder?.length ?? 0) - maxListedTrips
  const viaje = viajeColumns(useViajeAccess())
  return (
    <div className="mt-3 rounded-ui border border-line bg-card shadow-soft">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5">
        <h2 className="text-lg font-bold">{headingOf(dia, hoy)}</h2>
        {dia && dia.fecha !== hoy && <p className="text-muted">{formatFecha(dia.fecha)}</p>}
      </div>
      <Table
        label={headingOf(dia, hoy)}
        columns={[
          viaje.noRuta,
          { ...viaje.cliente, width: 10 },
          { ...viaje.servicio, width: 7.75 },
          // Fits 'Quetzaltenango' beside a pinned menu and a delay.
          { ...viaje.origen, width: 8.25 },
          { ...viaje.destino, width: 8.25 },
          { ...viaje.piloto, width: 8 },
          viaje.hora,
          viaje.estado,
          viaje.precio,
        ]}
        rows={inOrder?.slice(0, maxListedTrips)}
        expected={8}
        stale={false}
      />
      {dia && left > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3 pl-4">
          <p className="text-muted">
            Se muestran los primeros {maxListedTrips} de {formatInteger(dia.rutas.length)} viajes.
          </p>
          <Link href={rutasOfDayHref(dia.fecha)} className={buttonClass()}>
            Ver todos
          </Link>
        </div>
      )}
    </div>
  )
}

/** Sorts incidents first, then delayed trips, each group by hour. */
function sortByUrgency(rutas: readonly Ruta[], ahora: CurrentTime | undefined) {
  const rank = (ruta: Ruta) => (ruta.estado === 'Incidente' ? 0 : lateMinutesOf(ruta, ahora) ? 1 : 2)
  return rutas.toSorted((a, b) => rank(a) - rank(b) || a.hora.localeCompare(b.hora) || a.id - b.id)
}

function headingOf(dia: DiaReciente | undefined, hoy: string | undefined) {
  if (!dia) return 'Viajes'
  return dia.fecha === hoy ? 'Viajes de Hoy' : 'Viajes Recientes'
}
