import type { FilaAccion, VistaPrevia } from '@flota/contract/imports/importar.ts'
import { campoLabel, formatCampo } from '@flota/contract/records/campos.ts'
import { CircleAlert, CircleEqual, CirclePlus, type LucideIcon, Pencil, SkipForward } from 'lucide-react'
import type { Column } from '../../../../list/table/column.tsx'
import { Table } from '../../../../list/table/Table.tsx'
import { Badge, badgeColors } from '../../../../ui/Badge.tsx'
import { oneLineColumn } from '../../../shared/columns.ts'

type PreviewRow = VistaPrevia['vista'][number]
type PreviewLine = PreviewRow & { id: number }

const actionLooks: Record<FilaAccion, { Icon: LucideIcon; color: string; word: string }> = {
  nueva: { Icon: CirclePlus, color: badgeColors.green, word: 'Nueva' },
  cambiada: { Icon: Pencil, color: badgeColors.blue, word: 'Cambiada' },
  igual: { Icon: CircleEqual, color: badgeColors.grey, word: 'Igual' },
  saltada: { Icon: SkipForward, color: badgeColors.grey, word: 'Saltada' },
  omitida: { Icon: SkipForward, color: badgeColors.grey, word: 'Fuera' },
  error: { Icon: CircleAlert, color: badgeColors.red, word: 'Con error' },
}

/** Shows the first rows as they would be stored. */
export function PreviewTable({ data: { vista, filas } }: { data: VistaPrevia }) {
  const lines = vista.map((fila): PreviewLine => ({ ...fila, id: fila.fila }))
  const title = vista.length < filas ? `Las primeras ${vista.length} filas` : 'Así quedarían'
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <div className="overflow-hidden rounded-ui border border-line">
        <Table label={title} columns={columnsOf(lines)} rows={lines} stale={false} expected={vista.length} />
      </div>
    </div>
  )
}

/** Returns one column per field that any row has. */
function columnsOf(lines: readonly PreviewLine[]): Column<PreviewLine>[] {
  const campos = [...new Set(lines.flatMap(({ valores }) => Object.keys(valores)))]
  return [
    oneLineColumn('Fila', 'title', 4, ({ fila }) => String(fila), { card: ({ fila }) => `Fila ${fila}` }),
    oneLineColumn('Qué pasaría', 'badge', 8, ({ accion }) => {
      const { word, ...look } = actionLooks[accion]
      return <Badge {...look}>{word}</Badge>
    }),
    ...campos.map(
      (campo): Column<PreviewLine> => ({
        label: campoLabel(campo),
        phone: 'labelled',
        width: 9,
        cell: (line) => textOf(campo, line),
      }),
    ),
  ]
}

function textOf(campo: string, { accion, valores }: PreviewLine): string {
  const value = valores[campo] ?? null
  if (value === null) return campo === 'no_ruta' && accion === 'nueva' ? 'El que sigue' : ''
  return formatCampo(campo, value)
}
