import { useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useDraft } from '../../../form/useDraft.ts'
import type { Values } from './values.ts'

interface Draft {
  values: Values
  /** What stood in the form before anything was typed: another's change in between must still be found. */
  base: Values
  /** Null for a new route. */
  version: number | null
  /** How long it took so far. */
  seconds: number
}

interface Start {
  values: Values
  version: number | null
  resolver: Resolver<Values>
}

export const secondsSince = (start: number) => Math.max(0, Math.round((Date.now() - start) / 1000))

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'text' in value ? value.text === '' : value === ''

/** The form, kept in this tab until it is saved or given up; and since when somebody types in it. */
export function useRutaDraft(start: Start) {
  const draft = useDraft<Draft>()
  const { kept, keep } = draft
  const form = useForm<Values>({
    defaultValues: kept?.base ?? start.values,
    resolver: start.resolver,
    shouldFocusError: false,
  })
  const [version, setVersion] = useState(kept ? kept.version : start.version)
  const [startedAt, setStartedAt] = useState(() => kept && Date.now() - kept.seconds * 1000)

  useEffect(() => {
    if (kept) form.reset(kept.values, { keepDefaultValues: true })
  }, [form, kept])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty, name, defaultValues }) => {
          if (!isDirty) return
          const started = startedAt ?? Date.now()
          if (name && !isEmpty(form.getValues(name as keyof Values))) setStartedAt(started)
          keep({ values, base: defaultValues as Values, version, seconds: secondsSince(started) })
        },
      }),
    [form, keep, version, startedAt],
  )
  return { form, draft, version, setVersion, startedAt }
}

export type RutaForm = ReturnType<typeof useRutaDraft>['form']
