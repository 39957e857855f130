import { daysOf, later, periodoOf } from '@flota/contract/calendar.ts'
import { daysBetween } from '@flota/contract/dates.ts'
import type { MargenGrupo, MargenTotales } from '@flota/contract/margen.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useEndpointWhile } from '../../../api/cache/queries.ts'
import type { Paginacion } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { useToday } from '../../../api/useToday.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { listOf } from '../../../list/toListState.ts'
import { oneOf, useListAddress } from '../../../list/useListAddress.ts'
import { mayOpen } from '../../../shell/paths.ts'
import { PressedChoice } from '../../../ui/ToggleButton.tsx'
import { ExportButtons, ExportProgress } from '../../shared/export/ExportControls.tsx'
import { useExport } from '../../shared/export/useExport.ts'
import { Vistas } from './DineroTabs.tsx'
import { pageSizes } from './dineroPageSizes.ts'
import { type Linea, margenColumns } from './margenColumns.tsx'

const groups: Record<MargenGrupo, string> = {
  ruta: 'Ruta',
  cliente: 'Cliente',
  camion: 'Camión',
  piloto: 'Piloto',
  mes: 'Mes',
}

const filters = {
  por: { kind: 'words', label: 'Por', words: groups },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
} as const satisfies Filters

const vista = oneOf({ vista: 'margen' })

/** Both days counted. */
const mostDays = 366

/** What is wrong with the days; undefined where the server can be asked. */
function wrongIn({ desde, hasta }: { desde: string; hasta: string }, hoy: string | undefined) {
  const end = hasta || hoy
  if (desde === '' || end === undefined) return undefined
  const days = daysBetween(desde, end) + 1
  if (days < 1) return sentences.endsEarly
  return days > mostDays ? 'Elige un período de un año como máximo.' : undefined
}

/** What the trips of a period left, the worst first; all of it is the server's sum. */
export function MargenVista() {
  const address = useListAddress(filters, pageSizes, vista)
  // The lines of one kind are never shown under the titles of another.
  return <Lineas key={address.values.por} address={address} />
}

type Address = ReturnType<typeof useListAddress<typeof filters>>

function Lineas({ address }: { address: Address }) {
  const session = useSession()
  const hoy = useToday()
  const { values, asked, query } = address
  const { por } = values
  const wrong = wrongIn(values, hoy)
  const { pagina, porPagina, ...period } = query
  const paged = por === 'ruta' ? { pagina, porPagina } : {}
  const answer = useEndpointWhile('GET /api/margen', wrong ? null : { query: { ...period, por, ...paged } })
  const exporting = useExport(() => ({ line: 'GET /api/margen/exportar', query: { ...asked, por } }))
  const { data } = answer
  const list = listOf(
    { ...answer, data: wrong ? { data: [] } : data && { data: data.data.filas, ...paginacionOf(data) } },
    address,
  )
  return (
    <>
      <ListPage
        title="Dinero"
        address={address}
        list={{ ...list, rows: list.rows?.map((row): Linea => ({ ...row, id: null })) }}
        keyOf={({ clave }) => clave}
        columns={margenColumns(por, (page) => session !== null && mayOpen(session, page))}
        {...(data && { total: totalOf(data.data.totales) })}
        notes={<Periodos address={address} hoy={hoy} />}
        beside={
          <>
            <Vistas shown="margen" />
            <ExportButtons
              labels={{ excel: 'Exportar' }}
              exporting={exporting}
              disabled={wrong !== undefined || list.rows?.length === 0}
            />
          </>
        }
        empty={{
          nothing: 'Todavía no hay viajes entregados este mes. Prueba con otras fechas.',
          narrowed: wrong ?? 'No hay viajes entregados en estas fechas.',
        }}
        failed="Error al cargar el margen"
      />
      <ExportProgress exporting={exporting} place="page" />
    </>
  )
}

const paginacionOf = ({ paginacion }: { paginacion?: Paginacion }) => (paginacion ? { paginacion } : {})

const totalOf = (totales: MargenTotales): Linea => ({
  ...totales,
  id: null,
  clave: '',
  nombre: 'Total',
})

const ranges = {
  // What the server takes where nothing is said.
  'Este mes': () => ({ desde: '', hasta: '' }),
  'Mes pasado': (hoy: string) => daysOf(later(periodoOf(hoy, 'mes'), -1)),
  'Este año': (hoy: string) => daysOf(periodoOf(hoy, 'anio')),
} as const

/** The usual days, each at one press, and what is shown pale. */
function Periodos({ address: { values, change }, hoy }: { address: Address; hoy: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {Object.entries(ranges).map(([label, rangeAt]) => {
        const range = rangeAt(hoy ?? '1970-01-01')
        return (
          <PressedChoice
            key={label}
            disabled={hoy === undefined}
            pressed={hoy !== undefined && range.desde === values.desde && range.hasta === values.hasta}
            onPress={() => change(range)}
          >
            {label}
          </PressedChoice>
        )
      })}
      <p className="text-sm text-muted md:ml-2">
        Viajes entregados. En tono pálido, los que tienen gastos por revisar: su margen puede bajar.
      </p>
    </div>
  )
}
