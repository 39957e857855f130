import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { type ApiError, messageOf } from '../api/ApiError.ts'
import { tell } from '../ui/ResultPopup.tsx'
import type { Fields, Form, Reloaded, Stored } from './FieldSpec.ts'
import { FormScreen } from './FormScreen.tsx'
import { useForm } from './useForm.ts'
import { type Refusal, useSaving } from './useFormSave.ts'

interface Props<B, Answer> {
  title: string
  fields: Fields
  schema: z.ZodType<B>
  stored: Stored
  /** The dialog's own classes. */
  className?: string
  /** The grid's classes, if not one column. */
  layout?: string
  /** What the button that saves says. */
  saves?: string | ((form: Form) => string)
  /** Said above the fields. */
  above?: ReactNode | ((form: Form) => ReactNode)
  /** `key` is the same for a repeat of the same body (docs/contract/general.md). */
  save: (body: B, key: string, form: Form) => Promise<Answer>
  reload?: () => Promise<Reloaded | undefined>
  /** The error above the fields, for a refusal that belongs to none of them. */
  failed: string | ((cause: string) => Refusal)
  /** What else follows a refusal. */
  refused?: (error: ApiError, form: Form) => void
  /** How a save is announced; null if the caller announces it. */
  told: 'success' | 'edit' | null
  /** Runs after a save, before the result is shown; what it throws is shown instead of the success. */
  afterSave?: (answer: Answer) => Promise<void>
  onClose: () => void
  children?: ReactNode | ((form: Form) => ReactNode)
  touched?: boolean
}

/** A small form over a list or a record, which stays below it; it keeps no draft. */
export function DialogForm<B extends object, Answer extends { message: string }>(props: Props<B, Answer>) {
  const { fields, schema, failed, told, onClose, children, refused } = props
  const [stored] = useState(props.stored)
  const form = useForm<B>({ name: null, fields, schema, stored })
  const saving = useSaving<B, Answer & { failure?: string }>({
    form,
    save: async (body) => {
      const answer = await props.save(body, form.keyOf(body), form)
      try {
        await props.afterSave?.(answer)
        return answer
      } catch (error) {
        return { ...answer, failure: messageOf(error) }
      }
    },
    ...(props.reload && { reload: props.reload }),
    refusal: (error, latest) => {
      refused?.(error, latest)
      const { message } = error
      return typeof failed === 'string' ? { title: failed, detail: message } : failed(message)
    },
    andThen: async ({ message, failure }, { here }) => {
      if (here) onClose()
      if (failure !== undefined) await tell('error', failure)
      else if (told) await tell(told, message)
    },
  })
  const of = <T,>(said: T | ((form: Form) => T)) => (said instanceof Function ? said(form) : said)
  return (
    <FormScreen {...props} dialog form={form} saving={saving} saves={of(props.saves)} above={of(props.above)}>
      {of(children)}
    </FormScreen>
  )
}
