import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { ApiError } from '../api/ApiError.ts'
import { showResult } from '../ui/ResultPopup.tsx'
import type { Fields, Form, ReloadedRecord, StoredRecord } from './FieldSpec.ts'
import { FormScreen } from './FormScreen.tsx'
import { useForm } from './useForm.ts'
import { type SaveError, useFormSave, withFailure } from './useFormSave.ts'

interface Props<B, Answer> {
  title: string
  fields: Fields
  schema: z.ZodType<B>
  stored: StoredRecord
  className?: string
  /** Name of the draft that survives the end of the session. A dialog stores none: it is closed after a new login. */
  draft?: string
  /** Shows the form in its place on the page. */
  inline?: boolean
  layout?: string
  submitLabel?: string | ((form: Form) => string)
  above?: ReactNode | ((form: Form) => ReactNode)
  /** Resolves with null if the user declines. `key` is the idempotency key of the body (docs/contract/general.md). */
  save: (body: B, key: string, form: Form) => Promise<Answer | null>
  reload?: () => Promise<ReloadedRecord | undefined>
  /** Title of an error that belongs to no field. */
  errorTitle: string | ((cause: string) => SaveError)
  onRejected?: (error: ApiError, form: Form) => void
  /** Kind of the result popup; null shows none. */
  resultType: 'success' | 'edit' | null
  /** Runs after a save. Its error replaces the success message. */
  afterSave?: (answer: Answer) => Promise<void>
  onClose: () => void
  children?: ReactNode | ((form: Form) => ReactNode)
  touched?: boolean
  /** What the user must see before saving is loading. */
  waiting?: boolean
}

export function DialogForm<B extends object, Answer extends { message: string }>(props: Props<B, Answer>) {
  const { draft = null, fields, schema, errorTitle, resultType, onClose, children, onRejected } = props
  const [stored] = useState(props.stored)
  const form = useForm<B>({ name: draft, fields, schema, stored })
  const saving = useFormSave<B, Answer & { failure?: string }>({
    form,
    save: async (body) => {
      const answer = await props.save(body, form.keyOf(body), form)
      return answer && withFailure(answer, (saved) => props.afterSave?.(saved))
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
  const resolveProp = <T,>(prop: T | ((form: Form) => T)) => (prop instanceof Function ? prop(form) : prop)
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
