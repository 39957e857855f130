import { formatMomento } from '@flota/contract/format.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { loadConfig } from '../api/config.ts'
import type { Form, ReloadedRecord, Values } from './FieldSpec.ts'
import { secondsSince, type useForm } from './useForm.ts'
import { fieldOf } from './validate.ts'

export interface SaveError {
  title: string
  detail?: string
  /** Values that repair it, offered as a button. */
  fix?: { label: string; values: Values }
}

interface SaveOutcome<B> {
  body: B
  /** Typing time. */
  seconds: number
  /** Whether the form is still on the screen. */
  isMounted: boolean
}

/** May also set errors at the form's fields. */
export type DescribeSaveError = (error: ApiError, form: Form) => SaveError

interface FormSaveOptions<B, Answer> {
  form: Form & Pick<ReturnType<typeof useForm<B>>, 'read'>
  /** Null when the user declines; the fields then say why. */
  save: (body: B, isHere: () => boolean) => Promise<Answer | null>
  reload?: () => Promise<ReloadedRecord | undefined>
  refusal: DescribeSaveError
  andThen: (answer: Answer, saved: SaveOutcome<B>) => Promise<void>
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

/** Saves the form; refusals stand at their field, and those without a field are returned. */
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
  const onSave = async (isHere: () => boolean) => {
    const body = await form.read()
    // Reading may wait for a search; whoever left the form meanwhile wants nothing saved.
    if (body === undefined || !isHere()) return null
    const seconds = secondsSince(form.startedAt)
    setFailure(null)
    try {
      const answer = await save(body, isHere)
      if (!answer) return null
      form.deleteDraft()
      return () => andThen(answer, { body, seconds, isMounted: isHere() })
    } catch (error) {
      await showSaveError(apiErrorOf(error))
      return null
    }
  }
  return { failure, onSave, mended: () => setFailure(null) }
}
