import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useDraft } from '../api/useDraft.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import type { Values } from './calls.ts'

interface Draft {
  values: Values
  /** Of the record that was being changed: another's change in between must still be found. */
  version: number
}

type FormDraft = ReturnType<typeof useDraft<Draft>>

/** Keeps what is typed in this tab until it is saved or given up, and puts it back when the form opens again. */
export function useFormDraft(form: UseFormReturn<Values>, readVersion: number) {
  const draft = useDraft<Draft>()
  const { kept, keep, drop } = draft
  const [version, setVersion] = useState(kept?.version ?? readVersion)

  useEffect(() => {
    for (const [name, value] of Object.entries(kept?.values ?? {}))
      form.setValue(name, value, { shouldDirty: true })
  }, [form, kept])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          if (isDirty) keep({ values, version })
        },
      }),
    [form, keep, version],
  )
  return { draft: { ...draft, drop }, version, setVersion }
}

/** Tells that a form opened with what was left in it. */
export function DraftNotice({ form, draft }: { form: UseFormReturn<Values>; draft: FormDraft }) {
  if (!draft.kept) return null
  const discard = () => {
    draft.drop()
    draft.forget()
    form.reset()
  }
  return (
    <div className="md:col-span-2">
      <Banner
        kind="notice"
        title="Recuperamos lo que habías escrito."
        action={<Button onClick={discard}>Descartar</Button>}
      />
    </div>
  )
}
