import { formatInteger, formatMomento } from '@flota/contract/core/format.ts'
import type { Importacion } from '@flota/contract/imports/importar.ts'
import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { ListCard } from '../../../list/ListCard.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { Table } from '../../../list/table/Table.tsx'
import { toListState } from '../../../list/toListState.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { importLists } from './importLists.ts'
import { useUndoImport, writtenRecords } from './useUndoImport.ts'

const sizes = [5, 10, 20]

/** Lists imports, newest first. Its page is not part of the address: a navigation would drop the draft. */
export function ImportHistory() {
  const id = useId()
  const [page, setPage] = useState({ pagina: 1, porPagina: 5 })
  const zona = useConfig()?.zona
  const address = {
    ...page,
    sizes,
    change: (part: Partial<typeof page>) => setPage({ ...page, pagina: 1, ...part }),
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl font-bold tracking-tight">
        Importaciones
      </h2>
      <ListCard
        address={address}
        list={toListState(useEndpoint('GET /api/importaciones', { query: page }), page)}
        loading="Cargando importaciones…"
        errorTitle="Error al cargar las importaciones"
        empty={
          <EmptyState text="Todavía no se ha importado nada. Lo que traigas se puede deshacer por 24 horas." />
        }
      >
        {(rows) => (
          <Table
            label="Lo que se ha importado"
            columns={columnsIn(zona)}
            nameOf={({ nombre }) => nombre}
            {...rows}
          />
        )}
      </ListCard>
    </section>
  )
}

const countsText = ({ nuevas, cambiadas, iguales, saltadas }: Importacion) =>
  [
    `${formatInteger(nuevas)} nuevas`,
    cambiadas > 0 && `${formatInteger(cambiadas)} cambiadas`,
    iguales > 0 && `${formatInteger(iguales)} iguales`,
    saltadas > 0 && `${formatInteger(saltadas)} saltadas`,
  ]
    .filter(Boolean)
    .join(' · ')

const columnsIn = (zona: string | undefined): Column<Importacion>[] => [
  column('Archivo', 'title', 20, ({ nombre }) => nombre),
  oneLineColumn('Lista', 'subtitle', 8, ({ tipo }) => importLists[tipo].title),
  column('Filas', 'line', 13, countsText),
  oneLineColumn('Cuándo', 'note', 10, ({ creado_en }) => (zona ? formatMomento(creado_en, zona) : '…')),
  column('Por', 'note', 8, ({ usuario }) => usuario),
  oneLineColumn('Deshacer', 'foot', 13, (importacion) => <UndoCell importacion={importacion} zona={zona} />),
]

/** Offers to undo the import, or tells why that is impossible. */
function UndoCell({ importacion, zona }: { importacion: Importacion; zona: string | undefined }) {
  const deshacer = useUndoImport()
  const { nombre, deshecha_en } = importacion
  if (deshacer.can(importacion))
    return (
      <Button
        className="min-h-8! px-3! max-md:min-h-11! max-md:w-full"
        aria-label={`Deshacer ${nombre}`}
        onClick={() => void deshacer.ask(importacion)}
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Deshacer
      </Button>
    )
  return (
    <span className="text-sm text-muted">
      {deshecha_en !== null
        ? `Deshecha${zona ? ` el ${formatMomento(deshecha_en, zona)}` : ''}`
        : writtenRecords(importacion) > 0 && deshacer.isLate(importacion)
          ? 'Ya pasaron 24 horas'
          : '—'}
    </span>
  )
}
