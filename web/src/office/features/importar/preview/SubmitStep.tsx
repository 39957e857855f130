import { formatInteger } from '@flota/contract/core/format.ts'
import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import { useId } from 'react'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { draftKey, type ImportDraft } from '../importDraft.ts'
import { importLists } from '../importLists.ts'
import type { SubmitImport, SubmitOptions } from '../importRequests.ts'
import { recordsText, writtenRecords } from '../useUndoImport.ts'

interface Props {
  draft: ImportDraft
  data: VistaPrevia
  /** False while `data` is stale. */
  isReady: boolean
  submit: SubmitImport
  onSubmit: (options: SubmitOptions) => void
  /** Leads to the errors. */
  onCorrect: () => void
}

/** The submit bar, which sticks to the bottom of the screen. */
export function SubmitStep({ draft, data, isReady, submit, onSubmit, onCorrect }: Props) {
  const id = useId()
  const { busy, part, failure } = submit
  const visibleFailure = failure?.key === draftKey(draft) ? failure : null
  const written = writtenRecords(data)
  const isOff = !isReady || written === 0
  const omitErrors = data.errores > 0
  return (
    <section
      aria-labelledby={id}
      className="sticky bottom-0 z-20 grid gap-3 rounded-ui border border-line bg-card p-4 shadow-soft md:px-6"
    >
      {visibleFailure && (
        <Banner
          kind="error"
          title={visibleFailure.isOutcomeUnknown ? 'No se sabe si se importó' : 'No se importó nada'}
          action={
            visibleFailure.isOutcomeUnknown && (
              <Button busy={busy} onClick={() => onSubmit({ omitErrors })}>
                Reintentar
              </Button>
            )
          }
        >
          {visibleFailure.isOutcomeUnknown
            ? `${visibleFailure.message.replace(/\.$/, '')}. Al reintentar, nada se importa dos veces.`
            : visibleFailure.message}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id={id} className="flex items-center gap-3 text-lg font-bold">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-frame text-base text-frame-strong"
          >
            3
          </span>
          Importa
        </h2>
        <p role="status" className="min-w-0 flex-1 basis-60 text-muted">
          {busy ? progressText(part) : isReady ? statusReason(data, draft) : 'Revisando…'}
        </p>
        {omitErrors && !busy && data.faltan.length === 0 && (
          <Button onClick={onCorrect}>Corregir primero</Button>
        )}
        <Button
          look="primary"
          busy={busy}
          disabled={isOff && !busy}
          onClick={() => onSubmit({ omitErrors })}
          className="min-w-28"
        >
          {omitErrors && written > 0 ? goodRowsText(written) : `Importar ${recordsText(written)}`}
        </Button>
      </div>
    </section>
  )
}

const goodRowsText = (written: number) =>
  written === 1 ? 'Importar la buena' : `Importar las ${formatInteger(written)} buenas`

const progressText = (part: number) =>
  part > 0 && part < 1 ? `Enviando ${Math.round(part * 100)} %` : 'Importando: entra todo o nada.'

/** Returns why the button is disabled, or what it does. */
function statusReason(data: VistaPrevia, { tipo }: ImportDraft): string {
  const { filas, errores, faltan, desconocidos } = data
  const written = writtenRecords(data)
  if (filas === 0) return 'Todas las filas parecen totales o títulos. Si no lo son, quita la marca.'
  if (faltan.length > 0) return 'Di qué columna trae lo que falta, o escribe un valor para todas.'
  if (errores > 0 && written > 0)
    return `${errores === 1 ? 'La fila con errores se queda' : `Las ${formatInteger(errores)} filas con errores se quedan`} fuera, y las bajas en una hoja para corregirlas.`
  if (desconocidos.length > 0) return 'Elige qué son los nombres que no están en tus listas, o déjalos fuera.'
  if (errores > 0)
    return `Corrige en tu hoja ${errores === 1 ? 'la fila con errores' : `las ${formatInteger(errores)} filas con errores`}, guárdala y elígela otra vez.`
  if (written === 0) return 'Nada de la hoja es nuevo: no hay nada que importar.'
  return `Entra todo o nada en ${importLists[tipo].title}. Se puede deshacer por 24 horas.`
}
