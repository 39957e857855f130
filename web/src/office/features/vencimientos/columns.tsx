import { formatFecha } from '@flota/contract/core/format.ts'
import type { Papel } from '@flota/contract/documents/documentos.ts'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { type DocumentoAction, entidadWord, ownerHref } from '../../shared/documents/documento.ts'
import { EstadoDocumento } from '../../shared/documents/EstadoDocumento.tsx'
import { RenewButton } from '../../shared/documents/LazyDocumentoForm.tsx'

export const columnsFor = (open: (action: DocumentoAction) => void): Column<Papel>[] => [
  stacked(
    column('De', 'title', 20, ({ nombre }) => nombre, { href: (papel: Papel) => ownerHref(papel) }),
    { label: 'Piloto, ayudante o camión', phone: 'hidden', cell: ({ entidad }) => entidadWord(entidad) },
  ),
  stacked(
    column('Documento', 'subtitle', 16, ({ tipo }) => tipo),
    {
      label: 'Número',
      phone: 'note',
      cell: ({ numero }) => numero,
      card: ({ numero }) => numero && `No. ${numero}`,
    },
  ),
  stacked(
    oneLineColumn('Vence', 'line', 7, ({ vence }) => vence && formatFecha(vence), {
      card: ({ vence }) => vence && `Vence el ${formatFecha(vence)}`,
      sort: { asc: 'vence', desc: '-vence' },
    }),
    {
      label: 'Emitido',
      phone: 'note',
      cell: ({ emitido }) => emitido && formatFecha(emitido),
      card: ({ emitido }) => emitido && `Emitido el ${formatFecha(emitido)}`,
    },
  ),
  oneLineColumn('Estado', 'figure', 12, (papel) => <EstadoDocumento papel={papel} />),
  column('Nota', 'note', 6, ({ nota }) => nota),
  {
    label: 'Renovar',
    phone: 'foot',
    width: 8,
    oneLine: true,
    cell: (papel) => papel.reemplazado_por === null && <RenewButton papel={papel} open={open} />,
  },
]
