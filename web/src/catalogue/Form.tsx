import './FormZod.ts'
import { valuesSchema } from '@flota/contract/catalogue.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { Button } from '../ui/Button.tsx'
import { type Failure, FormShell } from '../ui/FormShell.tsx'
import { useClose } from '../ui/leaving.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { tell } from '../ui/ResultPopup.tsx'
import { lastAddressOf } from '../ui/useListAddress.ts'
import { type Catalogue, type Row, useCreate, useUpdate, type Values } from './calls.ts'
import { DraftNotice, useFormDraft } from './FormDraft.tsx'
import { FormField } from './FormField.tsx'
import { Loaded } from './Loaded.tsx'
import { nameOf } from './text.ts'

/** The form for a new record. */
export function CreateForm({ catalogue }: { catalogue: Catalogue }) {
  const create = useCreate(catalogue.name)
  const close = useClose()
  return (
    <>
      <PageHeading title={catalogue.words.create} />
      <RecordForm
        catalogue={catalogue}
        row={null}
        failed={catalogue.words.createFailed}
        save={(values) => create(values)}
        andThen={async (message) => {
          await tell('success', message)
          await close(lastAddressOf(catalogue.screens.list))
        }}
      />
    </>
  )
}

/** The form for a record that exists; it is read anew, so that its version is today's. */
export function EditForm({ catalogue, id }: { catalogue: Catalogue; id: string }) {
  const update = useUpdate(catalogue.name)
  const close = useClose()
  return (
    <Loaded catalogue={catalogue} id={id} title={catalogue.words.edit}>
      {(row, reload) => (
        <>
          <PageHeading title={`${catalogue.words.edit} ${nameOf(catalogue, row)}`} />
          <RecordForm
            catalogue={catalogue}
            row={row}
            reload={reload}
            failed={catalogue.words.updateFailed}
            save={(values, version) => update(row.id, values, version)}
            andThen={async (message) => {
              await close(lastAddressOf(catalogue.screens.list))
              await tell('edit', message)
            }}
          />
        </>
      )}
    </Loaded>
  )
}

interface Props {
  catalogue: Catalogue
  /** Null for a new record. */
  row: Row | null
  /** Reads the record again, when somebody else has changed it. */
  reload?: () => Promise<Row | undefined>
  /** What is said when a save fails, before the cause. */
  failed: string
  save: (values: Values, version: number) => Promise<{ message: string }>
  /** What follows a save. */
  andThen: (message: string) => Promise<void>
}

const valuesOf = ({ fields }: Catalogue, row: Row | null): Values =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, String(row?.[key] ?? '')]))

function RecordForm({ catalogue, row, reload, failed, save, andThen }: Props) {
  const close = useClose()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [resolver] = useState(() => standardSchemaResolver<Values, unknown, Values>(schemaOf(catalogue)))
  const form = useForm<Values>({ defaultValues: valuesOf(catalogue, row), resolver, shouldFocusError: false })
  const { draft, version, setVersion } = useFormDraft(form, row?.version ?? 0)
  const [others, setOthers] = useState<Values>({})

  const takeOver = async () => {
    const latest = await reload?.()
    if (!latest) return
    setOthers(differences(form, valuesOf(catalogue, latest)))
    form.reset(valuesOf(catalogue, latest), { keepDirtyValues: true })
    setVersion(latest.version)
    setFailure(null)
  }
  const refuse = (error: unknown) => {
    const campos = error instanceof ApiError ? Object.entries(error.campos) : []
    const known = campos.filter(([campo]) => campo in catalogue.fields)
    for (const [campo, message] of known) form.setError(campo, { type: 'server', message })
    const message = messageOf(error)
    if (message === sentences.staleVersion && reload)
      setFailure({ title: message, action: <Button onClick={() => void takeOver()}>Recargar</Button> })
    else if (known.length === 0) setFailure({ title: failed, detail: message })
  }
  const send = async (values: Values) => {
    setFailure(null)
    try {
      const { message } = await save(values, version)
      draft.drop()
      return () => andThen(message)
    } catch (error) {
      refuse(error)
      return null
    }
  }
  const onSave = () =>
    new Promise<(() => Promise<void>) | null>((resolve, reject) => {
      form
        .handleSubmit(
          async (values) => resolve(await send(values)),
          () => resolve(null),
        )()
        .catch(reject)
    })

  return (
    <FormShell
      onSave={onSave}
      onClose={() => void close(lastAddressOf(catalogue.screens.list))}
      failure={failure}
      changed={form.formState.isDirty}
      onDiscard={draft.drop}
    >
      <DraftNotice form={form} draft={draft} />
      {Object.entries(catalogue.fields).map(([key, field]) => (
        <FormField key={key} name={key} field={field} form={form} other={others[key]} />
      ))}
    </FormShell>
  )
}

// By field names alone TypeScript cannot know what the schema's values are: text in, text out.
const schemaOf = ({ fields }: Catalogue) => valuesSchema(fields) as unknown as z.ZodType<Values, Values>

/** What somebody else has meanwhile written into fields that are being changed here. */
function differences(form: UseFormReturn<Values>, latest: Values): Values {
  const dirty = Object.keys(form.formState.dirtyFields)
  return Object.fromEntries(
    dirty.flatMap((key) => {
      const theirs = latest[key]
      const changed = theirs !== undefined && theirs !== form.formState.defaultValues?.[key]
      return changed && theirs !== form.getValues(key) ? [[key, theirs]] : []
    }),
  )
}
