import { formatFecha } from '@flota/contract/core/format.ts'
import type { Papel } from '@flota/contract/documents/documentos.ts'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { LoadingLines } from '../LoadingLines.tsx'
import type { DocumentoAction, DocumentoOwner } from './documento.ts'
import { EstadoDocumento, WorstEstado } from './EstadoDocumento.tsx'
import { LazyDocumentoForm, RenewButton } from './LazyDocumentoForm.tsx'

export function DocumentosPanel({ entidad, entidad_id }: DocumentoOwner) {
  const id = useId()
  const papeles = useEndpoint('GET /api/documentos', { query: { entidad, entidad_id } })
  const [action, setAction] = useState<DocumentoAction | null>(null)
  const rows = papeles.data?.data
  return (
    <section
      aria-labelledby={id}
      className="mt-5 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6"
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="text-lg font-bold">
          Documentos
        </h2>
        {rows && <WorstEstado papeles={rows} />}
        <Link
          href={`/vencimientos?entidad=${entidad}&entidad_id=${entidad_id}&historial=si`}
          className="ml-auto inline-flex min-h-10 items-center font-semibold text-link hover:underline max-md:min-h-11"
        >
          Ver historial
        </Link>
      </div>
      <LoadError title="Error al cargar los documentos" query={papeles} />
      {!rows && !papeles.error && (
        <LoadingLines label="Cargando documentos…" widths={['w-2/3', 'w-2/3', 'w-2/3']} />
      )}
      {rows?.length === 0 && <p className="py-3 text-muted">Todavía no hay documentos.</p>}
      <ul className="divide-y divide-line">
        {rows?.map((papel) => (
          // The type as key keeps the focus when a renewal replaces the document.
          <DocumentoRow key={papel.tipo_id ?? papel.tipo} papel={papel} open={setAction} />
        ))}
      </ul>
      <Button
        className="mt-3 max-md:w-full"
        onClick={() => setAction({ what: 'nuevo', de: { entidad, entidad_id } })}
      >
        <Plus aria-hidden="true" className="size-4.5" />
        Ingresar Documento
      </Button>
      {action && <LazyDocumentoForm action={action} onClose={() => setAction(null)} />}
    </section>
  )
}

function DocumentoRow({ papel, open }: { papel: Papel; open: (action: DocumentoAction) => void }) {
  const { id, tipo, numero, vence } = papel
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="grid min-w-0 flex-1 basis-56">
        <span className="font-semibold wrap-anywhere">{tipo}</span>
        <span className="text-sm text-muted wrap-anywhere">
          {[numero && `No. ${numero}`, vence && `Vence el ${formatFecha(vence)}`].filter(Boolean).join(' · ')}
        </span>
      </span>
      <EstadoDocumento papel={papel} />
      <span className="flex gap-2 max-md:w-full max-md:*:flex-1">
        {id !== null && (
          <Button
            className="min-h-8! px-3! max-md:min-h-11!"
            aria-label={`Editar ${tipo}`}
            onClick={() => open({ what: 'editar', papel })}
          >
            Editar
          </Button>
        )}
        <RenewButton papel={papel} open={open} />
      </span>
    </li>
  )
}
