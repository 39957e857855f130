import { fullName } from '@flota/contract/core/format.ts'
import type { Tablero } from '@flota/contract/trips/tablero.ts'
import { useMemo } from 'react'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { useNow } from '../../../api/useToday.ts'
import { overlapsOf } from '../../../trip/office/overlaps.ts'
import { cx } from '../../../ui/cx.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { BoardHeading } from './BoardHeading.tsx'
import {
  type BoardRow,
  filterRows,
  rowsByPilot,
  rowsByTruck,
  sortByUrgency,
  type TripFilter,
} from './boardRows.ts'
import { Counters } from './Counters.tsx'
import { EmptyBoard } from './EmptyBoard.tsx'
import { type MoveHandlers, useTripEdit } from './edit/useTripEdit.tsx'
import { type OpenTripEdit, useTripMenu } from './edit/useTripMenu.tsx'
import { Rows } from './Rows.tsx'
import type { BoardClock } from './TripBlock.tsx'
import { UnclosedTrips } from './UnclosedTrips.tsx'
import { useBoardAddress } from './useBoardAddress.ts'
import { WeekBoard } from './week/WeekBoard.tsx'

/** Refreshes the board each minute. */
export function TableroPage() {
  const ahora = useNow()
  const zona = useConfig()?.zona
  const hoy = ahora?.local.slice(0, 10)
  const address = useBoardAddress(hoy)
  const { fecha, pilotos, semana, solo, goToDay, filter } = address
  const query = { query: { fecha } }
  const day = usePolledEndpoint('GET /api/tablero', semana ? null : query)
  const week = usePolledEndpoint('GET /api/tablero/semana', semana ? query : null)
  const answer = semana ? week : day
  const cambio = useTripEdit(zona)
  const isDrawn = answer.data !== undefined && zona !== undefined
  return (
    <>
      <BoardHeading
        address={address}
        hoy={hoy}
        onCopied={(copied, message) => {
          goToDay(copied)
          cambio.showMessage(message)
        }}
      />
      {answer.error && (
        <div className="mb-4">
          <LoadError title="Error al cargar el tablero" query={answer} />
        </div>
      )}
      {!isDrawn && !answer.error && <BoardSkeleton />}
      {!semana && day.data && zona && (
        <BoardDay
          tablero={day.data.data}
          pilotos={pilotos}
          solo={solo}
          onNarrow={filter}
          zona={zona}
          ahora={ahora}
          ask={cambio.ask}
          move={cambio.move}
          stale={day.isPlaceholderData}
        />
      )}
      {semana && week.data && zona && (
        <WeekBoard
          semana={week.data.data}
          zona={zona}
          ahora={ahora}
          ask={cambio.ask}
          stale={week.isPlaceholderData}
        />
      )}
      {cambio.dialogs}
    </>
  )
}

const BoardSkeleton = () => (
  <div className="grid gap-6 rounded-ui border border-line bg-card p-4 py-6 shadow-soft">
    <Loading label="Cargando el tablero…" />
    {['w-3/4', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map((width) => (
      <Skeleton key={width} className={`h-10 rounded-ui! ${width}`} />
    ))}
  </div>
)

interface BoardDayProps extends Omit<BoardClock, 'dia'> {
  tablero: Tablero
  pilotos: boolean
  solo: TripFilter
  onNarrow: (solo: TripFilter) => void
  ask: OpenTripEdit
  move: MoveHandlers
  /** True while another day loads. */
  stale: boolean
}

function BoardDay({ tablero, pilotos, solo, onNarrow, zona, ahora, ask, move, stale }: BoardDayProps) {
  const { menu, popup } = useTripMenu(ask)
  // Memoized, because drawing hundreds of rows is slow.
  const allRows = useMemo(() => (pilotos ? rowsByPilot(tablero) : rowsByTruck(tablero)), [pilotos, tablero])
  const filas = useMemo(() => sortByUrgency(filterRows(solo, allRows, ahora), ahora), [solo, allRows, ahora])
  const libres = useMemo(() => freeRows(allRows), [allRows])
  const traslapes = useMemo(() => (ahora ? overlapsOf(tablero, ahora).size : 0), [tablero, ahora])
  const clock = useMemo(() => ({ dia: tablero.fecha, zona, ahora }), [tablero.fecha, zona, ahora])
  return (
    <div aria-busy={stale} className={cx('grid grid-cols-1 gap-6', stale && 'opacity-60')}>
      <div>
        <Counters filas={allRows} traslapes={traslapes} ahora={ahora} solo={solo} onChange={onNarrow} />
        {filas.length === 0 && (
          <EmptyBoard
            missing={allRows.length === 0 ? (pilotos ? 'pilotos' : 'camiones') : solo || 'viajes'}
            onAll={() => onNarrow('')}
          />
        )}
        {(filas.length > 0 || (solo === '' && allRows.length > 0)) && (
          <Rows
            key={`${pilotos}`}
            label={pilotos ? 'Pilotos' : 'Camiones'}
            filas={filas}
            allRows={allRows}
            freeRows={solo === '' ? libres : { ...libres, filas: [] }}
            clock={clock}
            menu={menu}
            move={move}
          />
        )}
      </div>
      {!pilotos && <FreePilots tablero={tablero} />}
      <UnclosedTrips viajes={tablero.sin_cerrar} clock={clock} menu={menu} />
      {popup}
    </div>
  )
}

/** Returns the rows without trips, then stopped trucks and those in the workshop. */
function freeRows(todas: readonly BoardRow[]) {
  const {
    libre = [],
    detenido = [],
    en_taller = [],
  } = Object.groupBy(
    todas.filter(({ viajes }) => viajes.length === 0),
    ({ estado }) => (estado === 'detenido' || estado === 'en_taller' ? estado : 'libre'),
  )
  const count = (words: string, { length }: readonly BoardRow[]) =>
    length > 0 ? ` · ${words} (${length})` : ''
  const title = `Libres (${libre.length})${count('Detenidos', detenido)}${count('En taller', en_taller)}`
  return { title, filas: [...libre, ...detenido, ...en_taller] }
}

function FreePilots({ tablero: { camiones, pilotos_libres: libres } }: { tablero: Tablero }) {
  return (
    <section aria-labelledby="libres">
      <h2 id="libres" className="mb-2 text-lg font-bold">
        Pilotos libres
      </h2>
      {libres.length === 0 && (
        <p className="text-muted">
          {camiones.some(({ rutas }) => rutas.length > 0)
            ? 'Ningún piloto está libre este día.'
            : 'Todavía no hay pilotos.'}
        </p>
      )}
      <ul className="flex flex-wrap gap-2">
        {libres.map(({ id, nombre, apellido }) => (
          <li key={id} className="rounded-ui border border-line bg-card px-3 py-1 wrap-anywhere">
            {fullName(nombre, apellido)}
          </li>
        ))}
      </ul>
    </section>
  )
}
