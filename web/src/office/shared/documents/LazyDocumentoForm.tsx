import type { Papel } from '@flota/contract/documents/documentos.ts'
import { FilePlus, RefreshCw } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../lazyDialog.tsx'
import { type DocumentoAction, documentoName } from './documento.ts'

export const LazyDocumentoForm = lazyDialog(
  async () => (await import('./form/DocumentoForm.tsx')).DocumentoForm,
)

export function RenewButton({ papel, open }: { papel: Papel; open: (action: DocumentoAction) => void }) {
  const missing = papel.estado === 'falta'
  const Icon = missing ? FilePlus : RefreshCw
  const label = missing ? 'Agregar' : 'Renovar'
  return (
    <Button
      className="min-h-8! px-3! max-md:min-h-11! max-md:w-full"
      aria-label={`${label} ${documentoName(papel)}`}
      onClick={() => open({ what: missing ? 'agregar' : 'renovar', papel })}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}
