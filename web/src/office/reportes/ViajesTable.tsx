import { fecha, hora, nombreCompleto, quetzales, sinRuta } from '@flota/contract/format.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../api/session.ts'
import { type Column, Table } from '../../list/Table.tsx'
import { mayOpen, withId } from '../../paths.ts'
import { EstadoBadge } from '../../viaje/EstadoBadge.tsx'

interface Props {
  /** Undefined while they are on their way for the first time. */
  rutas: readonly Ruta[] | undefined
  stale: boolean
  expected: number
}

/** The trips of a period. Who may see routes gets from here to each of them. */
export function ViajesTable({ rutas, stale, expected }: Props) {
  const session = useSession()
  const linked = session !== null && mayOpen(session, '/mostrar-ruta/:id')
  const numberOf = ({ id, no_ruta }: Ruta) =>
    linked ? (
      <Link
        href={withId('/mostrar-ruta/:id', id)}
        className="text-link hover:underline max-md:flex max-md:min-h-11 max-md:items-center"
      >
        {sinRuta(no_ruta)}
      </Link>
    ) : (
      sinRuta(no_ruta)
    )
  return (
    <Table
      label="Viajes"
      columns={columnsFor(numberOf)}
      rows={rutas}
      stale={stale}
      expected={expected}
      nameOf={({ no_ruta }) => no_ruta}
      card={(ruta) => <Card ruta={ruta} number={numberOf(ruta)} />}
    />
  )
}

const clamped = (text: string) => <span className="line-clamp-2 wrap-anywhere">{text}</span>
const clienteOf = (ruta: Ruta) => nombreCompleto(ruta.cliente_nombre, ruta.cliente_apellido)
const pilotoOf = (ruta: Ruta) => nombreCompleto(ruta.piloto_nombre, ruta.piloto_apellido)
const precioOf = ({ precio }: Ruta) => (precio === undefined ? '' : quetzales(precio))

const columnsFor = (numberOf: (ruta: Ruta) => ReactNode): Column<Ruta>[] => [
  { label: 'No. Ruta', width: 5.5, cell: numberOf },
  {
    label: 'Fecha',
    width: 6.25,
    cell: (ruta) => fecha(ruta.fecha),
    below: { label: 'Hora', cell: (ruta) => hora(ruta.hora) },
  },
  {
    label: 'Cliente',
    width: 11,
    cell: (ruta) => clamped(clienteOf(ruta)),
    below: { label: 'Servicio', cell: ({ servicio }) => clamped(servicio) },
  },
  {
    label: 'Origen',
    width: 9,
    cell: ({ origen }) => clamped(origen),
    below: { label: 'Destino', cell: ({ destino }) => clamped(destino) },
  },
  {
    label: 'Piloto',
    width: 9,
    cell: (ruta) => clamped(pilotoOf(ruta)),
    below: { label: 'Placa', cell: ({ camion_placa }) => camion_placa },
  },
  { label: 'Estado', width: 8.5, cell: ({ estado }) => <EstadoBadge estado={estado} /> },
  { label: 'Precio', width: 6.75, numeric: true, cell: precioOf },
]

/** On a phone: which one and how it stands; then when, where, for whom and for how much. */
function Card({ ruta, number }: { ruta: Ruta; number: ReactNode }) {
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-3">
        <p className="text-lg font-bold">{number}</p>
        <EstadoBadge estado={ruta.estado} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {fecha(ruta.fecha)} {hora(ruta.hora)}
        </span>
        <strong>{precioOf(ruta)}</strong>
      </p>
      <p className="wrap-anywhere">
        {ruta.origen} <span aria-hidden="true">→</span>
        <span className="sr-only">a</span> {ruta.destino}
      </p>
      <p className="wrap-anywhere">{clienteOf(ruta)}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {pilotoOf(ruta)} · {ruta.camion_placa} · {ruta.servicio}
      </p>
    </div>
  )
}
