import { valuesSchema } from '@flota/contract/catalogue.ts'
import { choferes } from '@flota/contract/choferes.ts'
import type { Papel } from '@flota/contract/documentos.ts'
import { version } from '@flota/contract/values.ts'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import type { AnswerOf } from '../../../../api/call.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import { capitals, typedDate } from '../../../../form/fields.tsx'
import { valuesOf } from '../../../../form/validate.ts'
import { useFotos } from '../../detail/form/usePendingPhotos.tsx'
import { papelName } from '../documento.ts'

type Chofer = AnswerOf<'GET /api/choferes/:id'>['data']

const fields = {
  vencimiento: typedDate('Vence'),
  tipo_licencia: capitals(choferes.fields.tipo_licencia.label),
}
const schema = valuesSchema(choferes.fields)
  .pick({ vencimiento: true, tipo_licencia: true })
  .extend({ version: version() })

const storedOf = (chofer: Chofer) => ({ ...chofer, values: valuesOf(fields, chofer) })

interface Props {
  papel: Papel
  onClose: () => void
}

/** A licence is renewed in its pilot, who is read anew for the version and what else is sent with it. */
export function LicenciaForm({ papel, onClose }: Props) {
  // As an address writes an id, so that a pilot's screen below shares what is read.
  const params = { id: String(papel.entidad_id) }
  const chofer = useEndpoint('GET /api/choferes/:id', { params })
  const update = useSave('PUT /api/choferes/:id')
  const title = `Renovar ${papelName(papel)}`
  const fotos = useFotos()
  const read = chofer.data?.data
  if (!read)
    return <DialogLoading title={title} failed={choferes.words.loadOne} of={chofer} onClose={onClose} />
  return (
    <DialogForm
      title={title}
      fields={fields}
      schema={schema}
      stored={storedOf(read)}
      save={(body) => {
        const { nombre, apellido, telefono } = read
        return update({ params, body: { nombre, apellido, telefono, ...body } })
      }}
      reload={async () => {
        const again = await chofer.refetch()
        return again.data && storedOf(again.data.data)
      }}
      failed={choferes.words.updateFailed}
      told="edit"
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
