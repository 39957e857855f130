import { formatMomento } from '@flota/contract/core/format.ts'
import type { FilaAccion, VistaPrevia } from '@flota/contract/imports/importar.ts'
import { campoLabel, formatCampo } from '@flota/contract/records/campos.ts'
import { CircleAlert, CircleEqual, CirclePlus, type LucideIcon, Pencil, SkipForward } from 'lucide-react'
import { serverNow } from '../../../../api/clock.ts'
import { useConfig } from '../../../../api/config.ts'
import type { Column } from '../../../../list/table/column.tsx'
import { Table } from '../../../../list/table/Table.tsx'
import { Badge, badgeColors } from '../../../../ui/Badge.tsx'
import { cx } from '../../../../ui/cx.ts'
import { column, oneLineColumn } from '../../../shared/columns.ts'

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

/** Returns 'Ana lo cambió hoy a las 10:12', or with the day. */
function changeText({ usuario, en }: NonNullable<PreviewRow['cambio']>, zona: string): string {
  const [day = '', time = ''] = formatMomento(en, zona).split(' ')
  const today = formatMomento(new Date(serverNow()).toISOString(), zona).startsWith(day)
  return `${usuario} lo cambió ${today ? 'hoy' : `el ${day}`} a las ${time}`
}

/** Shows the first rows as they would be stored. */
export function PreviewTable({ data: { vista, filas } }: { data: VistaPrevia }) {
  const zona = useConfig()?.zona
  const lines = vista.map((fila): PreviewLine => ({ ...fila, id: fila.fila }))
  const title = vista.length < filas ? `Las primeras ${vista.length} filas` : 'Así quedarían'
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <div className="overflow-hidden rounded-ui border border-line">
        <Table
          label={title}
          columns={columnsOf(lines, zona)}
          rows={lines}
          stale={false}
          expected={vista.length}
        />
      </div>
    </div>
  )
}

/** A longer text needs a wider column. */
const longText = 24

/** Returns one column per field that any row has. */
function columnsOf(lines: readonly PreviewLine[], zona: string | undefined): Column<PreviewLine>[] {
  const campos = [...new Set(lines.flatMap(({ valores }) => Object.keys(valores)))]
  return [
    oneLineColumn('Fila', 'title', 4, ({ fila }) => String(fila), { card: ({ fila }) => `Fila ${fila}` }),
    column('Qué pasaría', 'badge', 8, ({ accion, cambio }) => {
      const { word, ...look } = actionLooks[accion]
      return (
        <>
          <Badge {...look}>{word}</Badge>
          {cambio && zona && <span className="block text-sm text-danger">{changeText(cambio, zona)}</span>}
        </>
      )
    }),
    ...campos.map(
      (campo): Column<PreviewLine> => ({
        label: campoLabel(campo),
        phone: 'labelled',
        width: lines.some((line) => textOf(campo, line).length > longText) ? 18 : 9,
        cell: (line) => <CellValue campo={campo} line={line} />,
      }),
    ),
  ]
}

const isDateOrAmount = /^(\d\d\/\d\d\/\d{4}|Q[\d,]+\.\d\d)$/

/** The new value, behind the stored one that it replaces. */
function CellValue({ campo, line }: { campo: string; line: PreviewLine }) {
  const before = line.antes?.[campo]
  const text = textOf(campo, line)
  if (before === undefined)
    return <span className={cx(isDateOrAmount.test(text) && 'whitespace-nowrap')}>{text}</span>
  return (
    <>
      <s className="text-muted">{before === null ? 'vacío' : formatCampo(campo, before)}</s> {text || 'vacío'}
    </>
  )
}

function textOf(campo: string, { accion, valores }: PreviewLine): string {
  const value = valores[campo] ?? null
  if (value === null) return campo === 'no_ruta' && accion === 'nueva' ? 'El que sigue' : ''
  return formatCampo(campo, value)
}
