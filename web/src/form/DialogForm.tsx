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
  /** What follows a save, in the same wait; what it throws is told in the place of the success. */
  afterSave?: (answer: Answer) => Promise<void>
  onClose: () => void
  children?: ReactNode
  touched?: boolean
}

/** A small form over a list or a record, which stays below it; it keeps no draft. */
export function DialogForm<B extends object, Answer extends { message: string }>(props: Props<B, Answer>) {
  const { title, fields, schema, failed, told, onClose, children, touched = false } = props
  const [stored] = useState(props.stored)
  const form = useForm<B>({ name: null, fields, schema, stored })
  const saving = useSaving<B, Answer & { failure?: string }>({
    form,
    save: async (body) => {
      const answer = await props.save(body, form.keyOf(body))
      try {
        await props.afterSave?.(answer)
        return answer
      } catch (error) {
        return { ...answer, failure: messageOf(error) }
      }
    },
    ...(props.reload && { reload: props.reload }),
    refusal: ({ message }) => ({ title: failed, detail: message }),
    andThen: async ({ message, failure }, { here }) => {
      if (here) onClose()
      await tell(failure === undefined ? told : 'error', failure ?? message)
    },
  })
  return (
    <FormScreen dialog title={title} form={form} saving={saving} onClose={onClose} touched={touched}>
      {children}
    </FormScreen>
  )
}
