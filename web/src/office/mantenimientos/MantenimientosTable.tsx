import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSave } from '../../api/cache/queries.ts'
import { askAndTell } from '../../list/askAndTell.ts'
import { type Column, Table } from '../../list/Table.tsx'
import { EstadoOf } from './estado.tsx'
import { costoOf, diaOf, kilometrajeOf, type Mantenimiento } from './mantenimiento.ts'

interface Props {
  rows: readonly Mantenimiento[] | undefined
  expected: number
  stale: boolean
  /** The company's date; undefined until it is known. */
  hoy: string | undefined
  onEdit: (mantenimiento: Mantenimiento) => void
}

export function MantenimientosTable({ hoy, onEdit, ...table }: Props) {
  const remove = useRemoval()
  return (
    <Table
      {...table}
      label="Mantenimientos"
      columns={columnsFor(hoy)}
      nameOf={({ camion, fecha_programada }) => `${camion} del ${diaOf(fecha_programada)}`}
      actions={(row) => [
        { label: 'Editar', Icon: Pencil, onSelect: () => onEdit(row) },
        { label: 'Eliminar', Icon: Trash2, danger: true, onSelect: () => void remove(row) },
      ]}
      card={(row, menu) => <Card row={row} hoy={hoy} menu={menu} />}
    />
  )
}

const clamped = (text: string) => <span className="line-clamp-2 wrap-anywhere">{text}</span>

const columnsFor = (hoy: string | undefined): Column<Mantenimiento>[] => [
  {
    label: 'Camión',
    width: 8.5,
    cell: ({ camion }) => camion,
    below: { label: 'Tipo', cell: ({ tipo }) => tipo },
  },
  {
    label: 'Descripción',
    cell: ({ descripcion }) => clamped(descripcion),
    below: { label: 'Taller', cell: ({ taller }) => clamped(taller ?? '—') },
  },
  {
    label: 'Programada',
    width: 7.5,
    cell: ({ fecha_programada }) => diaOf(fecha_programada),
    below: { label: 'Realizada', cell: ({ fecha_realizada }) => diaOf(fecha_realizada) },
  },
  { label: 'Kilometraje', width: 8, numeric: true, cell: ({ kilometraje }) => kilometrajeOf(kilometraje) },
  { label: 'Costo', width: 8, numeric: true, cell: ({ costo }) => costoOf(costo) },
  { label: 'Estado', width: 9, cell: (row) => <EstadoOf mantenimiento={row} hoy={hoy} /> },
]

interface CardProps {
  row: Mantenimiento
  hoy: string | undefined
  menu: ReactNode
}

/** On a phone: which truck and how it stands; then what, when and for how much. */
function Card({ row, hoy, menu }: CardProps) {
  const { camion, tipo, descripcion, fecha_programada, fecha_realizada, kilometraje, costo, taller } = row
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-lg font-bold">{camion}</p>
        {menu}
      </div>
      <EstadoOf mantenimiento={row} hoy={hoy} />
      <p className="line-clamp-3 wrap-anywhere">{descripcion}</p>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {fecha_realizada
            ? `Realizado el ${diaOf(fecha_realizada)}`
            : `Programado para el ${diaOf(fecha_programada)}`}
        </span>
        {costo !== null && <strong>{costoOf(costo)}</strong>}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {[tipo, taller, kilometraje !== null && kilometrajeOf(kilometraje)].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

function useRemoval() {
  const remove = useSave('DELETE /api/mantenimientos/:id')
  return ({ id, version, camion, fecha_programada }: Mantenimiento) =>
    askAndTell({
      question: `¿Deseas eliminar el mantenimiento del camión ${camion} programado para el ${diaOf(fecha_programada)}?`,
      act: () => remove({ params: { id }, query: { version } }),
      type: 'delete',
      failed: (cause) => cause || 'Error al eliminar el mantenimiento',
    })
}
