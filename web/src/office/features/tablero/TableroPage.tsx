import { isRealDate } from '@flota/contract/calendar.ts'
import { addDays } from '@flota/contract/dates.ts'
import { nombreCompleto } from '@flota/contract/format.ts'
import type { Tablero } from '@flota/contract/tablero.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useLive } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { useNow } from '../../../api/useToday.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { PressedChoice } from '../../../ui/ToggleButton.tsx'
import { type Fila, only, porCamion, porPiloto, type Solo, solos } from './boardRows.ts'
import { Cifras } from './Counters.tsx'
import { Dia } from './DayPicker.tsx'
import { Vacio } from './EmptyBoard.tsx'
import { type Move, useCambio } from './edit/useTripEdit.tsx'
import { type Ask, useBloqueMenu } from './edit/useTripMenu.tsx'
import { Filas } from './Rows.tsx'
import type { BoardClock } from './TripBlock.tsx'
import { SinCerrar } from './UnclosedTrips.tsx'

/** What the address says: the day, what a row is, and which trips are shown. */
function useAddress(hoy: string | undefined) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('fecha') ?? ''
  const fecha = isRealDate(asked) ? asked : undefined
  const set = (name: string, value: string) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      if (value) after.set(name, value)
      else after.delete(name)
      return after
    })
  return {
    fecha,
    pilotos: search.get('filas') === 'pilotos',
    solo: solos.find((each) => each === search.get('solo')) ?? ('' as const),
    go: (day: string) => set('fecha', day === hoy ? '' : day),
    turn: (pilotos: boolean) => set('filas', pilotos ? 'pilotos' : ''),
    narrow: (solo: Solo) => set('solo', solo),
  }
}

/** The day of each truck or pilot; read again each minute. */
export function TableroPage() {
  const ahora = useNow()
  const zona = useConfig()?.zona
  const hoy = ahora?.local.slice(0, 10)
  const { fecha, pilotos, solo, go, turn, narrow } = useAddress(hoy)
  const answer = useLive('GET /api/tablero', { query: { fecha } })
  const cambio = useCambio(zona)
  const data = answer.data?.data
  const shown = fecha ?? hoy
  const step = (days: number) => shown && go(addDays(shown, days))
  return (
    // A day of 24 hours takes all the width of a wide screen.
    <div className="[main:has(&)]:max-w-[120rem]">
      <PageHeading title="Tablero">
        <div className="flex flex-1 flex-wrap items-center gap-2 max-md:basis-full">
          <div className="flex min-w-0 items-center gap-1 max-md:w-full">
            <IconButton label="Día anterior" onClick={() => step(-1)}>
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <Dia dia={shown} onChange={go} />
            <IconButton label="Día siguiente" onClick={() => step(1)}>
              <ChevronRight aria-hidden="true" />
            </IconButton>
          </div>
          <PressedChoice pressed={shown === hoy} disabled={!hoy} onPress={() => go(hoy ?? '')}>
            Hoy
          </PressedChoice>
          <PressedChoice
            pressed={hoy !== undefined && shown === addDays(hoy, 1)}
            disabled={!hoy}
            onPress={() => hoy && go(addDays(hoy, 1))}
          >
            Mañana
          </PressedChoice>
        </div>
        <fieldset className="flex min-w-0 flex-wrap gap-2 max-md:w-full">
          <legend className="sr-only">Una fila por</legend>
          <PressedChoice pressed={!pilotos} onPress={() => turn(false)}>
            Por camión
          </PressedChoice>
          <PressedChoice pressed={pilotos} onPress={() => turn(true)}>
            Por piloto
          </PressedChoice>
        </fieldset>
      </PageHeading>
      {answer.error && (
        <div className="mb-4">
          <LoadError title="Error al cargar el tablero" of={answer} />
        </div>
      )}
      {!(data && zona) && !answer.error && <Waiting />}
      {data && zona && (
        <Day
          tablero={data}
          pilotos={pilotos}
          solo={solo}
          onNarrow={narrow}
          zona={zona}
          ahora={ahora}
          ask={cambio.ask}
          move={cambio.move}
          stale={answer.isPlaceholderData}
        />
      )}
      {cambio.shown}
    </div>
  )
}

const Waiting = () => (
  <div className="grid gap-6 rounded-ui border border-line bg-card p-4 py-6 shadow-soft">
    <Loading label="Cargando el tablero…" />
    {['w-3/4', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map((width) => (
      <Skeleton key={width} className={`h-10 rounded-ui! ${width}`} />
    ))}
  </div>
)

interface DayProps extends Omit<BoardClock, 'dia'> {
  tablero: Tablero
  pilotos: boolean
  solo: Solo
  onNarrow: (solo: Solo) => void
  ask: Ask
  move: Move
  /** Another day is being read. */
  stale: boolean
}

function Day({ tablero, pilotos, solo, onNarrow, zona, ahora, ask, move, stale }: DayProps) {
  const { menu, shown } = useBloqueMenu(ask)
  // What has not changed is not drawn again: hundreds of rows.
  const todas = useMemo(() => (pilotos ? porPiloto(tablero) : porCamion(tablero)), [pilotos, tablero])
  const asOf = solo === 'retraso' ? ahora : undefined
  const filas = useMemo(() => only(solo, todas, asOf), [solo, todas, asOf])
  const libres = useMemo(() => libresOf(todas), [todas])
  const clock = useMemo(() => ({ dia: tablero.fecha, zona, ahora }), [tablero.fecha, zona, ahora])
  return (
    <div aria-busy={stale} className={cx('grid grid-cols-1 gap-6', stale && 'opacity-60')}>
      <div>
        <Cifras filas={todas} ahora={ahora} solo={solo} onChange={onNarrow} />
        {filas.length === 0 && (
          <Vacio
            of={todas.length === 0 ? (pilotos ? 'pilotos' : 'camiones') : solo || 'viajes'}
            onAll={() => onNarrow('')}
          />
        )}
        {(filas.length > 0 || (solo === '' && todas.length > 0)) && (
          <Filas
            key={`${pilotos}`}
            label={pilotos ? 'Pilotos' : 'Camiones'}
            filas={filas}
            todas={todas}
            libres={solo === '' ? libres : { ...libres, filas: [] }}
            clock={clock}
            menu={menu}
            move={move}
          />
        )}
      </div>
      {!pilotos && <PilotosLibres tablero={tablero} />}
      <SinCerrar viajes={tablero.sin_cerrar} clock={clock} menu={menu} />
      {shown}
    </div>
  )
}

/** The rows without a trip: what is in the workshop is not free, and comes last. */
function libresOf(todas: readonly Fila[]) {
  const { libre = [], taller = [] } = Object.groupBy(
    todas.filter(({ viajes }) => viajes.length === 0),
    ({ estado }) => (estado === 'en_taller' ? 'taller' : 'libre'),
  )
  const title = `Libres (${libre.length})${taller.length > 0 ? ` · En taller (${taller.length})` : ''}`
  return { title, filas: [...libre, ...taller] }
}

function PilotosLibres({ tablero: { camiones, pilotos_libres: libres } }: { tablero: Tablero }) {
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
            {nombreCompleto(nombre, apellido)}
          </li>
        ))}
      </ul>
    </section>
  )
}
