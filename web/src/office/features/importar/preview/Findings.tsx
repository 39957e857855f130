import { formatInteger } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import { sinCampos } from '@flota/contract/imports/importarWords.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import type { ColumnSources, ImportDraft, NameDecision } from '../importDraft.ts'

interface Props {
  draft: ImportDraft
  data: VistaPrevia
  onChange: (part: Partial<ImportDraft>) => void
}

const shortLabels: Record<string, string> = { tipo_licencia: 'licencia', vencimiento: 'vencimiento' }

/** How the sheet was read, with the choices that change it. */
export function Findings({ draft, data, onChange }: Props) {
  const { ignoradas, recordado, coma_decimal, hoja } = data
  const missing = emptyCampos(draft, data)
  return (
    <div className="grid gap-x-6 gap-y-1 empty:hidden">
      {recordado && <p className="text-muted">Las columnas son las que elegiste la última vez.</p>}
      {coma_decimal.length > 0 && (
        <p className="text-muted">
          La coma es el signo decimal en {coma_decimal.map(campoLabel).join(', ')}: 1250,50 es Q1,250.50.
        </p>
      )}
      {missing.map((campo) => (
        <Check
          key={campo}
          checked={draft.sin.includes(campo)}
          onChange={(checked) =>
            onChange({ sin: checked ? [...draft.sin, campo] : draft.sin.filter((each) => each !== campo) })
          }
        >
          Traer sin {shortLabels[campo] ?? campoLabel(campo).toLowerCase()}
          <span className="text-muted"> (queda como «Falta»)</span>
        </Check>
      ))}
      {(ignoradas.length > 0 || !draft.skipsTotals) && (
        <Check checked={draft.skipsTotals} onChange={(skipsTotals) => onChange({ skipsTotals })}>
          Dejar fuera totales y títulos repetidos
          {ignoradas.length > 0 && <span className="text-muted"> ({rowList(ignoradas)})</span>}
        </Check>
      )}
      {hoja !== null && (
        <Check
          checked={draft.combinadas !== 'no'}
          onChange={(checked) => onChange({ combinadas: checked ? undefined : 'no' })}
        >
          Las celdas combinadas valen para todas sus filas
        </Check>
      )}
    </div>
  )
}

/** Returns the fields that may stay empty and that the sheet lacks, or has without a value. */
function emptyCampos({ tipo, sin }: ImportDraft, { faltan, grupos }: VistaPrevia): readonly string[] {
  const isEmpty = (campo: string) =>
    sin.includes(campo) ||
    faltan.includes(campo) ||
    grupos.some((grupo) => grupo.campo === campo && grupo.mensaje === sentences.required)
  return (sinCampos[tipo] ?? []).filter(isEmpty)
}

const maxListedRows = 8

/** Returns '3 filas: 14, 28, 40', or the first eight with '…'. */
export function rowList(filas: readonly number[], count = filas.length): string {
  const shown = filas.slice(0, maxListedRows).map(String).join(', ')
  const dots = count > Math.min(filas.length, maxListedRows) ? '…' : ''
  return `${count === 1 ? 'fila' : `${formatInteger(count)} filas:`} ${shown}${dots}`
}

interface CheckProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

const Check = ({ checked, onChange, children }: CheckProps) => (
  <label className="flex min-h-9 items-center gap-3 max-md:min-h-11">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="size-5 shrink-0 accent-link"
    />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
)

interface SimilarProps {
  parecidos: VistaPrevia['parecidos']
  sources: ColumnSources
  onDecide: (decisions: NameDecision[]) => void
}

/** New rows whose name is similar to a record's: they stay new unless the user says that they are the same. */
export function SimilarNames({ parecidos, sources, onDecide }: SimilarProps) {
  if (parecidos.length === 0) return null
  const campo = sources.nombre_completo === undefined ? 'nombre' : 'nombre_completo'
  const decisionOf = ({ valor, id, nombre }: (typeof parecidos)[number]): NameDecision => ({
    campo,
    valor,
    filas: 1,
    choice: id,
    nombre,
  })
  return (
    <section aria-label="Nombres parecidos" className="rounded-ui border border-line">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line bg-sunken px-4 py-3">
        <p>
          <span className="font-semibold">
            {parecidos.length === 1
              ? '1 nuevo se parece a uno de tu lista'
              : `${formatInteger(parecidos.length)} nuevos se parecen a otros de tu lista`}
          </span>{' '}
          <span className="text-muted">Se traen como nuevos si no dices otra cosa.</span>
        </p>
        {parecidos.length > 1 && (
          <Button onClick={() => onDecide(parecidos.map(decisionOf))}>Todos son los mismos</Button>
        )}
      </div>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
        tabIndex={0}
        aria-label="Nombres parecidos"
        style={{ maxHeight: '14rem' }}
        className="divide-y divide-line overflow-auto"
      >
        {parecidos.map((each) => (
          <li key={each.fila} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
            <p className="min-w-0 wrap-anywhere">
              <span className="text-muted tabular-nums">Fila {each.fila}: </span>
              <span className="font-semibold">{each.valor}</span> Parecido a {each.nombre}
            </p>
            <Button
              aria-label={`${each.valor} es ${each.nombre}`}
              onClick={() => onDecide([decisionOf(each)])}
            >
              Es el mismo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
