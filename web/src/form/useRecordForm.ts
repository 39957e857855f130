import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { useFormDraft } from './useFormDraft.ts'

interface Stored<V> {
  values: V
  /** 0 for a record that is new. */
  version: number
}

interface Options<V extends FieldValues, B, Answer> {
  stored: Stored<V>
  /** What is typed → what is sent, or what is wrong with it. */
  resolver: Resolver<V, unknown, B>
  /** Reads the record again, when somebody else has changed it. */
  reload?: () => Promise<Stored<V> | undefined>
  save: (body: B, version: number) => Promise<Answer>
  /** What follows a save. */
  andThen: (answer: Answer) => Promise<void>
  /** What is said when a save is refused as a whole, with the cause. */
  refusal: (cause: string) => { title: string; detail?: string }
  /** Where several forms have one address: what tells this one from the others. */
  path?: string
  /** Fields that no draft keeps. */
  secret?: readonly (keyof V & string)[]
}

export interface Refusal {
  title: string
  detail?: string
  /** Somebody else was faster: reading again mends it. */
  stale?: boolean
}

/**
 * The form of a record over the contract's schema: its draft, its save with the version that was read,
 * what the server refuses at its fields, and what somebody else has meanwhile written (`others`).
 */
export function useRecordForm<V extends FieldValues, B, Answer>(options: Options<V, B, Answer>) {
  const { stored, resolver, reload, path, secret } = options
  const [failure, setFailure] = useState<Refusal | null>(null)
  const [others, setOthers] = useState<Partial<V>>({})
  const form = useForm<V, unknown, B>({
    // The values are whole; react-hook-form's own type asks for less.
    defaultValues: stored.values as DefaultValues<V>,
    resolver,
    shouldFocusError: false,
  })
  const draft = useFormDraft(form, {
    readVersion: stored.version,
    ...(path !== undefined && { path }),
    ...(secret && { secret }),
  })
  const takeOver = async () => {
    const latest = await reload?.()
    if (!latest) return
    setOthers(rebase(form, latest.values))
    draft.setVersion(latest.version)
    setFailure(null)
  }
  const send = async (body: B) => {
    setFailure(null)
    try {
      const answer = await options.save(body, draft.version)
      draft.drop()
      return () => options.andThen(answer)
    } catch (error) {
      setFailure(refuse(form, error, options.refusal))
      return null
    }
  }
  return { form, draft, failure, takeOver, others, onSave: () => submit(form, send) }
}

/** Runs `send` when every field is right; null when one is not. */
export const submit = <V extends FieldValues, B, R>(
  form: UseFormReturn<V, unknown, B>,
  send: (body: B) => Promise<R>,
): Promise<R | null> =>
  new Promise((resolve, reject) => {
    form
      .handleSubmit(
        async (body) => resolve(await send(body)),
        () => resolve(null),
      )()
      .catch(reject)
  })

/** What is refused stands at its field; what no field is to blame for is given back. */
function refuse<V extends FieldValues, B>(
  form: UseFormReturn<V, unknown, B>,
  error: unknown,
  refusal: (cause: string) => Refusal,
): Refusal | null {
  const campos = error instanceof ApiError ? Object.entries(error.campos) : []
  const known = campos.filter(([campo]) => campo in form.getValues())
  for (const [campo, message] of known) form.setError(campo as Path<V>, { type: 'server', message })
  const cause = messageOf(error)
  if (cause === sentences.staleVersion) return { title: cause, stale: true }
  return known.length === 0 ? refusal(cause) : null
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Puts `latest` under what is being changed here; gives what somebody else wrote into those same fields. */
function rebase<V extends FieldValues, B>(form: UseFormReturn<V, unknown, B>, latest: V): Partial<V> {
  const before: Record<string, unknown> = { ...form.formState.defaultValues }
  const mine = form.getValues()
  const changed = Object.keys(latest).filter((key) => !same(mine[key], before[key]))
  form.reset(latest)
  // The keys are the form's; its own type of a path is finer than a name.
  for (const key of changed)
    form.setValue(key as Path<V>, mine[key] as PathValue<V, Path<V>>, { shouldDirty: true })
  const theirs = changed.filter((key) => !same(latest[key], before[key]) && !same(latest[key], mine[key]))
  return Object.fromEntries(theirs.map((key) => [key, latest[key]])) as unknown as Partial<V>
}
