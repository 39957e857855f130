import { type CatalogueName, catalogues } from '@flota/contract/catalogues.ts'
import { momento } from '@flota/contract/format.ts'
import {
  ArchiveRestore,
  FileText,
  type LucideIcon,
  Paperclip,
  Route,
  Tag,
  Tags,
  TrafficCone,
  UserRound,
  Wrench,
} from 'lucide-react'
import { useEndpoint, useSave } from '../../api/cache/queries.ts'
import type { AnswerOf } from '../../api/call.ts'
import { useConfig } from '../../api/empresa.ts'
import { ListPage } from '../../list/ListPage.tsx'
import { listOf } from '../../list/listOf.ts'
import { askAndTell } from '../../list/table/actions.ts'
import type { Column } from '../../list/table/column.tsx'
import { useListAddress } from '../../list/useListAddress.ts'
import { Button } from '../../ui/Button.tsx'
import { catalogueIcons } from '../parts/icons.ts'

type Deleted = AnswerOf<'GET /api/papelera'>['data'][number]

interface Words {
  label: string
  Icon: LucideIcon
  /** In a question, before the record's name. */
  asked: string
  /** A note after restoring. */
  after?: string
}

const ofCatalogues = Object.fromEntries(
  Object.values(catalogues).map(({ name, words: { singular, asked }, menu }) => [
    name,
    { label: singular, Icon: catalogueIcons[menu.icon], asked },
  ]),
  // fromEntries forgets its keys: they are the catalogues' names.
) as Record<CatalogueName, Words>

const tipos: Record<Deleted['tipo'], Words> = {
  ...ofCatalogues,
  rutas: { label: 'Ruta', Icon: Route, asked: 'la ruta' },
  mantenimientos: { label: 'Mantenimiento', Icon: Wrench, asked: 'el mantenimiento del camión' },
  usuarios: {
    label: 'Usuario',
    Icon: UserRound,
    asked: 'al usuario',
    after: 'Quedará inactivo hasta que lo actives en Usuarios.',
  },
  archivos: { label: 'Archivo', Icon: Paperclip, asked: 'el archivo' },
  documento_tipos: { label: 'Tipo de documento', Icon: Tags, asked: 'el tipo de documento' },
  documentos: { label: 'Documento', Icon: FileText, asked: 'el documento' },
  tarifas: { label: 'Tarifa', Icon: Tag, asked: 'la tarifa' },
  restricciones: { label: 'Restricción', Icon: TrafficCone, asked: 'la restricción' },
}

const filters = {}

/** Deleted records, which can be restored here. */
export function PapeleraPage() {
  const address = useListAddress(filters)
  const zona = useConfig()?.zona
  return (
    <ListPage
      title="Papelera"
      address={address}
      list={listOf(useEndpoint('GET /api/papelera', { query: address.query }), address)}
      columns={columnsFor(zona)}
      // Records of several kinds may share an id.
      keyOf={({ tipo, id }) => `${tipo} ${id}`}
      empty={{ nothing: 'La papelera está vacía. Lo que se elimina queda aquí y se puede restaurar.' }}
      failed="Error al cargar la papelera"
    />
  )
}

const columnsFor = (zona: string | undefined): Column<Deleted>[] => [
  { label: 'Registro', phone: 'title', width: 24, cell: ({ nombre }) => nombre },
  { label: 'Tipo', phone: 'subtitle', width: 13, oneLine: true, cell: ({ tipo }) => <Tipo tipo={tipo} /> },
  {
    label: 'Eliminado',
    phone: 'line',
    width: 12,
    oneLine: true,
    cell: ({ eliminado_en }) => (zona ? momento(eliminado_en, zona) : '…'),
    card: ({ eliminado_en, eliminado_por }) =>
      zona && `Eliminado el ${momento(eliminado_en, zona)}${eliminado_por ? ` por ${eliminado_por}` : ''}`,
  },
  { label: 'Por', phone: 'hidden', width: 10, cell: ({ eliminado_por }) => eliminado_por },
  {
    label: 'Restaurar',
    phone: 'foot',
    width: 11,
    oneLine: true,
    cell: (record) => <RestoreButton record={record} />,
  },
]

function Tipo({ tipo }: Pick<Deleted, 'tipo'>) {
  const { Icon, label } = tipos[tipo]
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      {label}
    </span>
  )
}

function RestoreButton({ record: { tipo, id, nombre } }: { record: Deleted }) {
  const restore = useSave('POST /api/papelera/:tipo/:id/restaurar')
  const { label, asked, after } = tipos[tipo]
  const ask = () =>
    askAndTell({
      question: `¿Deseas restaurar ${asked} ${nombre}?${after ? ` ${after}` : ''}`,
      look: 'primary',
      act: () => restore({ params: { tipo, id } }),
      failed: (cause) => cause,
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
