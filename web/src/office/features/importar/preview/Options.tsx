import type { VistaPrevia } from '@flota/contract/importar.ts'
import { type DuplicadosModo, duplicadosModos } from '@flota/contract/importarWords.ts'
import { SelectField } from '../../../../form/SelectField.tsx'
import type { ImportDraft } from '../importDraft.ts'

const words: Record<DuplicadosModo, string> = {
  error: 'Marcar como error',
  saltar: 'Saltar',
  actualizar: 'Actualizar',
}

interface Props {
  draft: ImportDraft
  data: VistaPrevia
  onChange: (part: Partial<ImportDraft>) => void
  onSheet: (hoja: string) => void
}

export function Options({ draft: { tipo, duplicados }, data: { hoja, hojas }, onChange, onSheet }: Props) {
  const modos = duplicadosModos.filter((modo) => tipo !== 'rutas' || modo !== 'actualizar')
  return (
    <div className="flex flex-wrap gap-4 max-sm:w-full">
      <SelectField
        label="Si ya existe"
        value={duplicados}
        words={modos.map((modo) => [modo, words[modo]])}
        onChange={(chosen) => {
          const modo = modos.find((each) => each === chosen)
          if (modo) onChange({ duplicados: modo })
        }}
      />
      {hojas.length > 1 && (
        <SelectField
          label="Hoja"
          value={hoja ?? ''}
          words={hojas.map((each) => [each, each])}
          onChange={onSheet}
        />
      )}
    </div>
  )
}
