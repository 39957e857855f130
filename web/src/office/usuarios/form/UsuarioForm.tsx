import { effectivePermisos, rolById } from '@flota/contract/access.ts'
import type { Usuario } from '@flota/contract/usuarios.ts'
import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import { getSession, saveSession } from '../../../api/session.ts'
import { DraftNotice } from '../../../form/DraftNotice.tsx'
import { RecordLoading } from '../../../form/RecordLoading.tsx'
import { type Refusal, useRecordForm } from '../../../form/useRecordForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { type Failure, FormShell } from '../../../ui/FormShell.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { tell } from '../../../ui/ResultPopup.tsx'
import { pilotosFailed, usePilotoNames } from '../usePilotos.ts'
import { UsuarioFields } from './UsuarioFields.tsx'
import { changedUsuarioResolver, newUsuarioResolver } from './UsuarioFormResolver.ts'
import { newValues, type Values, valuesOf } from './values.ts'

interface Props {
  /** `nuevo`, or whose record it is. */
  which: string
  onClose: () => void
}

const refusal = (cause: string) => ({ title: `Error guardando usuario: ${cause}` })
const secret = ['password'] as const
const pathOf = (which: string) => `/usuarios?usuario=${which}`

/** The form of a user, for a new one and for one that exists. */
export const UsuarioForm = ({ which, onClose }: Props) =>
  which === 'nuevo' ? <NewForm onClose={onClose} /> : <LoadedForm key={which} id={which} onClose={onClose} />

function NewForm({ onClose }: { onClose: () => void }) {
  const create = useSave('POST /api/usuarios')
  const { form, draft, failure, onSave } = useRecordForm({
    stored: { values: newValues, version: 0 },
    resolver: newUsuarioResolver,
    save: (body) => create({ body }),
    andThen: async ({ message }) => {
      await tell('success', message)
      onClose()
    },
    refusal,
    path: pathOf('nuevo'),
    secret,
  })
  return (
    <>
      <PageHeading title="Ingresar Usuario" />
      <FormShell
        onSave={onSave}
        onClose={onClose}
        failure={failure}
        changed={form.formState.isDirty}
        onDiscard={draft.drop}
      >
        {draft.recovered && <DraftNotice onDiscard={draft.discard} />}
        <UsuarioFields form={form} stored={null} others={{}} />
      </FormShell>
    </>
  )
}

/** The record is read anew, so that its version is today's; a user's pilot is known by the list of pilots. */
function LoadedForm({ id, onClose }: { id: string; onClose: () => void }) {
  const record = useEndpoint('GET /api/usuarios/:id', { params: { id } })
  const pilotos = usePilotoNames()
  const usuario = record.data?.data
  const needsPilotos = usuario?.rol_nombre === 'piloto'
  const title = 'Editar Usuario'
  if (!usuario || (needsPilotos && !pilotos.loaded)) {
    const failed = record.error ?? (needsPilotos ? pilotos.error : null)
    return (
      <RecordLoading
        title={title}
        loading="Cargando usuario…"
        fields={4}
        failure={
          failed && {
            title: record.error ? 'Error cargando usuarios' : pilotosFailed,
            cause: failed.message,
            gone: failed.status === 404,
            retry: () => void (record.error ? record.refetch() : pilotos.refetch()),
          }
        }
        onBack={onClose}
      />
    )
  }
  const toStored = (latest: Usuario) => ({
    values: valuesOf(latest, pilotos.choiceOf(latest.piloto_id)),
    version: latest.version,
  })
  const reload = async () => {
    const latest = (await record.refetch()).data?.data
    return latest && toStored(latest)
  }
  return (
    <>
      <PageHeading title={`${title} ${usuario.username}`} />
      <EditForm usuario={usuario} stored={toStored(usuario)} reload={reload} onClose={onClose} />
    </>
  )
}

interface EditProps {
  usuario: Usuario
  stored: { values: Values; version: number }
  reload: () => Promise<{ values: Values; version: number } | undefined>
  onClose: () => void
}

function EditForm({ usuario, stored, reload, onClose }: EditProps) {
  const update = useSave('PUT /api/usuarios/:id')
  const { form, draft, failure, takeOver, others, onSave } = useRecordForm({
    stored,
    resolver: changedUsuarioResolver,
    reload,
    save: (body, version) => update({ params: { id: usuario.id }, body: { ...body, version } }),
    andThen: async ({ message, data }) => {
      onClose()
      await tell('edit', message)
      followOwnChange(data)
    },
    refusal,
    path: pathOf(String(usuario.id)),
    secret,
  })
  return (
    <FormShell
      onSave={onSave}
      onClose={onClose}
      failure={withReload(failure, takeOver)}
      changed={form.formState.isDirty}
      onDiscard={draft.drop}
    >
      {draft.recovered && <DraftNotice onDiscard={draft.discard} />}
      <UsuarioFields form={form} stored={usuario} others={others} />
    </FormShell>
  )
}

const withReload = (failure: Refusal | null, takeOver: () => Promise<void>): Failure | null =>
  failure?.stale ? { ...failure, action: <Button onClick={() => void takeOver()}>Recargar</Button> } : failure

/** Whoever changes the own record sees it at once, as at the next login. */
function followOwnChange(usuario: Usuario) {
  const session = getSession()
  const rol = rolById(usuario.rol_id)
  if (!rol || session?.user.id !== usuario.id) return
  saveSession(session.token, { ...session.user, ...pick(usuario) }, effectivePermisos(rol, usuario.permisos))
}

const pick = ({ username, rol_id, rol_nombre, estado, piloto_id }: Usuario) => ({
  username,
  rol_id,
  rol_nombre,
  estado,
  piloto_id,
})
