import '@flota/contract/core/zodConfig.ts'
import { lineas as lineasCalls } from '@flota/contract/fleet/lineas.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { MantenimientoConLineas } from '../MantenimientoConLineas.ts'
import { lineasField, toLines } from './lineasField.tsx'

interface Props {
  row: MantenimientoConLineas
  draft: string
  reload: () => Promise<MantenimientoConLineas | undefined>
  onClose: () => void
}

const fields = { lineas: lineasField }

const storedOf = ({ lineas, version, actualizado_en }: MantenimientoConLineas) => ({
  values: { lineas: toLines(lineas) },
  version,
  actualizado_en,
})

/** The form of a maintenance's work and parts, as a part of its page. */
export function LineasForm({ row, draft, reload, onClose }: Props) {
  const save = useSave('PUT /api/mantenimientos/:id/lineas')
  return (
    <DialogForm
      inline
      draft={draft}
      title="Trabajo y repuestos"
      fields={fields}
      schema={lineasCalls.update.body}
      stored={storedOf(row)}
      save={(body) => save({ params: { id: row.id }, body })}
      reload={async () => {
        const latest = await reload()
        return latest && storedOf(latest)
      }}
      errorTitle="Error al guardar el trabajo y los repuestos"
      resultType="edit"
      onClose={onClose}
    />
  )
}
