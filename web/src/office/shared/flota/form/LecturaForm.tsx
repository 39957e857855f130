import '@flota/contract/core/zodConfig.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import { type Lectura, lecturas } from '@flota/contract/fleet/lecturas.ts'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../../../api/ApiError.ts'
import { useEndpointIf, useSave } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { useToday } from '../../../../api/useToday.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { FieldsFor } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, textareaField } from '../../../../form/fields.tsx'
import { valuesOf } from '../../../../form/validate.ts'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { checkboxField } from '../../form/checkboxField.tsx'

const fields = {
  fecha: dateField('Fecha'),
  km: numberField('Kilometraje', { inputMode: 'numeric', format: formatInteger }),
  reinicia: {
    ...checkboxField('Odómetro nuevo: empieza otra cuenta'),
    className: 'col-span-full',
  },
  nota: textareaField('Nota', { max: 2000, className: 'col-span-full' }),
} satisfies FieldsFor<
  Omit<Lectura, 'id' | 'version' | 'creado_en' | 'actualizado_en' | 'camion' | 'camion_id'>,
  Lectura
>

const toStoredRecord = (row: Lectura) => ({ ...row, values: valuesOf(fields, row) })

const shared = {
  fields,
  className: 'max-w-xl!',
  layout: 'gap-x-4 md:grid-cols-2',
  errorTitle: 'Error al guardar la lectura',
} as const

interface Props {
  camion_id: number
  /** Null for a new reading. */
  id: number | null
  onClose: () => void
}

export const LecturaForm = ({ camion_id, id, onClose }: Props) =>
  id === null ? (
    <NewLectura camion_id={camion_id} onClose={onClose} />
  ) : (
    <StoredLectura id={id} onClose={onClose} />
  )

function NewLectura({ camion_id, onClose }: Omit<Props, 'id'>) {
  const create = useSave('POST /api/lecturas')
  const hoy = useToday()
  if (!hoy) return null
  return (
    <DialogForm
      {...shared}
      title="Lectura"
      schema={lecturas.create.body.omit({ camion_id: true })}
      stored={{ values: { fecha: hoy, km: '', reinicia: 'no', nota: '' }, version: undefined }}
      save={(body, idempotencyKey) => create({ body: { ...body, camion_id }, idempotencyKey })}
      resultType="success"
      onClose={onClose}
    />
  )
}

function StoredLectura({ id, onClose }: { id: number; onClose: () => void }) {
  const params = { id }
  const { data, error } = useEndpointIf('GET /api/lecturas/:id', { params })
  const update = useSave('PUT /api/lecturas/:id')
  const showError = useEffectEvent((cause: Error) => {
    onClose()
    void showResult('error', messageOf(cause))
  })
  useEffect(() => {
    if (error) showError(error)
  }, [error])
  if (!data) return null
  return (
    <DialogForm
      {...shared}
      title="Editar lectura"
      schema={lecturas.update.body}
      stored={toStoredRecord(data.data)}
      save={(body) => update({ params, body })}
      reload={async () => toStoredRecord((await call('GET /api/lecturas/:id', { params })).data)}
      resultType="edit"
      onClose={onClose}
    />
  )
}
