import type { ComponentProps } from 'react'
import { DialogForm } from '../../../form/DialogForm.tsx'
import { date, text, textarea } from '../../../form/fields.tsx'
import { useFotos } from './useFotos.tsx'

/** What a renewal has, in the order in which it is read off the paper. */
export const renewalFields = {
  numero: text('Número'),
  emitido: date('Emitido'),
  vence: date('Vence'),
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
