import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import type { CurrentTime } from '@flota/contract/trips/retraso.ts'
import type { SemanaDelTablero } from '@flota/contract/trips/tablero.ts'
import { memo, useMemo, useRef, useState } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { useIsPhone } from '../../../../ui/useIsPhone.ts'
import { minutesLate } from '../boardRows.ts'
import { EmptyBoard } from '../EmptyBoard.tsx'
import { type OpenTripEdit, type TripMenu, useTripMenu } from '../edit/useTripMenu.tsx'
import { Collapsible } from '../RowHeader.tsx'
import { useVisibleRows } from '../useVisibleRows.ts'
import { TripChip } from './TripChip.tsx'
import { daysOf, placeInWeek, rowsOfWeek, type WeekRow } from './weekRows.ts'

interface Props {
  semana: SemanaDelTablero
  zona: string
  ahora: CurrentTime | undefined
  ask: OpenTripEdit
  /** True while another week loads. */
  stale: boolean
}

interface WeekClock {
  dias: readonly string[]
  zona: string
  ahora: CurrentTime | undefined
}

/** A week: one row per truck, one column per day. On a phone one card per truck. */
export function WeekBoard({ semana, zona, ahora, ask, stale }: Props) {
  const { menu, popup } = useTripMenu(ask)
  const [unfolded, setUnfolded] = useState(false)
  const isPhone = useIsPhone()
  const todas = useMemo(() => rowsOfWeek(semana), [semana])
  const clock = useMemo(() => ({ dias: daysOf(semana), zona, ahora }), [semana, zona, ahora])
  const filas = useMemo(() => todas.filter(({ viajes }) => viajes.length > 0), [todas])
  const libres = todas.filter(({ viajes }) => viajes.length === 0)
  const Week = isPhone ? WeekCards : WeekTable
  return (
    <div aria-busy={stale} className={cx('grid grid-cols-1 gap-4', stale && 'opacity-60')}>
      <WeekSummary filas={filas} ahora={ahora} />
      {filas.length === 0 && (
        <EmptyBoard missing={todas.length === 0 ? 'camiones' : 'semana'} onAll={() => undefined} />
      )}
      {filas.length > 0 && <Week filas={filas} clock={clock} menu={menu} />}
      {filas.length > 0 && libres.length > 0 && (
        <div className="overflow-hidden rounded-ui border border-line bg-card shadow-soft" data-print>
          <Collapsible
            title={`Sin viajes (${libres.length})`}
            open={unfolded}
            onToggle={() => setUnfolded(!unfolded)}
          >
            <p className="px-4 pb-3 wrap-anywhere">{libres.map(({ nombre }) => nombre).join(', ')}</p>
          </Collapsible>
        </div>
      )}
      {popup}
    </div>
  )
}

/** Shows '42 viajes · 3 con retraso · 2 se traslapan'. */
function WeekSummary({ filas, ahora }: { filas: readonly WeekRow[]; ahora: CurrentTime | undefined }) {
  const viajes = filas.flatMap((fila) => fila.viajes)
  const late = viajes.filter((viaje) => minutesLate(viaje, ahora) > 0).length
  const clashing = viajes.filter(({ avisos }) => avisos).length
  const parts = [
    `${formatInteger(viajes.length)} ${viajes.length === 1 ? 'viaje' : 'viajes'}`,
    late > 0 && `${formatInteger(late)} con retraso`,
    clashing > 0 && `${formatInteger(clashing)} ${clashing === 1 ? 'se traslapa' : 'se traslapan'}`,
  ]
  return <p className="text-lg font-semibold">{parts.filter(Boolean).join(' · ')}</p>
}

interface WeekProps {
  filas: readonly WeekRow[]
  clock: WeekClock
  menu: TripMenu
}

/** Returns 'lun 23/11'. */
const dayWords = (dia: string) => `${fechaInWords(dia).slice(0, 3)} ${formatFecha(dia).slice(0, 5)}`

