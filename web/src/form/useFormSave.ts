import { momento } from '@flota/contract/format.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { loadConfig } from '../api/config.ts'
import type { Form, Reloaded, Values } from './FieldSpec.ts'
import { secondsSince, type useForm } from './useForm.ts'
import { fieldOf } from './validate.ts'

export interface Refusal {
  title: string
  detail?: string
  /** Values that repair it, offered as a button. */
  mend?: { label: string; values: Values }
}

interface Saved<B> {
  body: B
  /** Typing time. */
  seconds: number
  /** Whether the form is still on the screen. */
  here: boolean
}

/** May also set errors at the form's fields. */
export type RefusalOf = (error: ApiError, form: Form) => Refusal

interface Options<B, Answer> {
  form: Form & Pick<ReturnType<typeof useForm<B>>, 'read'>
  /** Null when the user declines; the fields then say why. */
  save: (body: B, isHere: () => boolean) => Promise<Answer | null>
  reload?: () => Promise<Reloaded | undefined>
  refusal: RefusalOf
  andThen: (answer: Answer, saved: Saved<B>) => Promise<void>
}

const apiErrorOf = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError({ status: 0, code: '', message: messageOf(error) })

const bySomebody = (when: string) => `Otro usuario guardó este registro${when} mientras lo editabas.`

async function toldOf({ actualizado_en, toldBy = bySomebody }: Reloaded) {
  const config = await loadConfig().catch(() => null)
  if (!config || actualizado_en === null) return toldBy('')
  const { zona } = config
  const [today] = momento(new Date().toISOString(), zona).split(' ')
  const [day, hour] = momento(actualizado_en, zona).split(' ')
  return toldBy(`${day === today ? '' : ` el ${day}`} a las ${hour},`)
}

/** Saves the form; refusals stand at their field, and those without a field are returned. */
export function useSaving<B, Answer>({ form, save, reload, refusal, andThen }: Options<B, Answer>) {
  const [failure, setFailure] = useState<Refusal | null>(null)

  const refuse = async (error: ApiError) => {
    const latest = error.message === sentences.staleVersion ? await reload?.() : undefined
    if (latest) {
      const title = await toldOf(latest)
      form.meet(latest)
      return setFailure({ title, detail: 'No se perdió nada de lo que escribiste.' })
    }
    const atFields = Object.entries(error.campos).flatMap(([campo, message]) => {
      const name = fieldOf(form.fields, campo)
      return name ? [[name, message] as const] : []
    })
    form.tell(Object.fromEntries(atFields))
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
      form.drop()
      return () => andThen(answer, { body, seconds, here: isHere() })
    } catch (error) {
      await refuse(apiErrorOf(error))
      return null
    }
  }
  return { failure, onSave, mended: () => setFailure(null) }
}
