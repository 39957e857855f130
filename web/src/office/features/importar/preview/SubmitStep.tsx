import { entero } from '@flota/contract/format.ts'
import type { VistaPrevia } from '@flota/contract/importar.ts'
import { useId } from 'react'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { keyOf, type Work } from '../importDraft.ts'
import { listas } from '../importLists.ts'
import type { Traer } from '../useSubmitImport.ts'
import { registros, writtenOf } from '../useUndoImport.ts'

interface Props {
  work: Work
  data: VistaPrevia
  /** Whether `data` is of what is chosen now. */
  isReady: boolean
  traer: Traer
  onBring: () => void
}

/** The last step, in sight however long the revision is. */
export function Importar({ work, data, isReady, traer, onBring }: Props) {
  const id = useId()
  const { busy, part, failure } = traer
  const told = failure?.key === keyOf(work) ? failure : null
  const written = writtenOf(data)
  const isOff = !isReady || data.errores > 0 || written === 0
  return (
    <section
      aria-labelledby={id}
      className="sticky bottom-0 z-20 grid gap-3 rounded-ui border border-line bg-card p-4 shadow-soft md:px-6"
    >
      {told && (
        <Banner
          kind="error"
          title={told.isLost ? 'No se sabe si se importó' : 'No se importó nada'}
          action={
            told.isLost && (
              <Button busy={busy} onClick={onBring}>
                Reintentar
              </Button>
            )
          }
        >
          {told.isLost
            ? `${told.message.replace(/\.$/, '')}. Al reintentar, nada se importa dos veces.`
            : told.message}
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
          {busy ? progress(part) : isReady ? reason(data, work) : 'Revisando…'}
        </p>
        <Button look="primary" busy={busy} disabled={isOff && !busy} onClick={onBring} className="min-w-28">
          Importar {registros(written)}
        </Button>
      </div>
    </section>
  )
}

const progress = (part: number) =>
  part > 0 && part < 1 ? `Enviando ${Math.round(part * 100)} %` : 'Importando: entra todo o nada.'

/** Why it can't be pressed, or what pressing it does. */
function reason(data: VistaPrevia, { tipo }: Work): string {
  const { errores, faltan } = data
  if (faltan.length > 0) return 'Di qué columna trae lo que falta, o escribe un valor para todas.'
  if (errores > 0)
    return `Corrige en tu hoja ${errores === 1 ? 'la fila con errores' : `las ${entero(errores)} filas con errores`}, guárdala y elígela otra vez.`
  if (writtenOf(data) === 0) return 'Nada de la hoja es nuevo: no hay nada que importar.'
  return `Entra todo o nada en ${listas[tipo].title}. Se puede deshacer por 24 horas.`
}
