import { fieldText } from '@flota/contract/core/fieldFormat.ts'
import { loadNames } from '@flota/contract/core/fields.ts'
import {
  formatFecha,
  formatHora,
  formatQuetzales,
  stripRutaPrefix,
  truncateText,
} from '@flota/contract/core/format.ts'
import { fromKeys } from '@flota/contract/core/keys.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { ArrowRight } from 'lucide-react'
import type { Column } from '../../list/table/column.tsx'
import { withId } from '../../shell/paths.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { ViajeEstado } from '../EstadoBadge.tsx'
import { ayudanteOf, clienteOf, galones, pilotoOf } from '../tripTexts.ts'
import type { ViajeAccess } from './useViajeAccess.ts'

const loadColumns = fromKeys(loadNames(rutaFields), (name): Column<Ruta> => {
  const { label, load } = rutaFields[name]
  return {
    label,
    phone: 'note',
    ...('width' in load && { width: load.width }),
    cell: (ruta) => fieldText(rutaFields[name], ruta[name]),
  }
})

/** Columns that every user sees alike. */
const plainColumns = {
  cliente: {
    label: 'Cliente',
    phone: 'line',
    width: 11,
    cell: (ruta) => clienteOf(ruta),
    sort: { asc: 'cliente', desc: '-cliente' },
  },
  piloto: {
    label: 'Piloto',
    phone: 'note',
    width: 10.5,
    cell: (ruta) => pilotoOf(ruta),
    sort: { asc: 'piloto', desc: '-piloto' },
  },
  placa: {
    label: 'Placa',
    phone: 'note',
    width: 6,
    oneLine: true,
    cell: ({ camion_placa }) => camion_placa,
    card: ({ camion_placa }) => <span className="whitespace-nowrap">{camion_placa}</span>,
  },
} satisfies Record<string, Column<Ruta>>

/** Returns all columns of a trip, of which a list picks some. */
export const viajeColumns = (access: ViajeAccess) =>
  ({
    ...loadColumns,
    ...plainColumns,
    noRuta: {
      label: 'No. Ruta',
      phone: 'title',
      width: 6,
      oneLine: true,
      cell: (ruta) => stripRutaPrefix(ruta.no_ruta),
      card: (ruta) => `Ruta ${stripRutaPrefix(ruta.no_ruta)}`,
      href: ({ id }) => (access.detail ? withId('/mostrar-ruta/:id', id) : undefined),
      sort: { asc: 'ascendente', desc: 'descendente' },
    },
    combustible: { ...loadColumns.combustible, cell: ({ combustible }) => galones(combustible) },
    origen: {
      label: 'Origen',
      phone: 'lead',
      width: 13,
      cell: ({ origen }) => origen,
      card: (ruta) => <Trayecto ruta={ruta} />,
    },
    destino: { label: 'Destino', phone: 'hidden', cell: ({ destino }) => destino },
    ayudante: {
      label: 'Ayudante',
      phone: 'note',
      cell: (ruta) =>
        ruta.ayudante_id === null ? <EmptyValue words={ayudanteOf(ruta)} /> : ayudanteOf(ruta),
      card: (ruta) => ayudanteOf(ruta),
    },
    fecha: {
      label: 'Fecha',
      phone: 'subtitle',
      width: 5.75,
      oneLine: true,
      cell: (ruta) => formatFecha(ruta.fecha),
      sort: { asc: 'antiguas', desc: 'recientes', startsDescending: true },
    },
    hora: {
      label: 'Hora',
      phone: 'subtitle',
      width: 4,
      oneLine: true,
      cell: (ruta) => formatHora(ruta.hora),
      card: (ruta) => <strong>{formatHora(ruta.hora)}</strong>,
    },
    precio: access.precio && {
      label: 'Precio',
      phone: 'figure',
      width: 5.75,
      numeric: true,
      oneLine: true,
      cell: ({ precio }) => precio !== undefined && formatQuetzales(precio),
      sort: { asc: 'precio', desc: '-precio', startsDescending: true },
    },
    comentario: {
      label: 'Comentario',
      phone: 'foot',
      cell: ({ comentario }) =>
        comentario ? shortenComentario(comentario) : <EmptyValue words="Sin comentarios" />,
      card: ({ comentario }) => comentario && <p className="line-clamp-2 text-sm">«{comentario}»</p>,
    },
    estado: {
      label: 'Estado',
      phone: 'badge',
      width: 8.75,
      oneLine: true,
      sticky: true,
      cell: (ruta) => <ViajeEstado ruta={ruta} />,
    },
  }) satisfies Record<string, Column<Ruta> | false>

function Trayecto({ ruta: { origen, destino } }: { ruta: Ruta }) {
  return (
    <>
      {origen}
      <ArrowRight aria-label="a" className="mx-1.5 inline size-4 text-muted" />
      {destino}
    </>
  )
}

/** A dash; screen readers read the words instead. */
const EmptyValue = ({ words }: { words: string }) => (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">{words}</span>
  </>
)

const maxComentarioCharacters = 25
const oneLine = 'line-clamp-1 break-all'

function shortenComentario(text: string) {
  const short = truncateText(text, maxComentarioCharacters)
  return short === text ? text : <Tooltip text={text} short={short} className={oneLine} />
}
