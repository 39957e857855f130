import { formatFecha, formatMomento, formatQuetzales, stripRutaPrefix } from '@flota/contract/core/format.ts'
import { noDataText } from '@flota/contract/reports/periodos.ts'
import type { DemoraDeViaje, DemoraGrupo } from '@flota/contract/reports/reportes.ts'
import { ChevronLeft } from 'lucide-react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { useSession } from '../../../api/session.ts'
import { ListCard } from '../../../list/ListCard.tsx'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { Table } from '../../../list/table/Table.tsx'
import { toListState } from '../../../list/toListState.ts'
import { canOpen, withId } from '../../../shell/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { hoursText } from './DemorasTable.tsx'
import { shownRowsSentence } from './reporteTexts.ts'
import type { DemorasAddress } from './useDemorasAddress.ts'

const titles: Record<DemoraGrupo, (name: string) => string> = {
  cliente: (name) => `Esperas de ${name}`,
  lugar: (name) => `Esperas en ${name}`,
  causa: (name) => `Incidentes por ${name}`,
}

/** Shows the waits or incidents behind one row of the report, the longest first. */
export function DemoraTrips({ address }: { address: DemorasAddress }) {
  const { pagina, porPagina, values, change } = address
  const { por, clave, desde, hasta } = values
  const query = { por, clave, pagina, porPagina, ...(desde && { desde }), ...(hasta && { hasta }) }
  const list = toListState(useEndpoint('GET /api/reportes/demoras/viajes', { query }), address)
  const zona = useConfig()?.zona
  const session = useSession()
  const linksTrips = session !== null && canOpen(session, '/mostrar-ruta/:id')
  const name = por === 'cliente' ? (list.rows?.[0]?.cliente ?? '…') : clave
  const title = titles[por](name)
  return (
    <ListCard
      tools={
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div>
            <h2 className="text-lg font-bold wrap-anywhere">{title}</h2>
            <p className="text-sm text-pretty text-muted">
              Lo más largo primero. La línea de tiempo de cada viaje cuenta por qué.
            </p>
          </div>
          <Button look="quiet" onClick={() => change({ clave: '' }, { replace: false })}>
            <ChevronLeft aria-hidden="true" className="size-4.5" />
            Demoras por {por}
          </Button>
        </div>
      }
      address={address}
      list={list}
      loading="Cargando viajes…"
      errorTitle="Error al cargar los viajes"
      empty={<EmptyState text={noDataText} />}
      sentence={list.total === undefined ? '' : shownRowsSentence(pagina, porPagina, list.total)}
    >
      {({ rows, ...table }) => (
        <Table
          label={title}
          columns={columnsOf(por, zona, linksTrips)}
          rows={rows?.map((row) => ({ ...row, id: null }))}
          keyOf={({ ruta_id, nombre, desde }) => `${ruta_id} ${nombre} ${desde}`}
          {...table}
        />
      )}
    </ListCard>
  )
}

/** Null with doubtful hours means that the wait is not counted, not that there is no rate. */
const montoText = ({ horas, monto }: DemoraDeViaje) =>
  monto === null ? horas !== null && 'Sin tarifa' : formatQuetzales(monto)

interface DemoraDeViajeRow extends DemoraDeViaje {
  id: null
}

function columnsOf(
  por: DemoraGrupo,
  zona: string | undefined,
  linksTrips: boolean,
): (Column<DemoraDeViajeRow> | false)[] {
  const moment = (when: string) => (zona ? formatMomento(when, zona) : '…')
  return [
    column('Ruta', 'title', 7, ({ no_ruta }) => stripRutaPrefix(no_ruta), {
      href: ({ ruta_id }) => (linksTrips ? withId('/mostrar-ruta/:id', ruta_id) : undefined),
      hrefName: ({ no_ruta }) => `${no_ruta}: ver su línea de tiempo`,
    }),
    stacked(
      column('Cliente', 'subtitle', 14, ({ cliente }) => cliente),
      column(
        'Trayecto y fecha',
        'note',
        14,
        ({ origen, destino, fecha }) => `${formatFecha(fecha)} · ${origen} → ${destino}`,
      ),
    ),
    por === 'cliente' && column('Lugar', 'labelled', 10, ({ nombre }) => nombre),
    stacked(
      oneLineColumn('Desde', 'labelled', 9, ({ desde }) => moment(desde)),
      column('Hasta', 'labelled', 9, ({ hasta }) => hasta && moment(hasta), { none: 'Sigue abierto' }),
    ),
    column(
      por === 'causa' ? 'Duró' : 'Espera',
      'figure',
      8,
      ({ horas }) => horas !== null && hoursText(horas),
      { numeric: true, none: 'Hora dudosa' },
    ),
    por !== 'causa' && column('Monto', 'figure', 8, montoText, { numeric: true }),
  ]
}
