import type { Ruta } from '@flota/contract/rutas.ts'
import type { ReactNode } from 'react'
import { lastAddressOf } from '../../api/cache/lastAddress.ts'
import { useEndpoint } from '../../api/cache/queries.ts'
import { RecordLoading } from '../../form/RecordLoading.tsx'
import { useClose } from '../../ui/leaving.ts'

interface Props {
  id: string
  title: string
  children: (ruta: Ruta, reload: () => Promise<Ruta | undefined>) => ReactNode
}

/** One route: while it loads a skeleton of its screen, then the screen, or what failed. */
export function RutaLoaded({ id, title, children }: Props) {
  const { data, error, refetch } = useEndpoint('GET /api/rutas/:id', { params: { id } })
  const close = useClose()
  const reload = async () => {
    const again = await refetch()
    // What could not be read again is still what was read before.
    return again.isError ? undefined : again.data?.data
  }
  if (data) return children(data.data, reload)
  return (
    <RecordLoading
      title={title}
      loading="Cargando ruta…"
      fields={14}
      failure={
        error && {
          title: 'Error al cargar los datos de la ruta',
          cause: error.message,
          gone: error.status === 404,
          retry: () => void refetch(),
        }
      }
      onBack={() => void close(lastAddressOf('/rutas'))}
    />
  )
}
