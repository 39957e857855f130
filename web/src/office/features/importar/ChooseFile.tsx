import { formatInteger } from '@flota/contract/format.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { ToggleButton } from '../../../ui/ToggleButton.tsx'
import { ExportButtons, ExportProgress } from '../../shared/export/ExportControls.tsx'
import { useExport } from '../../shared/export/useExport.ts'
import { FileDropZone } from './FileDropZone.tsx'
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
