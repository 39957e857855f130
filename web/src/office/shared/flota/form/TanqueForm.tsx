import '@flota/contract/core/zodConfig.ts'
import { formatGalones } from '@flota/contract/core/format.ts'
import { ficha as contract, type Ficha } from '@flota/contract/fleet/ficha.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { numberField } from '../../../../form/fields.tsx'
import { valuesOf } from '../../../../form/validate.ts'

const fields = {
  tanque_gal: numberField('Tanque (galones)', {
    format: formatGalones,
    hint: 'Avisa cuando una carga tiene más galones. Vacío, no avisa.',
  }),
}

const toStoredRecord = (row: Ficha) => ({ values: valuesOf(fields, row), version: row.version })

interface Props {
  camion_id: number
  ficha: Ficha
  onClose: () => void
}

export function TanqueForm({ camion_id, ficha, onClose }: Props) {
  const params = { id: camion_id }
  const update = useSave('PUT /api/camiones/:id/ficha')
  return (
    <DialogForm
      title="Tanque"
      fields={fields}
      schema={contract.update.body}
      stored={toStoredRecord(ficha)}
      className="max-w-md!"
      layout="md:grid-cols-1"
      save={(body) => update({ params, body })}
      reload={async () => {
        const { data } = await call('GET /api/camiones/:id/ficha', { params })
        return { ...toStoredRecord(data), actualizado_en: null }
      }}
      errorTitle="Error al guardar el tanque"
      resultType="edit"
      onClose={onClose}
    />
  )
}
