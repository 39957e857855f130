import { formatMomento } from '@flota/contract/core/format.ts'
import { datoWords } from '@flota/contract/records/datos.ts'
import type { Anotacion } from '@flota/contract/reports/bitacora.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { Button } from '../../../ui/Button.tsx'
import { AnotacionDialog } from '../../shared/cambios/AnotacionDialog.tsx'
import { ChangeText } from '../../shared/cambios/ChangeText.tsx'
import { accionWords, changeSentence, tipoWords } from '../../shared/cambios/changeSentence.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'

const filters = {
  buscar: { kind: 'search', label: 'Buscar por registro, usuario o motivo', wide: true },
  tipo: {
    kind: 'words',
    label: 'Tipo',
    words: { '': 'Todos', ...tipoWords },
    restarts: ['registro_id'],
  },
  registro_id: { kind: 'id' },
  accion: { kind: 'words', label: 'Acción', words: { '': 'Todas', ...accionWords } },
  dato: { kind: 'words', label: 'Dato', words: { '': 'Todos', ...datoWords } },
  usuario_id: { kind: 'record', of: 'usuarios', label: 'Usuario', all: 'Todos los usuarios' },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
} as const satisfies Filters

const pageSizes = { sizes: [10, 20, 50, 100], defaultSize: 20 }

export function BitacoraPage() {
  const address = useListAddress(filters, pageSizes)
  const list = toListState(
    useEndpoint('GET /api/bitacora', { query: { ...address.query, viaje: 'si' } }),
    address,
  )
  const zona = useConfig()?.zona
  const [open, setOpen] = useState<Anotacion | null>(null)
  const { registro_id } = address.values
  return (
    <>
      <ListPage
        title="Bitácora"
        address={address}
        list={list}
        columns={columnsFor(zona, setOpen)}
        notes={
          registro_id && (
            <RecordFilterNote first={list.rows?.[0]} onAll={() => address.change({ registro_id: '' })} />
          )
        }
        beside={
          <ListExport
            call={{ line: 'GET /api/bitacora/exportar', query: address.activeFilters }}
            disabled={list.rows?.length === 0}
          />
        }
        empty={{
          nothing: 'Todavía no hay cambios. Aquí queda quién hizo cada cosa y cuándo.',
          narrowed: 'Ningún cambio coincide con lo que buscas.',
        }}
        errorTitle="Error al cargar la bitácora"
      />
      {open && <AnotacionDialog row={open} onClose={() => setOpen(null)} />}
    </>
  )
}

const columnsFor = (zona: string | undefined, open: (row: Anotacion) => void): Column<Anotacion>[] => [
  oneLineColumn('Fecha y hora', 'title', 9.5, ({ momento: when }) =>
    zona ? formatMomento(when, zona) : '…',
  ),
  column('Qué pasó', 'line', 40, (row) => <ChangeText row={row} />),
  column('Tipo', 'badge', 9, ({ tipo }) => tipoWords[tipo]),
  column('Detalle', 'foot', 6, (row) => <DetailButton row={row} onOpen={() => open(row)} />),
]

function DetailButton({ row, onOpen }: { row: Anotacion; onOpen: () => void }) {
  const { actor, phrase, record } = changeSentence(row)
  return (
    <Button
      className="min-h-8! px-3! max-md:min-h-11! max-md:w-full"
      aria-label={`Detalle: ${actor} ${phrase} ${record}`.trim()}
      onClick={onOpen}
    >
      Detalle
    </Button>
  )
}

function RecordFilterNote({ first, onAll }: { first: Anotacion | undefined; onAll: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span>Solo los cambios de {first?.nombre ? <strong>{first.nombre}</strong> : 'este registro'}.</span>
      <button type="button" onClick={onAll} className="text-link underline max-md:min-h-11">
        Ver los de todos
      </button>
    </p>
  )
}
