import { formatMomento } from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import { type RegistroIcon, registroOf } from '@flota/contract/records/registros.ts'
import {
  ArchiveRestore,
  FileText,
  Gauge,
  type LucideIcon,
  Paperclip,
  Route,
  Tag,
  Tags,
  TrafficCone,
  TriangleAlert,
  UserRound,
  Wrench,
} from 'lucide-react'
import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { useConfig } from '../../../api/config.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { confirmAndRun } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { Button } from '../../../ui/Button.tsx'
import { catalogueIcons } from '../../frame/icons.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'

type DeletedRecord = AnswerOf<'GET /api/papelera'>['data'][number]

const icons: Record<RegistroIcon, LucideIcon> = {
  ...catalogueIcons,
  'file-text': FileText,
  gauge: Gauge,
  paperclip: Paperclip,
  route: Route,
  tag: Tag,
  tags: Tags,
  'traffic-cone': TrafficCone,
  'triangle-alert': TriangleAlert,
  'user-round': UserRound,
  wrench: Wrench,
}

const filters = { buscar: { kind: 'search', label: 'Buscar por nombre' } } as const satisfies Filters

export function PapeleraPage() {
  const address = useListAddress(filters)
  const list = toListState(
    useEndpoint('GET /api/papelera', { query: { ...address.query, viaje: 'si' } }),
    address,
  )
  const zona = useConfig()?.zona
  return (
    <ListPage
      title="Papelera"
      address={address}
      list={list}
      columns={columnsFor(zona)}
      // Records of different types may share an id.
      keyOf={({ tipo, id }) => `${tipo} ${id}`}
      beside={
        <ListButtons>
          <ListExport
            call={{ line: 'GET /api/papelera/exportar', query: address.activeFilters }}
            disabled={list.rows?.length === 0}
          />
        </ListButtons>
      }
      empty={{
        nothing: 'La papelera está vacía. Lo que se elimina queda aquí y se puede restaurar.',
        narrowed: `Nada coincide con «${address.values.buscar}».`,
      }}
      errorTitle="Error al cargar la papelera"
    />
  )
}

const columnsFor = (zona: string | undefined): Column<DeletedRecord>[] => [
  column('Registro', 'title', 24, nombreOf),
  oneLineColumn('Tipo', 'subtitle', 13, ({ tipo }) => <Tipo tipo={tipo} />),
  {
    label: 'Eliminado',
    phone: 'line',
    width: 12,
    oneLine: true,
    cell: ({ eliminado_en }) => (zona ? formatMomento(eliminado_en, zona) : '…'),
    card: ({ eliminado_en, eliminado_por }) =>
      zona &&
      `Eliminado el ${formatMomento(eliminado_en, zona)}${eliminado_por ? ` por ${eliminado_por}` : ''}`,
  },
  column('Por', 'hidden', 10, ({ eliminado_por }) => eliminado_por),
  oneLineColumn('Restaurar', 'foot', 11, (record) => <RestoreButton record={record} />),
]

/** Adds the detail that distinguishes records of the same name, or the trip's name. */
const nombreOf = ({ nombre, detalle, viaje }: DeletedRecord) =>
  [nombre, ...(detalle ? [detalle] : []), ...(viaje ? [tripNameText(viaje)] : [])].join(' · ')

function Tipo({ tipo }: Pick<DeletedRecord, 'tipo'>) {
  const { icon, label } = registroOf(tipo)
  const Icon = icons[icon]
  return (
    <span className="flex items-center">
      <Icon aria-hidden="true" className="mr-2 size-4 shrink-0 text-muted" />
      {label}
    </span>
  )
}

function RestoreButton({ record }: { record: DeletedRecord }) {
  const { tipo, id } = record
  const nombre = nombreOf(record)
  const restore = useSave('POST /api/papelera/:tipo/:id/restaurar')
  const { label, withArticle, inQuestion = withArticle, restoreNote } = registroOf(tipo)
  const ask = () =>
    confirmAndRun({
      question: `¿Deseas restaurar ${inQuestion} ${nombre}?${restoreNote ? ` ${restoreNote}` : ''}`,
      look: 'primary',
      act: () => restore({ params: { tipo, id } }),
      errorMessage: (cause) => cause,
    })
  return (
    <Button
      className="min-h-8! px-3! max-md:min-h-11! max-md:w-full"
      aria-label={`Restaurar ${label.toLowerCase()} ${nombre}`}
      onClick={() => void ask()}
    >
      <ArchiveRestore aria-hidden="true" className="size-4" />
      Restaurar
    </Button>
  )
}
