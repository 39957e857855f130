import type { Ruta } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { ApiError, messageOf } from '../../../api/ApiError.ts'
import { lastAddressOf } from '../../../api/cache/lastAddress.ts'
import { DraftNotice } from '../../../form/DraftNotice.tsx'
import { submit } from '../../../form/useRecordForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { type Failure, FormShell } from '../../../ui/FormShell.tsx'
import { useClose } from '../../../ui/leaving.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { ConflictPanel } from './ConflictPanel.tsx'
import { RutaFields } from './RutaFields.tsx'
import { settleChoices } from './settleChoices.ts'
import { TypingTimer } from './TypingTimer.tsx'
import { useConflict } from './useConflict.ts'
import { type RutaForm as Form, secondsSince, useRutaDraft } from './useRutaDraft.ts'
import { useSuggestions } from './useSuggestions.ts'
import { campoOf, type Values } from './values.ts'

interface Props {
  title: string
  /** What stands in the form at first. */
  values: Values
  /** Null for a new route. */
  version: number | null
  resolver: Resolver<Values>
  /** Reads the route again, when somebody else has changed it. */
  reload?: () => Promise<Ruta | undefined>
  /** What is said when a save fails, before the cause. */
  failed: string
  /** Saves; null when the user thought better of it, which the fields then say. */
  save: (values: Values, version: number | null, form: Form) => Promise<{ message: string } | null>
  /** What follows a save. */
  andThen: (message: string, values: Values) => Promise<void>
}

const timed = (message: string, seconds: number) =>
  `${message}. Tiempo de llenado: ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`

/** The one form of a route, for a new one and for one that exists. */
export function RutaForm({ title, failed, save, andThen, reload, ...start }: Props) {
  const close = useClose()
  const { form, draft, version, setVersion, startedAt } = useRutaDraft(start)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { conflict, meet, settle } = useConflict(form)
  const isNew = start.version === null
  const suggestions = useSuggestions(form, { wanted: isNew })

  const discard = () => {
    draft.drop()
    draft.forget()
    form.reset()
  }
  const refuse = async (error: unknown) => {
    const told =
      error instanceof ApiError ? error : new ApiError({ status: 0, code: '', message: messageOf(error) })
    const latest = told.message === sentences.staleVersion ? await reload?.() : undefined
    if (latest) {
      meet(latest)
      setVersion(latest.version)
      return setFailure({ title: told.message, detail: 'No se perdió nada de lo que escribiste.' })
    }
    const atFields = Object.entries(told.campos).filter(([name]) => campoOf(name))
    for (const [name, message] of atFields)
      form.setError(campoOf(name) ?? 'no_ruta', { type: 'server', message })
    if (atFields.length === 0) setFailure(failureOf(told, failed, form, () => setFailure(null)))
  }
  const send = async (values: Values) => {
    const seconds = startedAt === null ? 0 : secondsSince(startedAt)
    setFailure(null)
    try {
      const done = await save(values, version, form)
      if (!done) return null
      draft.drop()
      settle()
      return () => andThen(timed(done.message, seconds), values)
    } catch (error) {
      await refuse(error)
      return null
    }
  }
  return (
    <>
      <PageHeading title={title}>
        <TypingTimer startedAt={startedAt} />
      </PageHeading>
      <FormShell
        wide
        onSave={async () => {
          await settleChoices(form, { newClients: !isNew })
          return submit(form, send)
        }}
        onClose={() => void close(lastAddressOf('/rutas'))}
        failure={failure}
        changed={form.formState.isDirty}
        onDiscard={draft.drop}
      >
        {draft.kept && <DraftNotice onDiscard={discard} />}
        {conflict && <ConflictPanel form={form} conflict={conflict} />}
        <RutaFields
          form={form}
          numberHint={suggestions.failed && <NotSuggested retry={suggestions.retry} />}
          isNew={isNew}
        />
      </FormShell>
    </>
  )
}

/** What is said above the fields; a number that is taken comes with the next one, at one press. */
function failureOf(error: ApiError, failed: string, form: Form, done: () => void): Failure {
  const { data } = error
  if (typeof data !== 'object' || data === null || !('nextRutaNumber' in data))
    return { title: failed, detail: error.message }
  const next = String(data.nextRutaNumber)
  const take = () => {
    form.setValue('no_ruta', next, { shouldDirty: true, shouldValidate: true })
    form.setFocus('no_ruta')
    done()
  }
  return {
    title: failed,
    detail: error.message,
    action: <Button onClick={take}>Usar {next}</Button>,
  }
}

function NotSuggested({ retry }: { retry: () => void }) {
  return (
    <>
      No se pudo sugerir un número.{' '}
      <button type="button" onClick={retry} className="font-semibold text-link underline">
        Reintentar
      </button>
    </>
  )
}
