import { formatInteger } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { FilaError, VistaPrevia } from '@flota/contract/imports/importar.ts'
import { importLimits } from '@flota/contract/imports/importarWords.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import { type Ref, useId } from 'react'
import { rowList } from './Findings.tsx'

/** Returns 'Fila 12 · Columna C (Placa)', 'Fila 12' or, for a value for all rows, 'Fila 12 · Placa'. */
function errorLocation({ fila, columna, campo }: FilaError): string {
  if (fila === null) return ''
  if (campo === null) return `Fila ${fila}`
  return columna === null
    ? `Fila ${fila} · ${campoLabel(campo)}`
    : `Fila ${fila} · Columna ${columna} (${campoLabel(campo)})`
}

const notFoundTexts: readonly string[] = [
  sentences.unknownCliente,
  sentences.unknownCamion,
  sentences.unknownChofer,
  sentences.unknownAyudante,
]
/** More errors than this are shown in groups first. */
const maxUngrouped = 10

interface Props {
  data: VistaPrevia
  /** Gets the focus when the user wants to correct the sheet first. */
  ref: Ref<HTMLElement>
}

/** Lists the errors that the user has to correct in the sheet: many of them in groups. */
export function RowErrors({ data: { detalle, grupos, desconocidos }, ref }: Props) {
  const id = useId()
  // Unknown names are asked for above.
  const isAsked = ({ campo, mensaje }: Pick<FilaError, 'campo' | 'mensaje'>) =>
    notFoundTexts.includes(mensaje) && desconocidos.some((each) => each.campo === campo)
  const lines = detalle.filter((error) => !isAsked(error))
  const groups = grupos.filter((grupo) => !isAsked(grupo))
  if (lines.length === 0 && groups.length === 0) return null
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
      tabIndex={0}
      style={{ maxHeight: '18rem' }}
      className="overflow-auto rounded-ui border-l-4 border-danger bg-danger-soft px-4 py-3"
    >
      <h3 id={id} className="font-semibold text-danger">
        Lo que hay que corregir en tu hoja
      </h3>
      {lines.length > maxUngrouped && groups.length < lines.length ? (
        <>
          <ErrorGroups groups={groups} />
          <details className="mt-2">
            <summary className="min-h-8 cursor-pointer font-semibold">Ver fila por fila</summary>
            {detalle.length >= importLimits.maxListedErrors && (
              <p className="text-muted">Los primeros {formatInteger(importLimits.maxListedErrors)}.</p>
            )}
            <ErrorLines lines={lines} />
          </details>
        </>
      ) : (
        <ErrorLines lines={lines} />
      )}
    </section>
  )
}

const ErrorGroups = ({ groups }: { groups: VistaPrevia['grupos'] }) => (
  <ul className="mt-1 grid gap-1">
    {groups.map(({ campo, mensaje, filas, primeras }) => (
      <li key={`${campo} ${mensaje}`} className="wrap-anywhere">
        {campo !== null && <span className="font-semibold">{campoLabel(campo)}: </span>}
        {mensaje} <span className="text-muted tabular-nums">{rowList(primeras, filas)}</span>
      </li>
    ))}
  </ul>
)

const ErrorLines = ({ lines }: { lines: readonly FilaError[] }) => (
  <ul className="mt-1 grid gap-1">
    {lines.map((error) => {
      const { fila, campo, valor, mensaje } = error
      const place = errorLocation(error)
      return (
        <li key={`${fila} ${campo}`} className="wrap-anywhere">
          {place && <span className="font-semibold tabular-nums">{place}: </span>}
          {mensaje}
          {valor && <span className="text-muted"> «{valor}»</span>}
        </li>
      )
    })}
  </ul>
)
