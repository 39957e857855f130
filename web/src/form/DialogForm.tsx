import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { type ApiError, messageOf } from '../api/ApiError.ts'
import { showResult } from '../ui/ResultPopup.tsx'
import type { Fields, Form, ReloadedRecord, StoredRecord } from './FieldSpec.ts'
import { FormScreen } from './FormScreen.tsx'
import { useForm } from './useForm.ts'
import { type SaveError, useFormSave } from './useFormSave.ts'

interface Props<B, Answer> {
  title: string
  fields: Fields
  schema: z.ZodType<B>
  stored: StoredRecord
  /** The dialog's own classes. */
  className?: string
  /** The grid's classes, if not one column. */
  layout?: string
  /** What the button that saves says. */
  submitLabel?: string | ((form: Form) => string)
  /** Said above the fields. */
  above?: ReactNode | ((form: Form) => ReactNode)
  /** `key` is the same for a repeat of the same body (docs/contract/general.md). */
  save: (body: B, key: string, form: Form) => Promise<Answer>
  reload?: () => Promise<ReloadedRecord | undefined>
  /** The error above the fields, for a refusal that belongs to none of them. */
  errorTitle: string | ((cause: string) => SaveError)
  /** What else follows a refusal. */
  onRejected?: (error: ApiError, form: Form) => void
  /** How a save is announced; null if the caller announces it. */
  resultType: 'success' | 'edit' | null
  /** Runs after a save, before the result is shown; what it throws is shown instead of the success. */
  afterSave?: (answer: Answer) => Promise<void>
  onClose: () => void
  children?: ReactNode | ((form: Form) => ReactNode)
  touched?: boolean
}

/** A small form over a list or a record, which stays below it; it keeps no draft. */
export function DialogForm<B extends object, Answer extends { message: string }>(props: Props<B, Answer>) {
  const { fields, schema, errorTitle, resultType, onClose, children, onRejected } = props
  const [stored] = useState(props.stored)
  const form = useForm<B>({ name: null, fields, schema, stored })
  const saving = useFormSave<B, Answer & { failure?: string }>({
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
      onRejected?.(error, latest)
      const { message } = error
      return typeof errorTitle === 'string' ? { title: errorTitle, detail: message } : errorTitle(message)
    },
    andThen: async ({ message, failure }, { isMounted }) => {
      if (isMounted) onClose()
      if (failure !== undefined) await showResult('error', failure)
      else if (resultType) await showResult(resultType, message)
    },
  })
  const resolveProp = <T,>(said: T | ((form: Form) => T)) => (said instanceof Function ? said(form) : said)
  return (
    <FormScreen
      {...props}
      dialog
      form={form}
      saving={saving}
      submitLabel={resolveProp(props.submitLabel)}
      above={resolveProp(props.above)}
    >
      {resolveProp(children)}
    </FormScreen>
  )
}
