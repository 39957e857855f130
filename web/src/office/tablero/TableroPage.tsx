import { fechaInWords, isRealDate } from '@flota/contract/calendario.ts'
import { addDays } from '@flota/contract/dias.ts'
import { nombreCompleto } from '@flota/contract/format.ts'
import type { Page } from '@flota/contract/pages.ts'
import type { Tablero } from '@flota/contract/tablero.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useLive } from '../../api/cache/queries.ts'
import { useConfig } from '../../api/empresa.ts'
import { useSession } from '../../api/session.ts'
import { useNow } from '../../api/useToday.ts'
import { PressedChoice } from '../../list/controls/PressedChoice.tsx'
import { mayOpen } from '../../paths.ts'
import { buttonClass, IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { Clock } from './Bloque.tsx'
import { porCamion, porPiloto } from './day.ts'
import { Filas } from './Filas.tsx'
import { SinCerrar } from './SinCerrar.tsx'
import { type Ask, useBloqueMenu } from './useBloqueMenu.tsx'
import { type Move, useCambio } from './useCambio.tsx'

/** What the address says: the day, and what a row is. */
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
    go: (day: string) => set('fecha', day === hoy ? '' : day),
    turn: (pilotos: boolean) => set('filas', pilotos ? 'pilotos' : ''),
  }
}

/** The day of each truck or pilot; read again each minute. */
export function TableroPage() {
  const ahora = useNow()
  const zona = useConfig()?.zona
  const hoy = ahora?.slice(0, 10)
  const { fecha, pilotos, go, turn } = useAddress(hoy)
  const answer = useLive('GET /api/tablero', { query: { fecha } })
  // What was asked before a change does not know of it.
  const refresh = () => answer.refetch()
  const cambio = useCambio(zona, refresh)
  const data = answer.data?.data
  const shown = fecha ?? hoy
  const step = (days: number) => shown && go(addDays(shown, days))
  return (
    // A day of 24 hours takes all the width of a wide screen.
    <div className="[main:has(&)]:max-w-[120rem]">
      <PageHeading title="Tablero">
        <p className="min-h-6 flex-1 text-muted first-letter:uppercase max-md:basis-full">
          {shown && fechaInWords(shown)}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <IconButton label="Día anterior" onClick={() => step(-1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
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
          <IconButton label="Día siguiente" onClick={() => step(1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
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

/** An empty board, and how to fill it. */
function Nadie({ text, page, add }: { text: string; page: Page; add: string }) {
  const session = useSession()
  return (
    <EmptyState
      text={`${text} Aquí verás el día de cada uno.`}
      action={
        session &&
        mayOpen(session, page) && (
          <Link href={page} className={buttonClass()}>
            {add}
          </Link>
        )
      }
    />
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

interface DayProps extends Omit<Clock, 'dia'> {
  tablero: Tablero
  pilotos: boolean
  ask: Ask
  move: Move
  /** Another day is being read. */
  stale: boolean
}

function Day({ tablero, pilotos, zona, ahora, ask, move, stale }: DayProps) {
  const { menu, shown } = useBloqueMenu(ask)
  // What has not changed is not drawn again: hundreds of rows.
  const filas = useMemo(() => (pilotos ? porPiloto(tablero) : porCamion(tablero)), [pilotos, tablero])
  const clock = useMemo(() => ({ dia: tablero.fecha, zona, ahora }), [tablero.fecha, zona, ahora])
  const { pilotos_libres: libres } = tablero
  return (
    <div aria-busy={stale} className={cx('grid grid-cols-1 gap-6', stale && 'opacity-60')}>
      {filas.length > 0 ? (
        <Filas
          key={`${pilotos}`}
          label={pilotos ? 'Pilotos' : 'Camiones'}
          filas={filas}
          clock={clock}
          menu={menu}
          move={move}
        />
      ) : (
        <div className="rounded-ui border border-line bg-card shadow-soft">
          {pilotos ? (
            <Nadie text="Todavía no hay pilotos." page="/ingresar-choferes" add="+ Ingresar Piloto" />
          ) : (
            <Nadie text="Todavía no hay camiones." page="/ingresar-camiones" add="+ Ingresar Camión" />
          )}
        </div>
      )}
      <section aria-labelledby="libres">
        <h2 id="libres" className="mb-2 text-lg font-bold">
          Pilotos libres
        </h2>
        {libres.length === 0 && (
          <p className="text-muted">
            {tablero.camiones.some(({ rutas }) => rutas.length > 0)
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
      <SinCerrar viajes={tablero.sin_cerrar} clock={clock} menu={menu} refresh={move.refresh} />
      {shown}
    </div>
  )
}
