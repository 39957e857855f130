import type { ComponentProps } from 'react'
import { DialogForm } from '../../../form/DialogForm.tsx'
import { date, text, textarea } from '../../../form/fields.tsx'

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
  'children' | 'touched' | 'andThen'
>

/** The form of one paper. */
export function DocumentoDialog<B extends object>(props: Props<B>) {
  return <DialogForm {...props} />
}
