import { formatInteger } from '@flota/contract/core/format.ts'
import type { FilaError, VistaPrevia } from '@flota/contract/imports/importar.ts'
import { importLimits } from '@flota/contract/imports/importarWords.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import { useId } from 'react'

/** Returns 'Fila 12 · Columna C (Placa)', 'Fila 12' or, for a value for all rows, 'Fila 12 · Placa'. */
function errorLocation({ fila, columna, campo }: FilaError): string {
  if (fila === null) return ''
  if (campo === null) return `Fila ${fila}`
  return columna === null
    ? `Fila ${fila} · ${campoLabel(campo)}`
    : `Fila ${fila} · Columna ${columna} (${campoLabel(campo)})`
}

/** Lists the errors that the user has to correct in the sheet. */
export function RowErrors({ data: { detalle } }: { data: VistaPrevia }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
      tabIndex={0}
      style={{ maxHeight: '18rem' }}
      className="overflow-auto rounded-ui border-l-4 border-danger bg-danger-soft px-4 py-3"
    >
      <h3 id={id} className="font-semibold text-danger">
        {detalle.length < importLimits.maxListedErrors
          ? 'Lo que hay que corregir en tu hoja'
          : `Los primeros ${formatInteger(importLimits.maxListedErrors)} errores que hay que corregir en tu hoja`}
      </h3>
      <ul className="mt-1 grid gap-1">
        {detalle.map((error) => {
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
    </section>
  )
}
