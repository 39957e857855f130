import { addDays, diaInWords } from '@flota/contract/dias.ts'
import { entero, quetzales } from '@flota/contract/format.ts'
import type { Totales } from '@flota/contract/periodos.ts'
import { Link } from 'wouter'
import { buttonClass } from '../../ui/Button.tsx'
import { EstadoBadge } from '../../viaje/EstadoBadge.tsx'
import { estados } from '../parts/estados.ts'
import { compare, dayOf } from './figures.ts'
import { Figure, Nothing, Panel, type Reportes } from './Panel.tsx'
import { rutasOf } from './rutasHref.ts'

const tripsOf = (row?: Totales) => row?.total_rutas ?? 0
const incomeOf = (row?: Totales) => row?.ingresos_totales ?? 0

/** Today beside the same weekday last week. */
export function HoyPanel({ answer }: { answer: Reportes }) {
  return (
    <Panel title="Hoy" answer={answer} room={9} failed="Error al cargar los reportes">
      {({ data: rows }, hoy) => {
        const weekAgo = addDays(hoy, -7)
        const [now, then] = [dayOf(rows, hoy), dayOf(rows, weekAgo)]
        const day = `el ${diaInWords(weekAgo, hoy)}`
        return (
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            <Figure label="Viajes" value={entero(tripsOf(now))} href={rutasOf(hoy)}>
              {compare(tripsOf(now), tripsOf(then), entero)} {day} ({entero(tripsOf(then))})
            </Figure>
            <Figure label="Ingresos" value={quetzales(incomeOf(now))} href={rutasOf(hoy)}>
              {compare(incomeOf(now), incomeOf(then), quetzales)} {day} ({quetzales(incomeOf(then))})
            </Figure>
          </div>
        )
      }}
    </Panel>
  )
}

/** How today's trips stand; each bar leads to its trips. */
export function EstadosPanel({ answer }: { answer: Reportes }) {
  return (
    <Panel title="Viajes de hoy por estado" answer={answer} room={9} failed="Error al cargar los reportes">
      {({ data: rows }, hoy) => {
        const row = dayOf(rows, hoy)
        if (!row)
          return (
            <>
              <Nothing>Hoy todavía no hay viajes.</Nothing>
              <Link href="/ingresar-ruta" className={`${buttonClass()} self-start`}>
                + Ingresar Ruta
              </Link>
            </>
          )
        return (
          <ul className="grid">
            {estados.map(({ estado, count: countOf, fill }) => {
              const count = countOf(row)
              return (
                <li key={estado}>
                  <Link
                    href={rutasOf(hoy, estado)}
                    className="-mx-2 flex min-h-9 items-center gap-3 rounded-ui px-2 hover:bg-sunken max-md:min-h-11"
                  >
                    <span className="w-30 shrink-0">
                      <EstadoBadge estado={estado} />
                    </span>
                    <span aria-hidden="true" className="h-3 min-w-0 flex-1 rounded-full bg-sunken">
                      <span
                        className={`block h-full rounded-full ${fill}`}
                        style={{ width: `${(count / row.total_rutas) * 100}%` }}
                      />
                    </span>
                    <span className="w-10 shrink-0 text-right text-lg font-bold">{entero(count)}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        )
      }}
    </Panel>
  )
}
