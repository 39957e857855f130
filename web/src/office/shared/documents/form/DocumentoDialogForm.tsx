import type { ComponentProps } from 'react'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { dateField, textareaField, textField } from '../../../../form/fields.tsx'
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

/** The form of a new document, which sends its photos after saving. */
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
