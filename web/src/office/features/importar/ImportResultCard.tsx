import { formatInteger } from '@flota/contract/core/format.ts'
import type { Importacion } from '@flota/contract/imports/importar.ts'
import { type CatalogueName, catalogues } from '@flota/contract/records/catalogues.ts'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { ExportButtons, ExportProgress } from '../../shared/export/ExportControls.tsx'
import { useExport } from '../../shared/export/useExport.ts'
import { importLists } from './importLists.ts'
import type { ImportResult } from './importRequests.ts'
import { useUndoImport } from './useUndoImport.ts'

interface Props {
  result: ImportResult
  onUndone: (result: ImportResult) => void
  /** Sheets of the same file that were not imported yet. */
  sheets: readonly string[]
  onSheet: (hoja: string) => void
}

export function ImportResultCard({ result: { importacion, message }, onUndone, sheets, onSheet }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const deshacer = useUndoImport()
  const { id, tipo, nombre } = importacion
  const { title, href } = importLists[tipo]
  // The submit button, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [id])
  const undo = () =>
    deshacer.ask(importacion, (undone) => onUndone({ importacion: undone, message: 'Importación deshecha.' }))
  return (
    <section
      aria-label="Resultado"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-good-soft text-good">
        <CircleCheck aria-hidden="true" className="size-7" />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
          {message}
        </h2>
        <p className="line-clamp-2 wrap-anywhere text-muted" title={nombre}>
          {title} · {nombre}
        </p>
        <CreatedText importacion={importacion} />
      </div>
      <div className="flex flex-wrap gap-3">
        {deshacer.can(importacion) && (
          <Button onClick={() => void undo()}>
            <Undo2 aria-hidden="true" className="size-4.5" />
            Deshacer
          </Button>
        )}
        {sheets.slice(0, maxSheetButtons).map((hoja) => (
          <Button key={hoja} onClick={() => onSheet(hoja)}>
            Traer la hoja {hoja}
          </Button>
        ))}
        <Link href={href} className={buttonClass()}>
          Ver {title.toLowerCase()}
        </Link>
      </div>
      {importacion.omitidas > 0 && importacion.deshecha_en === null && (
        <OmittedRows importacion={importacion} />
      )}
    </section>
  )
}

const maxSheetButtons = 3

/** Says which records of other lists the import created. */
function CreatedText({ importacion: { creados } }: { importacion: Importacion }) {
  const counts = Object.entries(creados).map(([name, count]) => {
    const { title } = catalogues[name as CatalogueName].words
    return `${title}: ${formatInteger(count)}`
  })
  return counts.length > 0 && <p className="text-muted">También se crearon. {counts.join(' · ')}</p>
}

/** Offers the rows that were left out as a sheet. */
function OmittedRows({ importacion: { id, omitidas } }: { importacion: Importacion }) {
  const download = useExport(() => ({ line: 'GET /api/importaciones/:id/omitidas', params: { id } }))
  return (
    <div className="grid w-full gap-2 rounded-ui bg-notice-soft p-4">
      <p>
        <span className="font-semibold">
          {omitidas === 1 ? '1 fila quedó fuera.' : `${formatInteger(omitidas)} filas quedaron fuera.`}
        </span>{' '}
        Bájalas con el motivo de cada una, corrígelas y tráelas otra vez. Se guardan 24 horas.
      </p>
      <div>
        <ExportButtons labels={{ excel: 'Descargar lo que quedó fuera' }} exporting={download} />
      </div>
      <ExportProgress exporting={download} place="page" />
    </div>
  )
}
