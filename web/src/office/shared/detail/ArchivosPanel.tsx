import { archivosAccess } from '@flota/contract/documents/archivoClases.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'
import type { Entidad } from '@flota/contract/records/registros.ts'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { asList, call } from '../../../api/call.ts'
import { usePermission } from '../../../api/session.ts'
import type { ArchivosCalls } from '../../../archivos/ArchivosCalls.ts'
import { confirmAndRun } from '../../../list/table/rowActions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useLazyModule } from '../../../ui/useLazyModule.ts'

export function ArchivosPanel({ entidad, id }: { entidad: Entidad; id: number }) {
  const calls = useArchivosCalls(entidad, id)
  const [isEnabled, setIsEnabled] = useState(true)
  const loaded = useLazyModule(
    isEnabled,
    'los archivos',
    () => import('../../../archivos/Thumbnails.tsx'),
    () => setIsEnabled(false),
  )
  if (loaded) return <loaded.Thumbnails key={id} calls={calls} />
  return (
    <div className="min-h-40">
      {isEnabled ? (
        <>
          <Loading label="Cargando archivos…" />
          <Skeleton className="w-1/4" />
        </>
      ) : (
        <Button onClick={() => setIsEnabled(true)}>Reintentar</Button>
      )}
    </div>
  )
}

function useArchivosCalls(entidad: Entidad, entidad_id: number): ArchivosCalls {
  const mayWrite = usePermission()(archivosAccess('write', entidad))
  const create = useSave('POST /api/archivos')
  const remove = useSave('DELETE /api/archivos/:id')
  const list = useMemo(
    () => async (signal: AbortSignal) =>
      asList(await call('GET /api/archivos', { query: { entidad, entidad_id }, signal })).data,
    [entidad, entidad_id],
  )
  if (!mayWrite) return { list }
  return {
    list,
    send: async (about, sending) =>
      (await create({ query: { entidad, entidad_id, ...about }, ...sending })).data,
    remove: (archivo) => confirmRemoval(archivo, remove),
  }
}

type Remove = ReturnType<typeof useSave<'DELETE /api/archivos/:id'>>

async function confirmRemoval({ id, nombre, version }: Archivo, remove: Remove): Promise<boolean> {
  let isRemoved = false
  await confirmAndRun({
    question: `¿Deseas eliminar el archivo ${nombre}?`,
    act: async () => {
      try {
        const answer = await remove({ params: { id }, query: { version } })
        isRemoved = true
        return answer
      } catch (error) {
        isRemoved = error instanceof ApiError && error.status === 404
        throw error
      }
    },
    type: 'delete',
    errorMessage: (cause) => cause || 'Error al eliminar el archivo',
  })
  return isRemoved
}
