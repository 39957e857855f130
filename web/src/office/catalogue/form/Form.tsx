import '@flota/contract/jitless.ts'
import { valuesSchema } from '@flota/contract/catalogue.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import type { z } from 'zod'
import { lastAddressOf } from '../../../api/cache/lastAddress.ts'
import { DraftNotice } from '../../../form/DraftNotice.tsx'
import { useRecordForm } from '../../../form/useRecordForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormShell } from '../../../ui/FormShell.tsx'
import { useClose } from '../../../ui/leaving.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { tell } from '../../../ui/ResultPopup.tsx'
import { type Catalogue, type Row, useCreate, useUpdate, type Values } from '../calls.ts'
import { Loaded } from '../Loaded.tsx'
import { nameOf } from '../text.ts'
import { FormField } from './FormField.tsx'

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
  const [resolver] = useState(() => standardSchemaResolver<Values, unknown, Values>(schemaOf(catalogue)))
  const stored = (of: Row | null) => ({ values: valuesOf(catalogue, of), version: of?.version ?? 0 })
  const { form, draft, failure, takeOver, others, onSave } = useRecordForm({
    stored: stored(row),
    resolver,
    ...(reload && {
      reload: async () => {
        const latest = await reload()
        return latest && stored(latest)
      },
    }),
    save,
    andThen: ({ message }) => andThen(message),
    refusal: (detail) => ({ title: failed, detail }),
  })
  const action = failure?.stale && { action: <Button onClick={() => void takeOver()}>Recargar</Button> }

  return (
    <FormShell
      onSave={onSave}
      onClose={() => void close(lastAddressOf(catalogue.screens.list))}
      failure={failure && { ...failure, ...action }}
      changed={form.formState.isDirty}
      onDiscard={draft.drop}
    >
      {draft.recovered && <DraftNotice onDiscard={draft.discard} />}
      {Object.entries(catalogue.fields).map(([key, field]) => (
        <FormField key={key} name={key} field={field} form={form} other={others[key]} />
      ))}
    </FormShell>
  )
}

// By field names alone TypeScript cannot know what the schema's values are: text in, text out.
const schemaOf = ({ fields }: Catalogue) => valuesSchema(fields) as unknown as z.ZodType<Values, Values>
