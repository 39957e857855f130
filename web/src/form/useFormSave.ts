import { formatMomento } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { loadConfig } from '../api/config.ts'
import type { Form, ReloadedRecord, Values } from './FieldSpec.ts'
import { secondsSince, type useForm } from './useForm.ts'
import { fieldOf } from './validate.ts'

export interface SaveError {
  title: string
  detail?: string
  fix?: { label: string; values: Values }
  action?: ReactNode
}

interface SaveOutcome<B> {
  body: B
  /** Typing time in seconds. */
  seconds: number
  isMounted: boolean
}

/** Describes an error for the user; may also set errors of the form's fields. */
export type DescribeSaveError = (error: ApiError, form: Form) => SaveError

interface FormSaveOptions<B, Answer> {
  form: Form & Pick<ReturnType<typeof useForm<B>>, 'read'>
  /** Resolves with null if the user declines. */
  save: (body: B, isMounted: () => boolean) => Promise<Answer | null>
  reload?: () => Promise<ReloadedRecord | undefined>
  refusal: DescribeSaveError
  andThen: (answer: Answer, saved: SaveOutcome<B>) => Promise<void>
}

/** Runs `afterSave`; adds its error message to the response of the save, which was successful. */
export async function withFailure<Answer>(
  answer: Answer & { failure?: string },
  afterSave: (answer: Answer) => Promise<void> | undefined,
): Promise<Answer & { failure?: string }> {
  try {
    await afterSave(answer)
    return answer
  } catch (error) {
    return { ...answer, failure: messageOf(error) }
  }
}

const apiErrorOf = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError({ status: 0, code: '', message: messageOf(error) })

const otherUserTitle = (when: string) => `Otro usuario guardó este registro${when} mientras lo editabas.`

async function conflictTitleOf({ actualizado_en, conflictTitle = otherUserTitle }: ReloadedRecord) {
  const config = await loadConfig().catch(() => null)
  if (!config || actualizado_en === null) return conflictTitle('')
  const { zona } = config
  const [today] = formatMomento(new Date().toISOString(), zona).split(' ')
  const [day, hour] = formatMomento(actualizado_en, zona).split(' ')
  return conflictTitle(`${day === today ? '' : ` el ${day}`} a las ${hour},`)
}

/** Saves a form. Shows errors at their fields; returns an error without a field as `failure`. */
export function useFormSave<B, Answer>({ form, save, reload, refusal, andThen }: FormSaveOptions<B, Answer>) {
  const [failure, setFailure] = useState<SaveError | null>(null)

  const showSaveError = async (error: ApiError) => {
    const latest = error.message === sentences.staleVersion ? await reload?.() : undefined
    if (latest) {
      const title = await conflictTitleOf(latest)
      form.mergeStored(latest)
      return setFailure({ title, detail: 'No se perdió nada de lo que escribiste.' })
    }
    const atFields = Object.entries(error.campos).flatMap(([campo, message]) => {
      const name = fieldOf(form.fields, campo)
      return name ? [[name, message] as const] : []
    })
    form.showErrors(Object.fromEntries(atFields))
    if (atFields.length === 0) setFailure(refusal(error, form))
  }
  const onSave = async (isMounted: () => boolean) => {
    const body = await form.read()
    // `read` may wait for a search; do not save a form that the user has left meanwhile.
    if (body === undefined || !isMounted()) return null
    const seconds = secondsSince(form.startedAt)
    setFailure(null)
    try {
      const answer = await save(body, isMounted)
      if (!answer) return null
      form.deleteDraft()
      return () => andThen(answer, { body, seconds, isMounted: isMounted() })
    } catch (error) {
      await showSaveError(apiErrorOf(error))
      return null
    }
  }
  return { failure, onSave, clearFailure: () => setFailure(null) }
}
