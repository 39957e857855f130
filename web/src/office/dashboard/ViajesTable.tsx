import { entero, fecha, hora, nombreCompleto, quetzales, sinRuta } from '@flota/contract/format.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Session } from '../../api/session.ts'
import { type Column, Table } from '../../list/Table.tsx'
import { mayOpen, withId } from '../../paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EstadoBadge } from '../../viaje/EstadoBadge.tsx'
import type { Dia } from './ResumenCards.tsx'
import { rutasOf } from './rutasHref.ts'

type Viaje = Dia['rutas'][number]

/** What a screen takes in at a glance; the rest of a long day stands in the list of routes. */
const most = 50

interface Props {
  session: Session
  hoy: string | undefined
  /** Undefined while it is on its way. */
  dia: Dia | undefined
}

/** The day's trips, in the order of its hours. */
export function ViajesTable({ session, hoy, dia }: Props) {
  const inOrder = dia && [...dia.rutas].sort((a, b) => a.hora.localeCompare(b.hora) || a.id - b.id)
  const left = (inOrder?.length ?? 0) - most
  const numberOf = (viaje: Viaje) =>
    mayOpen(session, '/mostrar-ruta/:id') ? (
      <Link
        href={withId('/mostrar-ruta/:id', viaje.id)}
        className="hover:underline max-md:inline-block max-md:min-w-11 max-md:py-2"
      >
        {sinRuta(viaje.no_ruta)}
      </Link>
    ) : (
      sinRuta(viaje.no_ruta)
    )
  return (
    <div className="mt-4 rounded-ui border border-line bg-card shadow-soft">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 border-b border-line px-4 py-2">
        <h2 className="text-lg font-bold">{headingOf(dia, hoy)}</h2>
        {dia && dia.fecha !== hoy && <p className="text-muted">{fecha(dia.fecha)}</p>}
      </div>
      <Table
        label={headingOf(dia, hoy)}
        columns={columnsFor(session, numberOf)}
        rows={inOrder?.slice(0, most)}
        expected={8}
        stale={false}
        nameOf={({ no_ruta }) => no_ruta}
        card={(viaje) => <Card viaje={viaje} number={numberOf(viaje)} />}
      />
      {dia && left > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3 pl-4">
          <p className="text-muted">
            Se muestran los primeros {most} de {entero(dia.rutas.length)} viajes.
          </p>
          <Link href={rutasOf(dia.fecha)} className={buttonClass()}>
            Ver todos
          </Link>
        </div>
      )}
    </div>
  )
}

function headingOf(dia: Dia | undefined, hoy: string | undefined) {
  if (!dia) return 'Viajes'
  return dia.fecha === hoy ? 'Viajes de Hoy' : 'Viajes Recientes'
}

const clienteOf = (viaje: Viaje) => nombreCompleto(viaje.cliente_nombre, viaje.cliente_apellido)
const pilotoOf = (viaje: Viaje) => nombreCompleto(viaje.piloto_nombre, viaje.piloto_apellido)
const precioOf = ({ precio }: Viaje) => (precio === undefined ? '' : quetzales(precio))

const columnsFor = (session: Session, numberOf: (viaje: Viaje) => ReactNode): Column<Viaje>[] => [
  { label: 'No. Ruta', cell: numberOf, width: 6 },
  { label: 'Cliente', cell: clienteOf, width: 12.5 },
  { label: 'Servicio', cell: ({ servicio }) => servicio, width: 9 },
  { label: 'Origen', cell: ({ origen }) => origen, width: 9.75 },
  { label: 'Destino', cell: ({ destino }) => destino, width: 9.75 },
  { label: 'Piloto', cell: pilotoOf, width: 10.5 },
  { label: 'Hora', cell: (viaje) => hora(viaje.hora), width: 4 },
  { label: 'Estado', cell: ({ estado }) => <EstadoBadge estado={estado} />, width: 8.5 },
  ...(session.rol_nombre === 'piloto'
    ? []
    : [{ label: 'Precio', cell: precioOf, numeric: true, width: 6.75 } satisfies Column<Viaje>]),
]

/** On a phone: how it stands, where it goes, for whom and with whom. */
function Card({ viaje, number }: { viaje: Viaje; number: ReactNode }) {
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-3">
        <p className="text-lg font-bold">
          {hora(viaje.hora)} · {number}
        </p>
        <EstadoBadge estado={viaje.estado} />
      </div>
      <p className="font-semibold wrap-anywhere">{clienteOf(viaje)}</p>
      <p className="wrap-anywhere">
        {viaje.origen} <span aria-hidden="true">→</span>
        <span className="sr-only">a</span> {viaje.destino}
      </p>
      <p className="flex items-end justify-between gap-x-4 text-muted">
        <span className="min-w-0 wrap-anywhere">
          {pilotoOf(viaje)} · {viaje.servicio}
        </span>
        <span className="font-semibold whitespace-nowrap text-ink">{precioOf(viaje)}</span>
      </p>
    </div>
  )
}
