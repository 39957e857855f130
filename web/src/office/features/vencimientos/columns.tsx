import { formatFecha } from '@flota/contract/core/format.ts'
import type { Papel } from '@flota/contract/documents/documentos.ts'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { type DocumentoAction, entidadWord, ownerHref } from '../../shared/documents/documento.ts'
import { EstadoDocumento } from '../../shared/documents/EstadoDocumento.tsx'
import { RenewButton } from '../../shared/documents/LazyDocumentoForm.tsx'

export const columnsFor = (open: (action: DocumentoAction) => void): Column<Papel>[] => [
  stacked(
    {
      label: 'De',
      phone: 'title',
      width: 20,
      cell: ({ nombre }) => nombre,
      href: (papel: Papel) => ownerHref(papel),
    },
    { label: 'Piloto, ayudante o camión', phone: 'hidden', cell: ({ entidad }) => entidadWord(entidad) },
  ),
  stacked(
    { label: 'Documento', phone: 'subtitle', width: 16, cell: ({ tipo }) => tipo },
    {
      label: 'Número',
      phone: 'note',
      cell: ({ numero }) => numero,
      card: ({ numero }) => numero && `No. ${numero}`,
    },
  ),
  stacked(
    {
      label: 'Vence',
      phone: 'line',
      width: 7,
      oneLine: true,
      cell: ({ vence }) => vence && formatFecha(vence),
      card: ({ vence }) => vence && `Vence el ${formatFecha(vence)}`,
    },
    {
      label: 'Emitido',
      phone: 'note',
      cell: ({ emitido }) => emitido && formatFecha(emitido),
      card: ({ emitido }) => emitido && `Emitido el ${formatFecha(emitido)}`,
    },
  ),
  {
    label: 'Estado',
    phone: 'figure',
    width: 12,
    oneLine: true,
    cell: (papel) => <EstadoDocumento papel={papel} />,
  },
  { label: 'Nota', phone: 'note', width: 6, cell: ({ nota }) => nota },
  {
    label: 'Renovar',
    phone: 'foot',
    width: 8,
    oneLine: true,
    cell: (papel) => papel.reemplazado_por === null && <RenewButton papel={papel} open={open} />,
  },
]
