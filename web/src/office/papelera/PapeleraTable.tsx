import { momento } from '@flota/contract/format.ts'
import { ArchiveRestore } from 'lucide-react'
import type { AnswerOf } from '../../api/call.ts'
import { useConfig } from '../../api/empresa.ts'
import { type Column, Table } from '../../list/Table.tsx'
import { Button } from '../../ui/Button.tsx'
import { tipos } from './tipos.ts'

export type Deleted = AnswerOf<'GET /api/papelera'>['data'][number]

interface Props {
  rows: readonly Deleted[] | undefined
  expected: number
  stale: boolean
  onRestore: (record: Deleted) => void
}

/** Records of several kinds may have one id: here a row is known by its place. */
interface Row {
  id: number
  record: Deleted
}

export function PapeleraTable({ rows, onRestore, ...table }: Props) {
  const zona = useConfig()?.zona
  const when = ({ eliminado_en }: Deleted) => (zona ? momento(eliminado_en, zona) : '…')
  const columns: Column<Row>[] = [
    { label: 'Registro', cell: ({ record }) => record.nombre },
    { label: 'Tipo', width: 13, cell: ({ record }) => <Tipo record={record} /> },
    { label: 'Eliminado', width: 12, cell: ({ record }) => when(record) },
    { label: 'Por', width: 13, cell: ({ record }) => record.eliminado_por ?? '—' },
    {
      label: 'Restaurar',
      width: 11,
      cell: ({ record }) => <RestoreButton record={record} onRestore={onRestore} />,
    },
  ]
  return (
    <Table
      {...table}
      label="Papelera"
      columns={columns}
      rows={rows?.map((record, id) => ({ id, record }))}
      nameOf={({ record }) => record.nombre}
      card={({ record }) => (
        <div className="grid gap-1">
          <p className="text-lg font-bold wrap-anywhere">{record.nombre}</p>
          <Tipo record={record} />
          <p className="text-muted">
            Eliminado el {when(record)}
            {record.eliminado_por && ` por ${record.eliminado_por}`}
          </p>
          <RestoreButton record={record} onRestore={onRestore} />
        </div>
      )}
    />
  )
}

function Tipo({ record: { tipo } }: { record: Deleted }) {
  const { Icon, label } = tipos[tipo]
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      {label}
    </span>
  )
}

function RestoreButton({ record, onRestore }: { record: Deleted; onRestore: (record: Deleted) => void }) {
  return (
    <Button
      className="min-h-8! px-3! max-md:mt-2 max-md:min-h-11!"
      aria-label={`Restaurar ${tipos[record.tipo].label.toLowerCase()} ${record.nombre}`}
      onClick={() => onRestore(record)}
    >
      <ArchiveRestore aria-hidden="true" className="size-4" />
      Restaurar
    </Button>
  )
}
