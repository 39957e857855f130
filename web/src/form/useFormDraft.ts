import { useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useDraft } from './useDraft.ts'

interface Draft<V> {
  values: Partial<V>
  /** Of the record that was being changed: another's change in between must still be found. */
  version: number
}

interface Options {
  readVersion: number
  /** Where several forms have one address: what tells this one from the others. */
  path?: string
  /** Fields that are never written down. */
  secret?: readonly string[]
}

/** Keeps what is typed in this tab until it is saved or given up, and puts it back when the form opens again. */
export function useFormDraft<V extends FieldValues, B>(form: UseFormReturn<V, unknown, B>, options: Options) {
  const { readVersion, path = location.pathname, secret } = options
  const { kept, keep, drop, forget } = useDraft<Draft<V>>(path)
  const [version, setVersion] = useState(kept?.version ?? readVersion)

  useEffect(() => {
    // Only fields of this very form were kept under this address.
    for (const [name, value] of Object.entries(kept?.values ?? {}))
      form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
  }, [form, kept])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          const open = Object.entries(values).filter(([name]) => !secret?.includes(name))
          // fromEntries forgets its keys: they are the form's.
          if (isDirty) keep({ values: Object.fromEntries(open) as Partial<V>, version })
        },
      }),
    [form, keep, version, secret],
  )
  const discard = () => {
    drop()
    forget()
    form.reset()
  }
  return { recovered: kept !== null, drop, discard, version, setVersion }
}
