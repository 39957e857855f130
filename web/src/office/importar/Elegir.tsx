import { entero } from '@flota/contract/format.ts'
import { faltanOf, type ImportTipo } from '@flota/contract/importarCampos.ts'
import { importTitulo } from '@flota/contract/importarWords.ts'
import { PressedChoice } from '../../ui/PressedChoice.tsx'
import { ExportButtons, ExportProgress } from '../export/ExportControls.tsx'
import { useExport } from '../export/useExport.ts'
import { DropPlace } from './DropPlace.tsx'
import { Paso } from './Paso.tsx'
import { listas } from './tipos.ts'

interface Props {
  tipos: readonly ImportTipo[]
  tipo: ImportTipo
  file: File | null
  onTipo: (tipo: ImportTipo) => void
  onFile: (file: File) => void
}

const mostRows = 20_000

/** Which list, and the file that has it. */
export function Elegir({ tipos, tipo, file, onTipo, onFile }: Props) {
  const template = useExport(() => ({ line: 'GET /api/importar/:tipo/plantilla', params: { tipo } }))
  const needed = faltanOf(tipo, () => false).map(importTitulo)
  return (
    <Paso number={1} title="Elige qué vas a traer">
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Lista</legend>
        {tipos.map((each) => {
          const { title, Icon } = listas[each]
          return (
            <PressedChoice key={each} pressed={each === tipo} onPress={() => onTipo(each)}>
              <Icon aria-hidden="true" className="mr-2 -ml-0.5 inline size-4.5" />
              {title}
            </PressedChoice>
          )
        })}
      </fieldset>
      <div className="mt-4 grid items-stretch gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="grid content-between justify-items-start gap-3">
          <p className="text-pretty text-muted">
            Tu hoja necesita {listed(needed)}. Puede traer más columnas, con los títulos que ya tiene.
          </p>
          <ExportButtons labels={{ excel: 'Descargar plantilla' }} exporting={template} />
        </div>
        <DropPlace
          file={file}
          hint={`Excel (.xlsx) o CSV, hasta 10 MB y ${entero(mostRows)} filas.`}
          onFile={onFile}
        />
      </div>
      <ExportProgress exporting={template} place="page" />
    </Paso>
  )
}

const words = new Intl.ListFormat('es', { type: 'conjunction' })
const listed = (needed: readonly string[]) => words.format(needed)
