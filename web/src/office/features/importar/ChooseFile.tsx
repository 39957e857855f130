import { formatInteger } from '@flota/contract/core/format.ts'
import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { FileSpreadsheet, FileUp } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useFileDrop } from '../../../archivos/useFileDrop.ts'
import { cx } from '../../../ui/cx.ts'
import { ToggleButton } from '../../../ui/ToggleButton.tsx'
import { ExportButtons, ExportProgress } from '../../shared/export/ExportControls.tsx'
import { useExport } from '../../shared/export/useExport.ts'
import { importLists } from './importLists.ts'
import { Step } from './Step.tsx'

interface Props {
  tipos: readonly ImportTipo[]
  tipo: ImportTipo
  file: File | null
  onTipo: (tipo: ImportTipo) => void
  onFile: (file: File) => void
}

const maxImportRows = 20_000

export function ChooseFile({ tipos, tipo, file, onTipo, onFile }: Props) {
  const template = useExport(() => ({ line: 'GET /api/importar/:tipo/plantilla', params: { tipo } }))
  return (
    <Step number={1} title="Elige qué vas a traer">
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Lista</legend>
        {tipos.map((each) => {
          const { title, Icon } = importLists[each]
          return (
            <ToggleButton key={each} pressed={each === tipo} onPress={() => onTipo(each)}>
              <Icon aria-hidden="true" className="mr-2 -ml-0.5 inline size-4.5" />
              {title}
            </ToggleButton>
          )
        })}
      </fieldset>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <div className="grid content-start justify-items-start gap-3">
          <p className="text-pretty text-muted">
            Trae tu hoja como está: los títulos se reconocen, y lo que no, lo dices tú. Si no tienes una,
            empieza con la plantilla.
          </p>
          <ExportButtons labels={{ excel: 'Descargar plantilla' }} exporting={template} />
        </div>
        <FileDropZone
          file={file}
          hint={`Excel (.xlsx) o CSV, hasta 10 MB y ${formatInteger(maxImportRows)} filas.`}
          onFile={onFile}
        />
      </div>
      <ExportProgress exporting={template} place="page" />
    </Step>
  )
}

interface FileDropZoneProps {
  file: File | null
  hint: string
  onFile: (file: File) => void
}

const acceptedTypes =
  '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Takes a dropped or chosen file. The button stays mounted, so that it keeps the focus. */
function FileDropZone({ file, hint, onFile }: FileDropZoneProps) {
  const place = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [several, setSeveral] = useState(false)
  const take = (files: readonly File[]) => {
    const [first] = files
    setSeveral(files.length > 1)
    if (first && files.length === 1) onFile(first)
  }
  const isDraggedOver = useFileDrop(place, take)
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])])
    // Lets the user choose the same file again.
    target.value = ''
  }
  const Icon = file ? FileSpreadsheet : FileUp
  return (
    <section ref={place} aria-label="Archivo" className="grid min-w-0">
      <button
        type="button"
        onClick={() => input.current?.click()}
        className={cx(
          'flex min-h-24 min-w-0 items-center gap-4 rounded-ui border-2 border-dashed px-5 py-4 text-left',
          isDraggedOver ? 'border-notice bg-notice-soft' : 'border-field hover:bg-sunken',
        )}
      >
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Icon aria-hidden="true" className="size-6" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-semibold wrap-anywhere" title={file?.name}>
            {file ? file.name : 'Arrastra aquí tu archivo, o presiona para elegirlo'}
          </span>
          <span className="block text-sm text-muted">
            {file ? `${formatBytes(file.size)} · Presiona para elegir otro, o arrástralo aquí` : hint}
          </span>
        </span>
      </button>
      {several && (
        <p role="alert" className="mt-2 text-sm text-danger">
          Elige un solo archivo.
        </p>
      )}
      <input ref={input} hidden type="file" accept={acceptedTypes} onChange={change} />
    </section>
  )
}
