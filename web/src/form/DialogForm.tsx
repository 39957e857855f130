import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { messageOf } from '../api/ApiError.ts'
import { tell } from '../ui/ResultPopup.tsx'
import type { Fields } from './FieldSpec.ts'
import { FormScreen } from './FormScreen.tsx'
import { type Stored, useForm } from './useForm.ts'
import { useSaving } from './useSaving.ts'

interface Props<B, Answer> {
  title: string
  fields: Fields
  schema: z.ZodType<B>
  stored: Stored
  /** `key` is the same for a repeat of the same body (contract.md section 5). */
  save: (body: B, key: string) => Promise<Answer>
  /** What somebody else has saved meanwhile. */
  reload?: () => Promise<Stored | undefined>
  /** Told above the fields, where the refusal is not for one of them. */
  failed: string
  told: 'success' | 'edit'
  /** Before the success is told; what it throws is told instead. */
  andThen?: ((answer: Answer) => Promise<void>) | undefined
  onClose: () => void
  children?: ReactNode
  touched?: boolean
}

/** A small form over a list or a record, which stays below it; it keeps no draft. */
export function DialogForm<B extends object, Answer extends { message: string }>(props: Props<B, Answer>) {
  const { title, fields, schema, failed, told, onClose, children, touched = false } = props
  const [stored] = useState(props.stored)
  const form = useForm<B>({ name: null, fields, schema, stored })
  const saving = useSaving<B, Answer>({
    form,
    save: (body) => props.save(body, form.keyOf(body)),
    ...(props.reload && { reload: props.reload }),
    refusal: ({ message }) => ({ title: failed, detail: message }),
    andThen: async (answer) => {
      try {
        await props.andThen?.(answer)
      } catch (error) {
        onClose()
        await tell('error', messageOf(error))
        return
      }
      onClose()
      await tell(told, answer.message)
    },
  })
  return (
    <FormScreen dialog title={title} form={form} saving={saving} onClose={onClose} touched={touched}>
      {children}
    </FormScreen>
  )
}
