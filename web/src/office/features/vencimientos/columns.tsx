import type { Papel } from '@flota/contract/documentos.ts'
import { fecha } from '@flota/contract/format.ts'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { entidadWord, hrefOf, type PapelAsked } from '../../shared/documents/documento.ts'
import { EstadoPapel } from '../../shared/documents/EstadoDocumento.tsx'
import { NextButton } from '../../shared/documents/LazyDocumentoForm.tsx'

/** A card shows whose it is, which paper and how it stands, its end, and what to do. */
export const columnsFor = (open: (asked: PapelAsked) => void): Column<Papel>[] => [
  stacked(
    {
      label: 'De',
      phone: 'title',
      width: 20,
      cell: ({ nombre }) => nombre,
      href: (papel: Papel) => hrefOf(papel),
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
      cell: ({ vence }) => vence && fecha(vence),
      card: ({ vence }) => vence && `Vence el ${fecha(vence)}`,
    },
    {
      label: 'Emitido',
      phone: 'note',
      cell: ({ emitido }) => emitido && fecha(emitido),
      card: ({ emitido }) => emitido && `Emitido el ${fecha(emitido)}`,
    },
  ),
  {
    label: 'Estado',
    phone: 'figure',
    width: 12,
    oneLine: true,
    cell: (papel) => <EstadoPapel papel={papel} />,
  },
  { label: 'Nota', phone: 'note', width: 6, cell: ({ nota }) => nota },
  {
    label: 'Renovar',
    phone: 'foot',
    width: 8,
    oneLine: true,
    cell: (papel) => papel.reemplazado_por === null && <NextButton papel={papel} open={open} />,
  },
]
