import { fecha, hora, quetzales, recortar, sinRuta } from '@flota/contract/format.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { ApiError } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { askAndTell } from '../../list/askAndTell.ts'
import { type Column, Table } from '../../list/Table.tsx'
import { Tooltip } from '../../list/Tooltip.tsx'
import { withId } from '../../paths.ts'
import { EstadoBadge } from '../../viaje/EstadoBadge.tsx'
import { ayudanteOf, clienteOf, galones, pilotoOf } from '../../viaje/words.ts'
import { RutaCard } from './RutaCard.tsx'
import type { RutaAccess } from './useRutaAccess.ts'

interface Props {
  rows: readonly Ruta[] | undefined
  expected: number
  /** The rows are still those of the page before. */
  stale: boolean
  access: RutaAccess
}

export function RutasTable({ access, ...table }: Props) {
  const [, navigate] = useLocation()
  const remove = useRemoval()
  return (
    <Table
      {...table}
      label="Rutas"
      columns={columnsFor(access)}
      card={(row, menu) => <RutaCard ruta={row} menu={menu} access={access} />}
      nameOf={(row) => row.no_ruta}
      actions={(row) => [
        ...(access.edit
          ? [
              {
                label: 'Editar',
                Icon: Pencil,
                onSelect: () => navigate(withId('/editar-ruta/:id', row.id)),
              },
            ]
          : []),
        ...(access.show
          ? [{ label: 'Mostrar', Icon: Eye, onSelect: () => navigate(withId('/mostrar-ruta/:id', row.id)) }]
          : []),
        ...(access.remove
          ? [{ label: 'Eliminar', Icon: Trash2, danger: true, onSelect: () => void remove(row) }]
          : []),
      ]}
    />
  )
}

/** Long texts take two lines here; the detail has them whole. */
const clamped = (text: string) => <span className="line-clamp-2 wrap-anywhere">{text}</span>

/** The sixteen columns of contract.md section 7, in its order; what is read together shares one, in two lines. */
function columnsFor({ show, seePrecio }: RutaAccess): Column<Ruta>[] {
  const columns: (Column<Ruta> | false)[] = [
    {
      label: 'No. Ruta',
      width: 5.25,
      cell: (ruta) => <NoRuta ruta={ruta} linked={show} />,
    },
    {
      label: 'Cliente',
      width: 8,
      cell: (ruta) => <span className="line-clamp-3 wrap-anywhere">{clienteOf(ruta)}</span>,
    },
    {
      label: 'Servicio',
      width: 8.75,
      cell: (ruta) => clamped(ruta.servicio),
      below: { label: 'Mercadería', cell: (ruta) => clamped(ruta.mercaderia) },
    },
    {
      label: 'Placa',
      width: 6.5,
      cell: (ruta) => ruta.camion_placa,
      below: { label: 'Combustible', cell: (ruta) => galones(ruta.combustible) },
    },
    {
      label: 'Origen',
      width: 7.75,
      cell: (ruta) => clamped(ruta.origen),
      below: { label: 'Destino', cell: (ruta) => clamped(ruta.destino) },
    },
    {
      label: 'Piloto',
      width: 7.75,
      cell: (ruta) => clamped(pilotoOf(ruta)),
      below: { label: 'Ayudante', cell: (ruta) => clamped(ayudanteOf(ruta)) },
    },
    {
      label: 'Fecha',
      width: 6.25,
      cell: (ruta) => <span className="whitespace-nowrap">{fecha(ruta.fecha)}</span>,
      below: { label: 'Hora', cell: (ruta) => hora(ruta.hora) },
    },
    seePrecio && {
      label: 'Precio',
      width: 6.5,
      numeric: true,
      cell: ({ precio }) => precio !== undefined && quetzales(precio),
    },
    { label: 'Comentario', width: 7.5, cell: ({ comentario }) => <Comentario text={comentario} /> },
    { label: 'Estado', width: 8.5, cell: ({ estado }) => <EstadoBadge estado={estado} /> },
  ]
  return columns.filter((column) => column !== false)
}

function NoRuta({ ruta, linked }: { ruta: Ruta; linked: boolean }) {
  const text = sinRuta(ruta.no_ruta)
  return (
    <span className="whitespace-normal wrap-anywhere">
      {linked ? (
        <Link href={withId('/mostrar-ruta/:id', ruta.id)} className="text-link hover:underline">
          {text}
        </Link>
      ) : (
        text
      )}
    </span>
  )
}

const comentarioLength = 25

function Comentario({ text }: { text: string | null }) {
  if (!text) return <span className="text-muted">Sin comentarios</span>
  const short = recortar(text, comentarioLength)
  return short === text ? (
    <span className="wrap-anywhere">{text}</span>
  ) : (
    <Tooltip text={text} short={short} />
  )
}

function useRemoval() {
  const remove = useSave('DELETE /api/rutas/:id')
  const act = async ({ id, version }: Ruta) => {
    try {
      return await remove({ params: { id }, query: { version: String(version) } })
    } catch (error) {
      if (error instanceof ApiError && error.passing)
        throw new Error('Error al eliminar la ruta. Intenta nuevamente.', { cause: error })
      throw error
    }
  }
  return (ruta: Ruta) =>
    askAndTell({
      question: '¿Desea eliminar la ruta?',
      type: 'delete',
      act: () => act(ruta),
      failed: (cause) => cause || 'Error al eliminar la ruta',
    })
}
