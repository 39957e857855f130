import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import { DraftNotice } from '../../../form/DraftNotice.tsx'
import { RecordLoading } from '../../../form/RecordLoading.tsx'
import { useRecordForm } from '../../../form/useRecordForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormShell } from '../../../ui/FormShell.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { tell } from '../../../ui/ResultPopup.tsx'
import { type Mantenimiento, newValues, valuesOf } from '../mantenimiento.ts'
import { MantenimientoFields } from './MantenimientoFields.tsx'
import { mantenimientoResolver } from './MantenimientoFormResolver.ts'

interface Props {
  /** `nuevo`, or which record it is. */
  which: string
  onClose: () => void
}

const pathOf = (which: string) => `/mantenimientos?registro=${which}`

/** The form of a maintenance, for a new one and for one that exists. */
export const MantenimientoForm = ({ which, onClose }: Props) =>
  which === 'nuevo' ? <NewForm onClose={onClose} /> : <LoadedForm key={which} id={which} onClose={onClose} />

function NewForm({ onClose }: { onClose: () => void }) {
  const create = useSave('POST /api/mantenimientos')
  const { form, draft, failure, onSave } = useRecordForm({
    stored: { values: newValues, version: 0 },
    resolver: mantenimientoResolver,
    save: (body) => create({ body }),
    andThen: async ({ message }) => {
      await tell('success', message)
      onClose()
    },
    refusal: (detail) => ({ title: 'Error al crear el mantenimiento', detail }),
    path: pathOf('nuevo'),
  })
  return (
    <>
      <PageHeading title="Ingresar Mantenimiento" />
      <FormShell
        onSave={onSave}
        onClose={onClose}
        failure={failure}
        changed={form.formState.isDirty}
        onDiscard={draft.drop}
      >
        {draft.recovered && <DraftNotice onDiscard={draft.discard} />}
        <MantenimientoFields form={form} others={{}} />
      </FormShell>
    </>
  )
}

/** The record is read anew, so that its version is today's. */
function LoadedForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useEndpoint('GET /api/mantenimientos/:id', { params: { id } })
  if (!data)
    return (
      <RecordLoading
        title="Editar Mantenimiento"
        loading="Cargando mantenimiento…"
        fields={9}
        failure={
          error && {
            title: 'Error al cargar los datos del mantenimiento',
            cause: error.message,
            gone: error.status === 404,
            retry: () => void refetch(),
          }
        }
        onBack={onClose}
      />
    )
  return (
    <>
      <PageHeading title={`Editar Mantenimiento ${data.data.camion}`} />
      <EditForm
        mantenimiento={data.data}
        reload={async () => (await refetch()).data?.data}
        onClose={onClose}
      />
    </>
  )
}

interface EditProps {
  mantenimiento: Mantenimiento
  reload: () => Promise<Mantenimiento | undefined>
  onClose: () => void
}

const storedOf = (row: Mantenimiento) => ({ values: valuesOf(row), version: row.version })

function EditForm({ mantenimiento, reload, onClose }: EditProps) {
  const { id } = mantenimiento
  const update = useSave('PUT /api/mantenimientos/:id')
  const { form, draft, failure, takeOver, others, onSave } = useRecordForm({
    stored: storedOf(mantenimiento),
    resolver: mantenimientoResolver,
    reload: async () => {
      const latest = await reload()
      return latest && storedOf(latest)
    },
    save: (body, version) => update({ params: { id }, body: { ...body, version } }),
    andThen: async ({ message }) => {
      onClose()
      await tell('edit', message)
    },
    refusal: (detail) => ({ title: 'Error al actualizar el mantenimiento', detail }),
    path: pathOf(String(id)),
  })
  const action = failure?.stale && { action: <Button onClick={() => void takeOver()}>Recargar</Button> }
  return (
    <FormShell
      onSave={onSave}
      onClose={onClose}
      failure={failure && { ...failure, ...action }}
      changed={form.formState.isDirty}
      onDiscard={draft.drop}
    >
      {draft.recovered && <DraftNotice onDiscard={draft.discard} />}
      <MantenimientoFields form={form} others={others} />
    </FormShell>
  )
}
