import type { Ruta } from '@flota/contract/rutas.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useEndpoint } from '../api/queries.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { lastAddressOf } from '../ui/useListAddress.ts'

interface Props {
  id: string
  title: string
  children: (ruta: Ruta, reload: () => Promise<Ruta | undefined>) => ReactNode
}

/** One route: while it loads a skeleton of its screen, then the screen, or what failed. */
export function RutaLoaded({ id, title, children }: Props) {
  const { data, error, refetch } = useEndpoint('GET /api/rutas/:id', { params: { id } })
  if (data) return children(data.data, async () => (await refetch()).data?.data)
  const isGone = error?.status === 404
  return (
    <>
      <PageHeading title={title} />
      <div className="max-w-4xl rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        {error ? (
          <Banner
            kind="error"
            title={isGone ? 'Ruta no encontrada' : 'Error al cargar los datos de la ruta'}
            action={
              isGone ? (
                <Link href={lastAddressOf('/rutas')} className={buttonClass()}>
                  Volver a la lista
                </Link>
              ) : (
                <Button onClick={() => void refetch()}>Reintentar</Button>
              )
            }
          >
            {!isGone && error.message}
          </Banner>
        ) : (
          <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
            <Loading label="Cargando ruta…" />
            {Array.from({ length: 14 }, (_, index) => (
              <div key={index} className="grid h-15 content-between py-1">
                <Skeleton className="w-1/4" />
                <Skeleton className="w-2/3" />
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  )
}
