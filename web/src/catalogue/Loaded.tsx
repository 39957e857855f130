import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Banner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { lastAddressOf } from '../ui/useListAddress.ts'
import { type Catalogue, type Row, useRow } from './calls.ts'

interface Props {
  catalogue: Catalogue
  id: string
  title: string
  children: (row: Row, reload: () => Promise<Row | undefined>) => ReactNode
}

/** One record: while it loads a skeleton of its screen, then the screen, or what failed. */
export function Loaded({ catalogue, id, title, children }: Props) {
  const { words, screens } = catalogue
  const { row, error, refetch } = useRow(catalogue.name, id)
  if (row) return children(row, refetch)
  return (
    <>
      <PageHeading title={title} />
      <div className="max-w-4xl rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        {error ? (
          <Banner
            kind="error"
            title={error.status === 404 ? words.notFound : words.loadOne}
            action={
              error.status === 404 ? (
                <Link href={lastAddressOf(screens.list)} className={buttonClass()}>
                  Volver a la lista
                </Link>
              ) : (
                <Button onClick={() => void refetch()}>Reintentar</Button>
              )
            }
          >
            {error.status !== 404 && error.message}
          </Banner>
        ) : (
          <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
            <Loading label={`Cargando ${words.singular.toLowerCase()}…`} />
            {Object.keys(catalogue.fields).map((key) => (
              <div key={key} className="grid h-15 content-between py-1">
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
