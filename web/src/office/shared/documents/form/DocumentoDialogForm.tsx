import type { documentoValues } from '@flota/contract/documents/documentos.ts'
import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { useSave } from '../../../../api/cache/queries.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { dateField, textareaField, textField } from '../../../../form/fields.tsx'
import { emptyValues } from '../../../../form/validate.ts'
import { usePendingPhotos } from '../../detail/form/usePendingPhotos.tsx'

/** Fields of a renewal, in the order of the printed document. */
export const renewalFields = {
  numero: textField('Número'),
  emitido: dateField('Emitido'),
  vence: dateField('Vence'),
}

export const documentoFields = { ...renewalFields, nota: textareaField('Nota', { max: 2000 }) }

interface SavedDocumento {
  message: string
  data: { id: number }
}

type Props<B extends object> = Omit<
  ComponentProps<typeof DialogForm<B, SavedDocumento>>,
  'children' | 'touched' | 'afterSave' | 'resultType'
>

/** The form of a new or renewed document, which sends its photos after saving. */
export function DocumentoDialogForm<B extends object>(props: Props<B>) {
  const fotos = usePendingPhotos()
  return (
    <DialogForm
      {...props}
      resultType="success"
      touched={fotos.touched}
      afterSave={({ data }) => fotos.send('documentos', data.id)}
    >
      {fotos.field}
    </DialogForm>
  )
}

type CreateProps = Pick<Props<z.output<typeof documentoValues>>, 'title' | 'fields' | 'schema' | 'onClose'>

export function CreateDocumentoForm(props: CreateProps) {
  const create = useSave('POST /api/documentos')
  return (
    <DocumentoDialogForm
      {...props}
      stored={{ values: emptyValues(props.fields), version: undefined }}
      save={(body, idempotencyKey) => create({ body, idempotencyKey })}
      errorTitle="Error al guardar el documento"
    />
  )
}