function WeekTable({ filas, clock, menu }: WeekProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const isNear = useVisibleRows(body, filas)
  const hoy = clock.ahora?.local.slice(0, 10)
  return (
    <div data-print data-wide className="rounded-ui border border-line bg-card shadow-soft">
      <table className="w-full table-fixed border-separate border-spacing-0 text-left">
        <caption className="sr-only">Viajes de la semana por camión</caption>
        <thead>
          <tr className="*:sticky *:top-14 *:z-3 *:h-9 *:border-b *:border-line *:bg-sunken *:px-1.5 *:text-sm">
            <th scope="col" className="w-32 rounded-tl-ui xl:w-40">
              Camión
            </th>
            {clock.dias.map((dia) => (
              <th
                key={dia}
                scope="col"
                aria-current={dia === hoy ? 'date' : undefined}
                className={cx('font-semibold', dia === hoy && 'text-link')}
              >
                {dayWords(dia)}
                {dia === hoy && ' · hoy'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {filas.map((fila) => (
            <tr key={fila.id} data-fila={fila.id} className="*:border-b *:border-line last:*:border-b-0">
              {isNear(fila) ? (
                <WeekTableRow fila={fila} clock={clock} {...menuOfRow(menu, fila)} />
              ) : (
                <RowSummary fila={fila} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Hides a menu open in another row, so that memoized rows do not render again. */
const menuOfRow = ({ open, openId }: TripMenu, { viajes }: WeekRow): TripMenu => ({
  open,
  openId: viajes.some(({ id }) => openId?.startsWith(`semana-${id}-`)) ? openId : undefined,
})

const RowSummary = ({ fila: { nombre, viajes } }: { fila: WeekRow }) => (
  <>
    <th scope="row" className="h-20 px-2 text-sm">
      {nombre}
    </th>
    <td colSpan={7}>
      {viajes.length} {viajes.length === 1 ? 'viaje' : 'viajes'}
    </td>
  </>
)

interface WeekRowProps extends TripMenu {
  fila: WeekRow
  clock: WeekClock
}

const placed = ({ viajes }: WeekRow, { dias: [desde = ''], zona, ahora }: WeekClock) =>
  placeInWeek(viajes, { desde, zona, ahora })

const WeekTableRow = memo(({ fila, clock, ...menu }: WeekRowProps) => (
  <>
    <th scope="row" className="px-2 text-sm font-bold wrap-anywhere">
      {fila.nombre}
    </th>
    {placed(fila, clock).map((trips, index) => (
      <td key={clock.dias[index]} className="h-10 border-l border-line p-0.5 align-top">
        {trips.length > 0 && (
          <ul className="grid grid-cols-1 gap-0.5">
            {trips.map((trip) => (
              <li key={trip.viaje.id}>
                <TripChip trip={trip} dia={clock.dias[index] ?? ''} ahora={clock.ahora} {...menu} />
              </li>
            ))}
          </ul>
        )}
      </td>
    ))}
  </>
))

function WeekCards({ filas, clock, menu }: WeekProps) {
  const list = useRef<HTMLUListElement>(null)
  const isNear = useVisibleRows(list, filas)
  return (
    <ul ref={list} aria-label="Viajes de la semana por camión" className="grid grid-cols-1 gap-3">
      {filas.map((fila) => (
        <li
          key={fila.id}
          data-fila={fila.id}
          className={cx('rounded-ui border border-line bg-card p-3 shadow-soft', !isNear(fila) && 'min-h-50')}
        >
          <h2 className="font-bold wrap-anywhere">{fila.nombre}</h2>
          {isNear(fila) && <WeekCard fila={fila} clock={clock} {...menuOfRow(menu, fila)} />}
        </li>
      ))}
    </ul>
  )
}

const WeekCard = memo(({ fila, clock, ...menu }: WeekRowProps) => (
  <dl className="mt-2 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2 gap-y-1.5">
    {placed(fila, clock).map((trips, index) => {
      const dia = clock.dias[index] ?? ''
      return (
        trips.length > 0 && (
          <div key={dia} className="col-span-2 grid grid-cols-subgrid">
            <dt className="py-2 text-sm text-muted">{dayWords(dia)}</dt>
            {trips.map((trip) => (
              <dd key={trip.viaje.id} className="col-start-2 pb-1">
                <TripChip trip={trip} dia={dia} ahora={clock.ahora} {...menu} />
              </dd>
            ))}
          </div>
        )
      )
    })}
  </dl>
))
