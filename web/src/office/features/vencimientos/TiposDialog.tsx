import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Column } from '../../../list/table/column.tsx'
import { editAction } from '../../../list/table/rowActions.ts'
import { Table } from '../../../list/table/Table.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../../ui/Modal.tsx'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { type DocumentoTipo, entidadWord } from '../../shared/documents/documento.ts'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import { useRemoveAction } from '../../shared/useRemoveAction.ts'

const TipoForm = lazyDialog(async () => (await import('./form/TipoForm.tsx')).TipoForm)

export function TiposDialog({ onClose }: { onClose: () => void }) {
  const tipos = useEndpoint('GET /api/documento-tipos')
  const [chosen, setChosen] = useState<{ tipo: DocumentoTipo | null } | null>(null)
  const remove = useRemoveAction(
    'DELETE /api/documento-tipos/:id',
    'Error al eliminar el tipo de documento',
    (tipo: DocumentoTipo) => ({
      question: `¿Deseas eliminar el tipo de documento ${tipoName(tipo)}?`,
      detail: 'Los documentos de este tipo se conservan.',
    }),
  )
  return (
    <Modal fromTop title="Tipos de documento" onClose={onClose} className={`${footedSheetClass} max-w-3xl!`}>
      <p className="mt-1 mb-3 text-muted">
        De un tipo obligatorio se avisa a quien le falta; de los demás, solo cuando vencen.
      </p>
      <LoadError title="Error al cargar los tipos de documento" query={tipos} />
      {!tipos.error && (
        <div className="-mx-4 border-y border-line md:-mx-6">
          <Table
            label="Tipos de documento"
            columns={columns}
            rows={tipos.data?.data}
            stale={false}
            expected={9}
            nameOf={tipoName}
            actions={[{ ...editAction, act: (tipo: DocumentoTipo) => setChosen({ tipo }) }, remove]}
          />
        </div>
      )}
      <div className={`${sheetFooterClass} justify-end max-md:*:flex-1`}>
        <Button onClick={() => setChosen({ tipo: null })}>
          <Plus aria-hidden="true" className="size-4.5" />
          Ingresar Tipo
        </Button>
        <Button onClick={onClose}>Cerrar</Button>
      </div>
      {chosen && <TipoForm tipo={chosen.tipo} onClose={() => setChosen(null)} />}
    </Modal>
  )
}

const tipoName = ({ nombre, aplica }: DocumentoTipo) => `${nombre} (${entidadWord(aplica)})`

const columns: Column<DocumentoTipo>[] = [
  column('Tipo', 'title', 14, ({ nombre }) => nombre),
  oneLineColumn('De', 'line', 6, ({ aplica }) => entidadWord(aplica)),
  oneLineColumn('Obligatorio', 'note', 7, ({ obligatorio }) => (obligatorio ? 'Sí' : 'No'), {
    card: ({ obligatorio }) => (obligatorio ? 'Obligatorio' : 'No obligatorio'),
  }),
  {
    label: 'Se avisa',
    phone: 'note',
    width: 8,
    oneLine: true,
    cell: ({ dias_aviso }) => `${dias_aviso} ${dias_aviso === 1 ? 'día' : 'días'} antes`,
    card: ({ dias_aviso }) => `Se avisa ${dias_aviso} ${dias_aviso === 1 ? 'día' : 'días'} antes`,
  },
  oneLineColumn('Estado', 'note', 6, ({ activo }) => (activo ? 'Activo' : 'Inactivo'), {
    card: ({ activo }) => !activo && 'Inactivo',
  }),
]
