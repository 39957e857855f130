import { inputShape } from '@flota/contract/core/fieldSchemas.ts'
import { storedNames } from '@flota/contract/core/fields.ts'
import { pick } from '@flota/contract/core/keys.ts'
import { version } from '@flota/contract/core/values.ts'
import type { Papel } from '@flota/contract/documents/documentos.ts'
import { choferes } from '@flota/contract/records/choferes.ts'
import { z } from 'zod'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import type { AnswerOf } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import { dateField, textField, uppercaseField } from '../../../../form/fields.tsx'
import { valuesOf } from '../../../../form/validate.ts'
import { usePendingPhotos } from '../../detail/form/usePendingPhotos.tsx'
import { documentoName } from '../documento.ts'

type Chofer = AnswerOf<'GET /api/choferes/:id'>['data']

const licenciaFields = {
  vencimiento: dateField('Vence'),
  tipo_licencia: uppercaseField(choferes.fields.tipo_licencia.label),
}
const telefono = textField(choferes.fields.telefono.label, { input: { type: 'tel' } })
const choferShape = z.object(inputShape(choferes.fields)).extend({ version: version() })
const licenciaSchema = choferShape.pick({ vencimiento: true, tipo_licencia: true, version: true })

/** An imported pilot may have no telephone, without which no change is accepted. */
const forms = {
  whole: { fields: licenciaFields, schema: licenciaSchema },
  withoutTelefono: {
    fields: { ...licenciaFields, telefono },
    schema: licenciaSchema.extend({ telefono: choferShape.shape.telefono }),
  },
}

/** Renews a licence in the pilot's record, which is loaded for its version and its other fields. */
export function RenewLicenciaForm({ papel, onClose }: { papel: Papel; onClose: () => void }) {
  // A string as in the address, so that the pilot's page shares the cached query.
  const params = { id: String(papel.entidad_id) }
  const chofer = useEndpoint('GET /api/choferes/:id', { params })
  const update = useSave('PUT /api/choferes/:id')
  const title = `Renovar ${documentoName(papel)}`
  const fotos = usePendingPhotos()
  const read = chofer.data?.data
  if (!read)
    return (
      <DialogLoading title={title} errorTitle={choferes.words.loadOne} query={chofer} onClose={onClose} />
    )
  const { fields, schema } = read.telefono === null ? forms.withoutTelefono : forms.whole
  const toStoredRecord = (chofer: Chofer) => ({ ...chofer, values: valuesOf(fields, chofer) })
  return (
    <DialogForm
      title={title}
      fields={fields}
      schema={schema}
      stored={toStoredRecord(read)}
      save={(body) => {
        return update({
          params,
          body: { ...pick(read, storedNames(choferes.fields)), telefono: read.telefono ?? '', ...body },
        })
      }}
      reload={async () => {
        const again = await chofer.refetch()
        return again.data && toStoredRecord(again.data.data)
      }}
      errorTitle={choferes.words.updateFailed}
      resultType="edit"
      afterSave={async () => {
        await chofer.refetch()
        await fotos.send('choferes', read.id)
      }}
      touched={fotos.touched}
      onClose={onClose}
    >
      {fotos.field}
    </DialogForm>
  )
}
