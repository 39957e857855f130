import type { ComponentProps } from 'react'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import { textarea, typedDate, typedText } from '../../../../form/fields.tsx'
import { useFotos } from '../../detail/form/usePendingPhotos.tsx'

/** What a renewal has, in the order in which it is read off the paper. */
export const renewalFields = {
  numero: typedText('Número'),
  emitido: typedDate('Emitido'),
  vence: typedDate('Vence'),
}

export const papelFields = { ...renewalFields, nota: textarea('Nota', { max: 2000 }) }

interface Saved {
  message: string
  data: { id: number }
}

type Props<B extends object> = Omit<
  ComponentProps<typeof DialogForm<B, Saved>>,
  'children' | 'touched' | 'afterSave' | 'told'
>

/** A new paper, with its photos, which are sent once it is stored. */
export function DocumentoDialog<B extends object>(props: Props<B>) {
  const fotos = useFotos()
  return (
    <DialogForm
      {...props}
      told="success"
      touched={fotos.touched}
      afterSave={({ data }) => fotos.send('documentos', data.id)}
    >
      {fotos.field}
    </DialogForm>
  )
}
